#include "accounting/verdict/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "accounting/curve/hockey_stick.hpp"
#include "accounting/curve/renyi.hpp"
#include "accounting/verdict/combine.hpp"
#include "accounting/verdict/directions.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;

constexpr long search_digits = 5;

// One evaluation: on which side of the target, and about how far (in the logarithm).
struct Sample {
  Rational x;
  std::optional<int> sign;  // +1: the target is missed, -1: it is met; both proven
  double excess = 0;        // log(loss / target), of midpoints
  bool outside = false;     // of the domain as the other fields narrow it
};

// Whether P[L > epsilon] moves one way with every parameter of these parts: it is not closed under processing, so that
// only the closed forms tell (theorem `calibration-bracket`).
bool moves_one_way(const Composition& composition) {
  return std::all_of(composition.begin(), composition.end(), [](const auto& part) {
    const auto& family = part.mechanism.family;
    return std::holds_alternative<Gaussian>(family) || std::holds_alternative<Laplace>(family) ||
           std::holds_alternative<DiscreteLaplace>(family) || std::holds_alternative<DiscreteGaussian>(family) ||
           std::holds_alternative<RandomizedResponse>(family);
  });
}

class Search {
 public:
  Search(const Question& question, const Unknown& unknown, const CompositionAt& composition, const Claim& target)
      : question_(question), unknown_(unknown), composition_(composition), target_(target) {
    core::Integer ten = 1;
    for (long i = 0; i < question.digits; ++i) ten *= 10;
    tolerance_ = Rational(1, 2 * ten);
  }

  core::Result<Calibration> solve() {
    unknown_.is_integer ? search_integer() : search_real();
    if (fault_) return *fault_;
    if (!safe_) return unmet();
    return finish();
  }

 private:
  bool rising() const { return unknown_.trend == Trend::more_loss; }
  bool out_of_time() const { return question_.deadline.passed(); }

  Error unmet() const {
    std::string what = "no value of " + unknown_.name + " was found that meets the target";
    if (out_of_time()) return {ErrorCode::limit_exceeded, "/max_seconds", what + " in the time given"};
    return {ErrorCode::invalid_parameter, "/target", what + "; the other parameters may exceed it by themselves"};
  }

  // Keeps what the evaluation proves.
  Sample visit(const Rational& x, long digits) {
    Sample s{x, std::nullopt, 0};
    if (fault_) return s;
    auto composition = composition_(x);
    if (!composition) {
      s.outside = composition.error().code == ErrorCode::invalid_parameter;
      if (!s.outside) fault_ = composition.error();
      return s;
    }
    Question at = question_;
    at.composition = std::move(*composition);
    if (target_.probabilistic) probability_monotone_ = probability_monotone_ && moves_one_way(at.composition);
    target_.probabilistic             ? by_verdict(at, s)
    : target_.epsilon&& target_.delta ? by_delta(at, s, digits)
    : target_.alpha                   ? by_renyi(at, s, digits)
                                      : by_verdict(at, s);
    if (s.sign && *s.sign > 0 && (!missed_ || (rising() ? x < *missed_ : x > *missed_))) missed_ = x;
    if (s.sign && *s.sign <= 0 && (!safe_ || (rising() ? x > *safe_ : x < *safe_))) safe_ = x;
    return s;
  }

  void by_delta(const Question& at, Sample& s, long digits) {
    auto losses = directed_losses(at.composition, at.adjacency, at.engine);
    if (!losses) {
      fault_ = losses.error();
      return;
    }
    bool all_met = true;
    s.excess = -HUGE_VAL;
    for (auto& loss : *losses) {
      const Value value = loss.loss.delta(*target_.epsilon, {digits, at.deadline});
      const auto sign = compare_delta(value, *target_.delta);
      merge_rests(loss);
      s.excess = std::max(s.excess, value.ball.log_midpoint() - Ball(*target_.delta, 64).log_midpoint());
      if (sign && *sign > 0) s.sign = 1;
      all_met = all_met && sign && *sign <= 0;
    }
    if (all_met) s.sign = -1;
  }

