#include "accounting/curve/hockey_stick.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {
namespace {

using core::Rational;

// The double as a rational; nullopt unless finite.
std::optional<Rational> rational(double x) {
  if (!std::isfinite(x)) return std::nullopt;
  return Rational(x);
}

// One evaluation of the curve against the wanted delta.
struct Sample {
  Rational epsilon;
  std::optional<int> sign;  // of delta(epsilon) - wanted
  double log_ratio;         // log(delta(epsilon) / wanted), of the midpoint
  bool informative = true;  // the ball tells the size of delta
  double width = 0;         // relative, of the ball: that of log_ratio
};

constexpr long search_digits = 5;

class Inverse {
 public:
  /// `mass_below`: the infinite mass is certainly below delta, so that the largest finite loss will do.
  Inverse(ComposedLoss& loss, const Rational& delta, const Target& target, bool mass_below)
      : loss_(loss),
        delta_(delta),
        target_(target),
        mass_below_(mass_below),
        effort_(std::min(search_digits, target.digits + 2)) {
    log_delta_ = Ball(delta, 64).log_midpoint();
    bits_ = 64 + static_cast<long>(static_cast<double>(target.digits) * 3.33);
    core::Integer ten = 1;
    for (long i = 0; i < target_.digits; ++i) ten *= 10;
    tolerance_ = Rational(1, 2 * ten);
  }

  Value solve() {
    bracket();
    if (!low_) {
      const Sample zero = at(0);
      if (zero.sign && *zero.sign <= 0) return Value(Rational(0), bits_);
      low_ = 0;  // epsilon >= 0 by definition, whatever delta(0) is
    }
    narrow();
    return finish();
  }

 private:
  Sample at(const Rational& epsilon) {
    const Value value = loss_.delta(epsilon, {effort_, target_.deadline});
    return {epsilon, compare(value, delta_), value.ball.log_midpoint() - log_delta_, value.ball.relative_bits() > 0,
            std::exp2(-static_cast<double>(value.ball.relative_bits()))};
  }

  // Evaluates at epsilon and keeps what it proves.
  Sample visit(const Rational& epsilon) {
    Sample s = at(epsilon);
    if (last_ && last_->informative && s.informative) {
      const double rise = s.log_ratio - last_->log_ratio;
      const double run = Rational(s.epsilon - last_->epsilon).convert_to<double>();
      if (std::isfinite(rise) && std::abs(rise) > 8 * (s.width + last_->width) && run != 0) slope_ = rise / run;
    }
    if (s.sign && *s.sign > 0 && (!low_ || epsilon > *low_)) low_ = epsilon;
    if (s.sign && *s.sign <= 0 && (!high_ || epsilon < *high_)) high_ = epsilon;
    return s;
  }

  // A finite upper end: the engine's guess, then doubling; the largest loss where there is one.
  void bracket() {
    const double estimate = loss_.guess_epsilon(log_delta_);
    const double guess = std::isfinite(estimate) && estimate > 0 ? estimate : 1e-3;
    if (auto most = mass_below_ ? loss_.max_loss(bits_) : std::nullopt;
        most && (most->exact || most->ball.is_finite())) {
      const Rational end = most->exact ? *most->exact : upper_rational(most->ball);
      if (loss_.compare_max_loss(end) >= 0) high_ = end;
      // A delta below the width of the answer: the largest loss may be all of it.
      if (high_ && delta_ < end * tolerance_) {
        last_ = visit(end * (1 - tolerance_ / 2));
        if (low_ && narrow_enough()) return;
      }
    }
    last_ = visit(*rational(guess));
    for (double x = guess / 2; in_fog(*last_) && x > guess * 1e-4 && !out_of_time(); x /= 2)
      last_ = visit(*rational(x));
    const bool rising = above(*last_);
    search(last_->epsilon.convert_to<double>(), rising);
    // Where the curve is a bound that is wide around the root, its midpoint may point the wrong way.
    if (!high_) search(guess, true);
  }

  // Outward from an epsilon near the root: far from it an evaluation can cost a hundred times more. Secant steps where
  // they lead further than a reach that grows fourfold.
  void search(double start, bool rising) {
    double reach = 1.0 / 512;
    std::optional<Sample> previous;
    for (int i = 0; i < 60 && !out_of_time(); ++i, reach *= 4) {
      if (!last_->informative && i >= 12) return;
      double x = rising ? start * (1 + reach) : start / (1 + reach);
      if (previous && last_->informative && std::isfinite(previous->log_ratio - last_->log_ratio) &&
          previous->log_ratio != last_->log_ratio) {
        const double at = last_->epsilon.convert_to<double>(), from = previous->epsilon.convert_to<double>();
        const double step = 1.1 * (at - from) * last_->log_ratio / (previous->log_ratio - last_->log_ratio);
        if (std::isfinite(step))
          x = rising ? std::clamp(at + step, x, std::max(x, 4 * at)) : std::clamp(at + step, std::min(x, at / 4), x);
      }
      const auto next = rational(x);
      if (!next || (rising && high_ && *next >= *high_)) return;
      previous = last_;
      last_ = visit(*next);
      if (rising ? high_.has_value() : above(*last_)) return;
    }
  }

