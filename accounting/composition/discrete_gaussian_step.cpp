#include "accounting/composition/discrete_gaussian_step.hpp"

#include <cmath>

#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"
#include "accounting/loss/discrete_gaussian.hpp"
#include "core/rational_arithmetic.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

// sum_{x >= a} e^{-c x^2} for a >= 0, or nullopt past the deadline. Term by term, e^{-c (x+1)^2} = e^{-c x^2} r with r
// = e^{-c (2x+1)}, and r falls by e^{-2c}: what is left out lies below a geometric series.
std::optional<Ball> upper_sum(const Integer& a, const Ball& c, const Deadline& deadline) {
  const long bits = c.bits();
  const Ball start(Rational(a), bits), fall = exp(-(c * 2));
  Ball term = exp(-(c * square(start))), ratio = exp(-(c * (start * 2 + 1))), sum(0, bits), bound(0, 64);
  for (std::uint64_t n = 1;; ++n) {
    sum = sum + term;
    term = term * ratio;
    ratio = ratio * fall;
    if (n % 64 != 0 && n > 8) continue;
    bound = upper(term / (1 - ratio));
    arb_mul_2exp_si(bound.raw(), bound.raw(), bits);
    if (certainly_less(bound, sum)) return sum + Ball::zero_to(upper(term / (1 - ratio)));
    if (n % 4096 == 0 && deadline.passed()) return std::nullopt;
  }
}

// Bits that cancellation in the tails of a wide lattice may cost.
long guard_bits(const DiscreteGaussianLoss& loss) {
  const Ball spread(Rational(loss.sigma / Rational(loss.shift) + loss.sigma), 64);
  return 64 + 3 * static_cast<long>(std::max(0.0, spread.log_midpoint() * 1.4427));
}

}  // namespace

std::optional<Ball> discrete_gaussian_tail(const Rational& sigma, const Integer& a, const Ball& total,
                                           const Deadline& deadline) {
  const Ball c(Rational(1 / (2 * sigma * sigma)), total.bits());
  const auto sum = upper_sum(a > 0 ? a : Integer(1 - a), c, deadline);
  if (!sum) return std::nullopt;
  return a > 0 ? *sum / total : 1 - *sum / total;
}

// The loss d (d - 2x)/(2 sigma^2) exceeds the level for -x > level sigma^2/d - d/2.
Integer discrete_gaussian_threshold(const DiscreteGaussianLoss& loss, const LossLevel& level) {
  const Rational variance = loss.sigma * loss.sigma, d(loss.shift);
  if (level.ratio == 1) return core::floor(level.shift * variance / d - d / 2) + 1;
  for (long bits = 128;; bits *= 2) {  // an irrational number: some ball lies between two integers
    const Ball place = enclose(level, bits) * Ball(Rational(variance / d), bits) - Ball(Rational(d / 2), bits);
    const Integer low = core::floor(lower_rational(place));
    if (certainly_less(place, Rational(low + 1))) return low + 1;
  }
}

Value discrete_gaussian_above(const DiscreteGaussianLoss& loss, const LossLevel& level, const Target& target) {
  const Integer least = discrete_gaussian_threshold(loss, level);
  Value value = refine(wanted_bits(target) + guard_bits(loss), target, [&](long bits) {
    const Ball total = discrete_gaussian_total(loss.sigma, bits);
    const auto tail = discrete_gaussian_tail(loss.sigma, least, total, target.deadline);
    return tail ? probability(*tail) : hull(Ball(0, bits), Ball(1, bits));
  });
  value.least = 0;
  value.most = 1;
  return value;
}

// The loss d (d - 2x)/(2 sigma^2) exceeds epsilon for x < d/2 - epsilon sigma^2/d: with m the last such integer, delta
// = P[X <= m] - e^epsilon P[X <= m - d].
Value DiscreteGaussianStepProfile::delta(const Rational& epsilon, const Target& target) {
  const Integer least = discrete_gaussian_threshold(loss_, LossLevel{epsilon, 1});  // -m
  return refine(wanted_bits(target) + guard_bits(loss_), target, [&](long bits) {
    const Ball total = discrete_gaussian_total(loss_.sigma, bits);
    const auto tail = [&](const Integer& a) { return discrete_gaussian_tail(loss_.sigma, a, total, target.deadline); };
    const auto first = tail(least), second = tail(least + Integer(loss_.shift));
    if (!first || !second) return hull(Ball(0, bits), Ball(1, bits));
    return probability(*first - exp(Ball(epsilon, bits)) * *second);
  });
}

double DiscreteGaussianStepProfile::guess_epsilon(double log_delta) const {
  return guess_gaussian_epsilon(Ball(Rational(Rational(loss_.shift) / loss_.sigma), 64).midpoint(), log_delta);
}

}  // namespace assay::accounting