  void by_renyi(const Question& at, Sample& s, long digits) {
    auto all = directed_parts(at.composition, at.adjacency);
    if (!all) {
      fault_ = all.error();
      return;
    }
    bool all_met = true;
    s.excess = -HUGE_VAL;
    for (const DirectedParts& one : *all) {
      auto value = renyi(one.parts, *target_.alpha, {digits, at.deadline});
      if (!value) {
        fault_ = Error{value.error().code, "/composition", value.error().message};
        return;
      }
      proofs::cite(theorems_, one.theorems);
      const auto sign = compare(*value, *target_.epsilon);
      s.excess = std::max(s.excess, value->ball.log_midpoint() - Ball(*target_.epsilon, 64).log_midpoint());
      if (sign && *sign > 0) s.sign = 1;
      all_met = all_met && sign && *sign <= 0;
    }
    if (all_met) s.sign = -1;
    method_ = "closed_form";
    proofs::cite(theorems_, "renyi-additive");
  }

  void by_verdict(const Question& at, Sample& s) {
    const auto verification = verify(at, target_);
    if (!verification) {
      fault_ = verification.error();
      if (target_.probabilistic && fault_->code == ErrorCode::not_supported) fault_->pointer = "/target/delta_kind";
      return;
    }
    if (verification->verdict == Verdict::holds) s.sign = -1;
    if (verification->verdict == Verdict::fails) s.sign = 1;
    const auto& least = verification->rho  ? verification->rho
                        : verification->mu ? verification->mu
                                           : verification->delta;
    if (!least) return;
    const Rational claimed = target_.rho ? *target_.rho : target_.mu ? *target_.mu : target_.delta.value_or(1);
    s.excess = least->value.ball.log_midpoint() - Ball(claimed, 64).log_midpoint();
    method_ = least->method;
    proofs::cite(theorems_, least->theorems);
  }

  void merge_rests(const DirectedLoss& loss) {
    method_ = loss.loss.method();
    proofs::cite(theorems_, loss.theorems);
    proofs::cite(theorems_, loss.loss.theorems());
  }

  // The domain's end where the loss is largest, where that end belongs to it.
  std::optional<Rational> extreme_end() const {
    if (unknown_.domain == Domain::unit) return Rational(rising() ? 1 : 0);
    if (unknown_.domain == Domain::nonnegative && !rising()) return Rational(0);
    return std::nullopt;
  }

  // A decimal of few digits: what is printed is then what was proven.
  Rational shortened(const Rational& x) const {
    const auto text = core::to_decimal(x, question_.digits + 3, core::Rounding::down);
    const auto read = core::parse_number(text);
    return read ? read->value : x;
  }

  Rational start() const {
    switch (unknown_.domain) {
      case Domain::unit:
      case Domain::open_unit: return Rational(1, 2);
      case Domain::open_half: return Rational(1, 4);
      default: return 1;
    }
  }
  std::optional<Rational> top() const {
    switch (unknown_.domain) {
      case Domain::unit:
      case Domain::open_unit: return Rational(1);
      case Domain::open_half: return Rational(1, 2);
      default: return std::nullopt;
    }
  }

