#include "scoring/exact_real.hpp"

#include <algorithm>
#include <utility>

#include "scoring/coprime_base.hpp"

namespace assay::scoring {
namespace {

using accounting::Ball;
using core::Integer;
using core::Rational;

/// Beyond these sizes a power stays a root: its digits would cost more than its enclosure tells.
constexpr long most_power = 4096;
constexpr long most_bits = 1L << 14;

/// ln of a rational, with relative accuracy kept near 1.
Ball log_ball(const Rational& x, long bits) {
  if (2 * x > 1 && x < 2) return log1p(Ball(Rational(x - 1), bits));
  return log(Ball(x, bits));
}

Ball radical_ball(const Rational& base, const Rational& exponent, long bits) {
  if (exponent == Rational(1, 2)) return sqrt(Ball(base, bits));
  return exp(Ball(exponent, bits) * log_ball(base, bits));
}

}  // namespace

ExactReal ExactReal::log(const Rational& argument, const Rational& coefficient) {
  ExactReal x;
  x.add(LogTerm{coefficient, argument});
  return x;
}

ExactReal ExactReal::radical(const Rational& coefficient, const Rational& base, const Rational& exponent) {
  ExactReal x;
  if (coefficient == 0) return x;
  if (const std::optional<Rational> root = rational_power(base, exponent)) return {Rational(coefficient * *root)};
  const Integer n = numerator(exponent), d = denominator(exponent);
  Integer whole = n / d;
  if (whole * d > n) whole -= 1;
  if (whole > -most_power && whole < most_power)
    if (const std::optional<Rational> factor = rational_power(base, Rational(whole))) {
      x.add(Radical{coefficient * *factor, base, exponent - Rational(whole)});
      return x;
    }
  x.add(Radical{coefficient, base, exponent});
  return x;
}

ExactReal ExactReal::computed(Computation f) {
  ExactReal x;
  x.computed_.push_back({1, std::make_shared<const Computation>(std::move(f))});
  return x;
}

ExactReal ExactReal::infinity(bool positive) {
  ExactReal x;
  x.infinite_ = positive ? 1 : -1;
  return x;
}

const Rational* ExactReal::as_rational() const {
  return infinite_ == 0 && logs_.empty() && radicals_.empty() && computed_.empty() ? &rational_ : nullptr;
}

std::optional<Rational> ExactReal::as_log() const {
  if (infinite_ != 0 || rational_ != 0 || !radicals_.empty() || !computed_.empty()) return std::nullopt;
  if (logs_.empty()) return Rational(1);
  if (logs_.size() != 1) return std::nullopt;
  const Rational& c = logs_.front().coefficient;
  if (abs(c) > 64) return std::nullopt;
  return rational_power(logs_.front().argument, c);
}

Ball ExactReal::ball(long bits) const {
  if (infinite_ == 2) return Ball::positive_infinity(bits) - Ball::positive_infinity(bits);
  if (infinite_ != 0) return infinite_ > 0 ? Ball::positive_infinity(bits) : -Ball::positive_infinity(bits);
  Ball sum(rational_, bits);
  for (const LogTerm& t : logs_) sum = sum + Ball(t.coefficient, bits) * log_ball(t.argument, bits);
  for (const Radical& t : radicals_) sum = sum + Ball(t.coefficient, bits) * radical_ball(t.base, t.exponent, bits);
  for (const Computed& t : computed_) sum = sum + Ball(t.coefficient, bits) * (*t.f)(bits);
  return sum;
}

Ball ExactReal::ball_to_digits(long digits) const {
  const long wanted = digits * 10 / 3 + 8;
  long bits = wanted + 56;
  if (infinite_ != 0 || as_rational() != nullptr) return ball(bits);
  if (const std::optional<int> s = sign(); s && *s == 0) return Ball(0, bits);
  for (;; bits *= 2) {
    Ball x = ball(bits);
    if (x.relative_bits() >= wanted || bits > 32 * wanted + most_bits) return x;
  }
}

ExactReal ExactReal::operator-() const { return times(-1); }

ExactReal ExactReal::times(const Rational& factor) const {
  ExactReal x;
  if (factor == 0) return x;
  x = *this;
  if (infinite_ == 1 || infinite_ == -1) x.infinite_ = factor > 0 ? infinite_ : -infinite_;
  x.rational_ *= factor;
  for (LogTerm& t : x.logs_) t.coefficient *= factor;
  for (Radical& t : x.radicals_) t.coefficient *= factor;
  for (Computed& t : x.computed_) t.coefficient *= factor;
  return x;
}

ExactReal ExactReal::operator+(const ExactReal& other) const {
  ExactReal x = *this;
  if (infinite_ != 0 || other.infinite_ != 0) {
    x.infinite_ = infinite_ == 0 || infinite_ == other.infinite_ ? other.infinite_
                  : other.infinite_ == 0                         ? infinite_
                                                                 : 2;
    return x;
  }
  x.rational_ += other.rational_;
  for (const LogTerm& t : other.logs_) x.add(t);
  for (const Radical& t : other.radicals_) x.add(t);
  for (const Computed& t : other.computed_) x.add(t);
  return x;
}

/// One logarithm a size of coefficient: c ln a + c ln b = c ln(ab), c ln a - c ln b = c ln(a/b).
void ExactReal::add(const LogTerm& term) {
  if (term.coefficient == 0 || term.argument == 1) return;
  const auto same = [&](const LogTerm& t) { return abs(t.coefficient) == abs(term.coefficient); };
  const auto found = std::find_if(logs_.begin(), logs_.end(), same);
  if (found == logs_.end()) {
    logs_.push_back(term);
    return;
  }
  found->argument = found->coefficient == term.coefficient ? Rational(found->argument * term.argument)
                                                           : Rational(found->argument / term.argument);
  if (found->argument == 1) logs_.erase(found);
}

void ExactReal::add(const Radical& term) {
  if (term.coefficient == 0) return;
  const auto same = [&](const Radical& t) { return t.base == term.base && t.exponent == term.exponent; };
  const auto found = std::find_if(radicals_.begin(), radicals_.end(), same);
  if (found == radicals_.end()) {
    radicals_.push_back(term);
    return;
  }
  found->coefficient += term.coefficient;
  if (found->coefficient == 0) radicals_.erase(found);
}

void ExactReal::add(const Computed& term) {
  const auto found = std::find_if(computed_.begin(), computed_.end(), [&](const Computed& t) { return t.f == term.f; });
  if (found == computed_.end()) {
    computed_.push_back(term);
    return;
  }
  found->coefficient += term.coefficient;
  if (found->coefficient == 0) computed_.erase(found);
}

/// A product of rational powers is 1 exactly where the exponents over a coprime base all vanish.
bool ExactReal::logs_vanish() const {
  std::vector<Rational> arguments;
  for (const LogTerm& t : logs_) arguments.push_back(t.argument);
  const CoprimeBase base(arguments);
  for (const Integer& b : base.elements()) {
    Rational exponent = 0;
    for (const LogTerm& t : logs_) exponent += t.coefficient * Rational(CoprimeBase::valuation(t.argument, b));
    if (exponent != 0) return false;
  }
  return true;
}

/// Positive roots of rationals with irrational ratios are linearly independent over the rationals: once roots of
/// rational ratio are gathered, every coefficient must vanish.
bool ExactReal::algebraic_part_vanishes() const {
  std::vector<Radical> kept = {{rational_, 1, 1}};
  for (const Radical& t : radicals_) {
    bool gathered = false;
    for (Radical& k : kept) {
      const std::optional<Rational> ratio = rational_ratio(t.base, t.exponent, k.base, k.exponent);
      if (!ratio) continue;
      k.coefficient += t.coefficient * *ratio;
      gathered = true;
      break;
    }
    if (!gathered) kept.push_back(t);
  }
  return std::all_of(kept.begin(), kept.end(), [](const Radical& t) { return t.coefficient == 0; });
}

std::optional<int> ExactReal::sign() const {
  if (infinite_ == 2) return std::nullopt;
  if (infinite_ != 0) return infinite_;
  if (as_rational() != nullptr) return rational_ > 0 ? 1 : rational_ < 0 ? -1 : 0;
  const auto seen = [](const Ball& x) { return certainly_positive(x) ? 1 : certainly_negative(x) ? -1 : 0; };
  for (const long bits : {64L, 192L})
    if (const int s = seen(ball(bits)); s != 0) return s;
  if (computed_.empty() && logs_vanish() && algebraic_part_vanishes()) return 0;
  // Not zero, or with a computed part: precision tells, in time.
  for (long bits = 512; bits <= (computed_.empty() ? 8 : 1) * most_bits; bits *= 2)
    if (const int s = seen(ball(bits)); s != 0) return s;
  return std::nullopt;
}

std::optional<int> compare(const ExactReal& x, const ExactReal& y) {
  if (x.is_positive_infinity() && y.is_positive_infinity()) return 0;
  if (x.is_negative_infinity() && y.is_negative_infinity()) return 0;
  return (x - y).sign();
}

namespace {

template <class Choose>
ExactReal chosen(const ExactReal& x, const ExactReal& y, int first, Choose choose) {
  const std::optional<int> order = compare(x, y);
  if (order) return *order == first || *order == 0 ? x : y;
  // Infinities of one sign, and finite values beside them, were told apart: one that is not finite is undefined.
  if (!x.is_finite()) return x;
  if (!y.is_finite()) return y;
  return ExactReal::computed([x, y, choose](long bits) { return choose(x.ball(bits), y.ball(bits)); });
}

}  // namespace

ExactReal larger(const ExactReal& x, const ExactReal& y) {
  return chosen(x, y, 1, [](const Ball& a, const Ball& b) { return max(a, b); });
}

ExactReal smaller(const ExactReal& x, const ExactReal& y) {
  return chosen(x, y, -1, [](const Ball& a, const Ball& b) { return min(a, b); });
}

}  // namespace assay::scoring