  // The engine tells neither a side nor a size.
  static bool in_fog(const Sample& s) { return !s.sign && !s.informative; }

  // Whether delta at the sample exceeds the wanted value, by proof or else by its midpoint.
  static bool above(const Sample& s) { return s.sign ? *s.sign > 0 : s.log_ratio > 0; }

  bool out_of_time() const { return target_.deadline.passed(); }

  bool narrow_enough() const { return low_ && high_ && *high_ - *low_ <= *high_ * tolerance_; }

  // Secant steps in log delta, each followed by a probe on the other side of the root; bisection where they stall.
  void narrow() {
    if (!low_ || !high_) return;
    std::optional<Sample> previous;
    int stalled = 0, foggy = 0;
    for (int i = 0; i < 200 && !narrow_enough() && !out_of_time(); ++i) {
      const Rational x = candidate(previous, stalled), width = *high_ - *low_;
      // Far from the root a few digits of delta steer; the last steps need them all.
      if (abs(x - last_->epsilon) <= x / 1000 || width <= x / 1000) effort_ = std::max(effort_, target_.digits + 2);
      previous = last_;
      last_ = visit(x);
      if (in_fog(*last_)) {
        // The root may lie on the near side, where the engine works: back towards the proven end.
        if (++foggy > 4) return;
        last_ = visit_below(x);
        if (in_fog(*last_)) return;
        previous.reset();
      } else if (!last_->sign) {
        if (!step_aside(x)) return;
      } else if (near_root(*last_, previous)) {
        probe(x, *last_->sign > 0);
      }
      stalled = *high_ - *low_ > width / 2 ? stalled + 1 : 0;
    }
  }

  // The first sample on the way from x down to the lower end that is out of the fog, else the last one tried.
  Sample visit_below(Rational x) {
    for (int i = 0; i < 24; ++i) {
      x = *low_ * 2 >= x ? (*low_ + x) / 2 : x / 2;
      Sample s = visit(shortened(x));
      if (!in_fog(s) || out_of_time()) return s;
    }
    return {x, std::nullopt, 0, false};
  }

  Rational candidate(const std::optional<Sample>& previous, int stalled) const {
    const Rational middle = (*low_ + *high_) / 2;
    if (stalled >= 2) {
      // Ends far apart in size are halved in the logarithm.
      if (*low_ > 0 && *high_ > *low_ * 4) {
        const double mid = std::sqrt(low_->convert_to<double>()) * std::sqrt(high_->convert_to<double>());
        if (const auto r = rational(mid); r && *r > *low_ && *r < *high_) return *r;
      }
      return shortened(middle);
    }
    if (previous && last_ && std::isfinite(previous->log_ratio) && std::isfinite(last_->log_ratio) &&
        previous->log_ratio != last_->log_ratio) {
      const double slope = last_->log_ratio / (last_->log_ratio - previous->log_ratio);
      if (const auto step = rational(slope)) {
        Rational x = shortened(last_->epsilon - (last_->epsilon - previous->epsilon) * *step);
        if (x > *low_ && x < *high_) return x;
      }
    }
    if (last_ && std::isfinite(last_->log_ratio) && !previous) {
      Rational x = shortened(last_->epsilon * (last_->log_ratio > 0 ? Rational(33, 32) : Rational(31, 32)));
      if (x > *low_ && x < *high_) return x;
    }
    return shortened(middle);
  }

  // Keeps candidates short: their bits beyond the accuracy asked for say nothing.
  Rational shortened(const Rational& x) const {
    if (x == 0) return x;
    Ball b(x, bits_);
    arf_set_round(arb_midref(b.raw()), arb_midref(b.raw()), bits_, ARF_RND_NEAR);
    mag_zero(arb_radref(b.raw()));
    return lower_rational(b);
  }

  bool near_root(const Sample& s, const std::optional<Sample>& previous) const {
    if (!previous || !std::isfinite(s.log_ratio) || !std::isfinite(previous->log_ratio)) return false;
    if (s.log_ratio == previous->log_ratio) return true;
    const double slope = s.log_ratio / (s.log_ratio - previous->log_ratio);
    const auto step = rational(slope);
    if (!step) return false;
    const Rational distance = abs((s.epsilon - previous->epsilon) * *step);
    return distance <= s.epsilon * tolerance_ / 4;
  }

  void probe(const Rational& x, bool root_is_right) {
    const Rational reach = x * tolerance_ / 2;
    const Rational other = root_is_right ? x + reach : x - reach;
    if (other > *low_ && other < *high_) visit(other);
  }