  void search_real() {
    if (const auto end = extreme_end()) {
      const Sample s = visit(*end, search_digits);
      if (fault_) return;
      if (s.sign && *s.sign <= 0) {
        at_end_ = true;
        return;
      }
      missed_ = *end;
    }
    Sample last = visit(start(), search_digits);
    // Outward by growing factors until both sides are seen; towards a finite end by halving what is left.
    double factor = 2;
    Rational x = start();
    std::optional<Rational> outside;
    for (int i = 0; i < 80 && !fault_ && !out_of_time() && (!safe_ || !missed_); ++i) {
      const bool want_less_loss = !safe_;
      const bool up = want_less_loss != rising();
      if (outside && up != (*outside > x)) outside.reset();
      const std::optional<Rational> end = outside ? outside : up ? top() : std::nullopt;
      const Rational next = end  ? Rational((x + *end) / 2)
                            : up ? shortened(x * Rational(factor))
                                 : shortened(x / Rational(factor));
      factor = std::min(factor * factor, 1e30);
      last = visit(next, search_digits);
      if (last.outside)
        outside = next;
      else
        x = next;
    }
    // The end of least loss itself may be the only one that will do.
    if (!safe_ && unknown_.domain == Domain::unit && !fault_) last = visit(rising() ? 0 : 1, search_digits);
    if (fault_ || !safe_ || !missed_) return;
    narrow(last);
    try_short();
  }

  bool narrow_enough() const { return abs(*safe_ - *missed_) <= std::max(*safe_, *missed_) * tolerance_; }

  void narrow(Sample last) {
    std::optional<Sample> previous;
    int stalled = 0;
    for (int i = 0; i < 200 && !fault_ && !out_of_time() && !narrow_enough(); ++i) {
      const Rational width = abs(*safe_ - *missed_), scale = std::max(*safe_, *missed_);
      const Rational x = candidate(last, previous, stalled);
      const bool near = width <= scale / 1000 || abs(x - last.x) <= x / 1000;
      const long digits = near ? question_.digits + 4 : search_digits;
      previous = last;
      last = visit(x, digits);
      for (long more = 8; !last.sign && more <= 32 && !fault_ && !out_of_time(); more *= 2)
        last = visit(x, question_.digits + more);
      if (!last.sign) {
        // The root is next to x: its flanks tell.
        const Rational reach = x * tolerance_ / 3;
        const Sample right = visit(x + reach, question_.digits + 8), left = visit(x - reach, question_.digits + 8);
        if (!right.sign && !left.sign) return close_in(x);
      } else if (const auto root = secant(last, previous); root && abs(*root - x) <= x * tolerance_ / 4) {
        // On the other side of the root, within the tolerance.
        const Rational reach = x * tolerance_ * 3 / 4;
        const Rational other = *root > x || (*root == x && (*last.sign > 0) != rising()) ? x + reach : x - reach;
        if (inside(other)) visit(other, question_.digits + 6);
      }
      stalled = abs(*safe_ - *missed_) > width / 2 ? stalled + 1 : 0;
    }
  }

  // Around x the bounds decide nothing, as far as a class has no exact loss: each end of the bracket comes nearer to x
  // as long as it is proven.
  void close_in(const Rational& x) {
    const Rational enough = std::max(*safe_, *missed_) / 1000;
    for (std::optional<Rational>* const end : {&safe_, &missed_}) {
      Rational open = x;
      for (int i = 0; i < 40 && !fault_ && !out_of_time() && inside(open) && abs(**end - open) > enough; ++i) {
        const Rational between = (**end + open) / 2, tried = shortened(between);
        const Sample s = visit(inside(tried) ? tried : between, question_.digits + 8);
        if (!s.sign) open = s.x;
      }
    }
  }

  bool inside(const Rational& x) const { return x > std::min(*safe_, *missed_) && x < std::max(*safe_, *missed_); }

  // In the logarithms of both.
  static std::optional<Rational> secant(const Sample& a, const std::optional<Sample>& b) {
    if (!b || !std::isfinite(a.excess) || !std::isfinite(b->excess) || a.excess == b->excess) return std::nullopt;
    if (a.x <= 0 || b->x <= 0) return std::nullopt;
    const double t = a.excess / (a.excess - b->excess);
    if (!std::isfinite(t) || std::abs(t) > 1e6) return std::nullopt;
    const Rational ratio = b->x / a.x;
    if (abs(ratio - 1) < Rational(1, 1000)) return a.x * (1 + (ratio - 1) * Rational(t));  // linear: keeps digits
    const double step = std::exp(t * std::log(ratio.convert_to<double>()));
    if (!std::isfinite(step)) return std::nullopt;
    return a.x * Rational(step);
  }

  Rational candidate(const Sample& last, const std::optional<Sample>& previous, int stalled) const {
    if (stalled < 2)
      if (const auto root = secant(last, previous)) {
        Rational x = shortened(*root);
        if (inside(x)) return x;
      }
    const Rational low = std::min(*safe_, *missed_), high = std::max(*safe_, *missed_);
    if (low > 0 && high > 4 * low) {
      const double middle = std::sqrt(low.convert_to<double>()) * std::sqrt(high.convert_to<double>());
      if (std::isfinite(middle) && middle > 0 && inside(shortened(Rational(middle))))
        return shortened(Rational(middle));
    }
    const Rational middle = (low + high) / 2, x = shortened(middle);
    return inside(x) ? x : middle;
  }

  Sample decide(const Rational& x) {
    Sample s = visit(x, search_digits);
    for (const long digits : {14L, 30L, 60L, 120L})
      if (!s.sign && !fault_ && !out_of_time()) s = visit(x, digits);
    return s;
  }

  void search_integer() {
    const bool up_is_loss = rising();
    // From the end of least loss, doubling; then halving the bracket.
    const std::uint64_t span = unknown_.highest - unknown_.lowest;
    const auto at = [&](std::uint64_t i) { return Rational(up_is_loss ? unknown_.lowest + i : unknown_.highest - i); };
    double good_excess = -HUGE_VAL, bad_excess = HUGE_VAL;
    const auto met = [&](std::uint64_t i) {
      const Sample s = decide(at(i));
      const bool yes = s.sign && *s.sign <= 0;
      (yes ? good_excess : bad_excess) = s.excess;
      return yes;
    };
    const auto stop = [&] { return fault_ || out_of_time(); };
    if (!met(0)) return;
    // Few steps can cost more than many: large strides first.
    std::uint64_t good = 0, bad = span + 1;
    for (std::uint64_t reach = std::min<std::uint64_t>(span, 31); bad > span && good < span && !stop();
         reach = reach > span / 32 ? span : reach * 32)
      met(reach) ? good = reach : bad = reach;
    if (bad > span) {
      at_end_ = good == span && !stop();
      return;
    }
    for (int i = 0; bad - good > 1 && !stop(); ++i) {
      std::uint64_t middle = good + (bad - good) / 2;
      // By the logarithms of count and loss, every third time by halves.
      const double a = static_cast<double>(unknown_.lowest + good), b = static_cast<double>(unknown_.lowest + bad);
      if (i % 3 != 2 && up_is_loss && std::isfinite(good_excess) && std::isfinite(bad_excess) &&
          bad_excess > good_excess) {
        const double t = -good_excess / (bad_excess - good_excess);
        const double x = std::exp(std::log(a) + t * (std::log(b) - std::log(a))) - static_cast<double>(unknown_.lowest);
        // A little beyond the estimate, so that both ends close in.
        const double beyond = x + (i % 2 == 0 ? 1 : -1) * std::max(0.6, 0.001 * x);
        if (std::isfinite(beyond) && beyond >= 0)
          middle = std::clamp(static_cast<std::uint64_t>(beyond), good + 1, bad - 1);
      }
      (met(middle) ? good : bad) = middle;
    }
    // Where the next one is undecided, the first that is seen to miss the target ends the bracket.
    std::uint64_t open = bad;
    while (missed_ && !stop()) {
      const std::uint64_t seen =
          (up_is_loss ? *missed_ - unknown_.lowest : unknown_.highest - *missed_).convert_to<std::uint64_t>();
      if (seen <= open + 1) break;
      const std::uint64_t middle = open + (seen - open) / 2;
      const Sample s = decide(at(middle));
      if (!s.sign || *s.sign <= 0) open = middle;
    }
  }