  // The value at x does not tell on which side the root is: try both flanks, then more accuracy.
  bool step_aside(const Rational& x) {
    if (effort_ < target_.digits + 2) {
      effort_ = target_.digits + 2;
      last_ = visit(x);
      if (last_->sign) return true;
    }
    const Rational reach = x * tolerance_ / 3;
    if (const auto own = rational(reach_of(*last_)); own && *own > reach) return bracket_by_width(x);
    const Sample right = visit(x + reach), left = visit(x - reach);
    if (right.sign || left.sign) return true;
    effort_ += 6;
    return ++raised_ < 8;
  }

  // How far from the sample its ball certainly leaves the wanted value behind, by the slope seen so far.
  double reach_of(const Sample& s) const { return 1.25 * (s.width + std::abs(s.log_ratio)) / std::abs(slope_); }

  // The engine's accuracy ends before the bracket is narrow: once more effort, then what its width leaves on both
  // sides. Gives: whether to go on.
  bool bracket_by_width(const Rational& x) {
    const double before = last_->width;
    effort_ += 6;
    last_ = visit(x);
    if (last_->sign) return true;
    if (last_->width < before / 8 && ++raised_ < 8) return true;
    for (const int side : {-1, 1}) {
      auto reach = rational(reach_of(*last_));
      for (int i = 0; reach && i < 6 && !out_of_time(); ++i, *reach *= 2) {
        const Rational at = shortened(x + side * *reach);
        if (at <= *low_ || at >= *high_ || visit(at).sign) break;
      }
    }
    limited_ = true;
    return false;
  }

  // What is proved. Where the curve's own enclosure is wide (a bound, not a value) both flanks are found by bisection.
  Value finish() {
    if (high_ && !narrow_enough() && !limited_ && !out_of_time()) {
      effort_ = target_.digits + 2;
      flank(false);
      flank(true);
    }
    Value value = hull(Ball(*low_, bits_), high_ ? Ball(*high_, bits_) : Ball::positive_infinity(bits_));
    value.least = low_;
    value.most = high_;
    return value;
  }

  // Bisection for the largest epsilon that is certainly too small (the least that certainly suffices).
  void flank(bool upper) {
    Rational inside = upper ? *low_ : *high_, proved = upper ? *high_ : *low_;
    for (long i = 0; i < 40 + 4 * target_.digits && !out_of_time(); ++i) {
      if (abs(inside - proved) <= std::max(inside, proved) * tolerance_) return;
      const Rational x = shortened((inside + proved) / 2);
      const Sample s = visit(x);
      const bool proves = s.sign && (*s.sign > 0) != upper;
      (proves ? proved : inside) = x;
    }
  }

  ComposedLoss& loss_;
  Rational delta_;
  Target target_;
  bool mass_below_;
  long effort_, bits_;
  int raised_ = 0;
  bool limited_ = false;  // by the engine's accuracy
  double slope_ = -1;     // of log delta, where last seen
  Rational tolerance_;    // of the final bracket, relative
  double log_delta_ = 0;
  std::optional<Rational> low_, high_;  // delta(low) > wanted >= delta(high), both proved (but low = 0)
  std::optional<Sample> last_;
};

}  // namespace

std::optional<int> compare(const Value& x, const Rational& y) {
  if (x.exact) return *x.exact < y ? -1 : *x.exact > y ? 1 : 0;
  if (certainly_less(y, x.ball)) return 1;
  if (certainly_less(x.ball, y)) return -1;
  return std::nullopt;
}

std::optional<int> compare_delta(const Value& delta, const Rational& claimed) {
  if (claimed >= 1) return -1;
  if (const auto sign = compare(delta, claimed)) return sign;
  if (claimed == 0 && certainly_less_equal(upper(delta.ball), Ball(0, 64))) return 0;
  return std::nullopt;
}

Value least_epsilon(ComposedLoss& loss, const Rational& delta, const Target& target) {
  const long bits = 64 + static_cast<long>(static_cast<double>(target.digits) * 3.33);
  if (delta >= 1) return Value(Rational(0), bits);
  std::optional<int> mass;
  for (long b = bits; !mass && b < 16 * bits; b *= 2) mass = compare(loss.infinite_mass(b), delta);
  if (mass && *mass > 0) return Value(Ball::positive_infinity(bits));
  if (mass && *mass == 0) {
    // Nothing but the infinite mass may remain: the least epsilon is the largest finite loss.
    const auto most = loss.max_loss(bits);
    if (!most) return Value(Ball::positive_infinity(bits));
    if (most->exact) return Value(std::max(*most->exact, Rational(0)), bits);
    return nonnegative(most->ball);
  }
  return Inverse(loss, delta, target, mass.has_value()).solve();
}

}  // namespace assay::accounting