  // A short decimal inside the bracket, where there is one: what people would write, and often the exact answer.
  void try_short() {
    if (!safe_ || !missed_ || fault_ || out_of_time()) return;
    for (long d = 1; d + 3 < question_.digits; ++d)
      for (const auto rounding : {core::Rounding::down, core::Rounding::up}) {
        const auto read = core::parse_number(core::to_decimal((*safe_ + *missed_) / 2, d, rounding));
        if (!read || !inside(read->value)) continue;
        visit(read->value, question_.digits + 10);
        return;
      }
  }

  core::Result<Calibration> finish() const {
    const long bits = 64 + 4 * question_.digits;
    Calibration result{Answer{Value(*safe_, bits), method_, theorems_, true}, *safe_, !rising(), true, true, {}};
    result.parameter.theorems.emplace_back("calibration-bracket");
    // rho is a sum of squares over what it is decided for, and falls with every sigma.
    result.monotone = (unknown_.monotone || target_.rho) && probability_monotone_;
    if (!result.monotone) {
      result.extreme = false;
      result.reason = unknown_.reason;
      if (unknown_.monotone) result.reason = "P[L > epsilon] is not known to be monotone in " + unknown_.name;
    }
    if (at_end_ && !capped()) return result;  // no value lies beyond it
    if (!result.monotone) {
      result.parameter.converged = false;
      result.parameter.value = bracket(domain_end(), bits);
      return result;
    }
    if (unknown_.is_integer) {
      const Rational next = rising() ? *safe_ + 1 : *safe_ - 1;
      result.extreme = missed_ && *missed_ == next;
      if (result.extreme) return result;
      result.reason = at_end_
                          ? "the largest " + unknown_.name + " that is read here meets the target: larger ones may too"
                          : open_reason();
      result.parameter.converged = false;
      std::optional<Rational> other = domain_end();
      if (missed_) other = rising() ? Rational(*missed_ - 1) : Rational(*missed_ + 1);
      result.parameter.value = bracket(other, bits);
      return result;
    }
    // What was not seen to miss the target may meet it: the bracket then ends with the domain.
    result.parameter.value = bracket(missed_ ? missed_ : domain_end(), bits);
    result.extreme = missed_ && narrow_enough();
    result.parameter.converged = result.extreme;
    if (!result.extreme)
      result.reason = missed_ ? open_reason() : "no value that misses the target was found within the budget";
    return result;
  }

  // The search ended at the largest integer that is read, where the domain goes on.
  bool capped() const { return unknown_.is_integer && rising(); }

  // Where the values that may be more extreme than `safe` end; nothing for infinity.
  std::optional<Rational> domain_end() const {
    if (unknown_.is_integer) return rising() ? std::nullopt : std::optional<Rational>(unknown_.lowest);
    return rising() ? top() : std::optional<Rational>(0);
  }

  Value bracket(const std::optional<Rational>& other, long bits) const {
    Value value = hull(Ball(*safe_, bits), other ? Ball(*other, bits) : Ball::positive_infinity(bits));
    value.least = other ? std::min(*safe_, *other) : *safe_;
    if (other) value.most = std::max(*safe_, *other);
    return value;
  }

  std::string open_reason() const {
    if (out_of_time()) return "the time ended before the values between the two ends were decided";
    return "what is known of these mechanisms does not decide the target between the two ends";
  }

  const Question& question_;
  const Unknown& unknown_;
  const CompositionAt& composition_;
  const Claim& target_;
  Rational tolerance_;
  std::optional<Rational> safe_, missed_;
  bool at_end_ = false;
  bool probability_monotone_ = true;  // of a probabilistic target
  std::string method_;
  std::vector<std::string> theorems_;
  std::optional<Error> fault_;
};

}  // namespace

core::Result<Calibration> calibrate(const Question& question, const Unknown& unknown, const CompositionAt& composition,
                                    const Claim& target) {
  return Search(question, unknown, composition, target).solve();
}

}  // namespace assay::accounting
