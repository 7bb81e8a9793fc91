#include "accounting/curve/tradeoff.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "accounting/composition/refine.hpp"
#include "accounting/numeric/centre.hpp"
#include "accounting/numeric/normal_quantile.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// A line that bounds C from above outside a short stretch (y_1, y_2): through C(y_1) and C(y_2).
struct Cut {
  Rational at;  // log y_1
  Ball y;       // the end of the stretch that faces the maximum: y_2 of a rising line, y_1 of a falling one
  Ball value;   // C(y)
  Ball slope;
  Ball width;  // y_2 - y_1
  Ball slack;  // how far C can rise above its ends inside the stretch, by what was known when it was made
};

class Supremum {
 public:
  Supremum(ComposedLoss& forward, ComposedLoss& backward, const Rational& type1, const Target& target)
      : forward_(forward), backward_(backward), type1_(type1), target_(target), top_(Ball(1 - type1, 64)) {}

  Value solve() {
    bracket();
    for (int i = 0; left_ && right_ && i < 160 && !close() && !target_.deadline.passed(); ++i) {
      // Digits follow the gap that is left.
      const double left = (best_.log_midpoint() - (top_ - best_).log_midpoint()) / 2.302585;
      digits_ = std::clamp(static_cast<long>(std::max(0.0, left)) + 5, 5L, target_.digits + 5);
      const Rational x = next(i);
      if (x <= left_->at || x >= right_->at) break;
      if (!visit(x) && ++refined_ > 8) break;
    }
    Value value = hull(best_, max(best_, top_)).with_bits(bits());
    value.least = 0;
    value.most = 1 - type1_;  // guessing attains it
    return value;
  }

 private:
  long bits() const { return 64 + 4 * work_digits(); }
  // The stretches between paired points are short enough that no kink inside one matters.
  long stretch_digits() const { return target_.digits + 6; }
  long work_digits() const { return stretch_digits() + digits_ + 6 + 6 * refined_; }

  // C at y = e^x.
  Ball curve(const Rational& x, long digits) {
    const Target target{digits, target_.deadline};
    const long b = 64 + 4 * digits;
    const Ball y = exp(Ball(x, b));
    if (x >= 0) return 1 - backward_.delta(x, target).ball.with_bits(b) - y * Ball(type1_, b);
    return y * (Ball(1 - type1_, b) - forward_.delta(-x, target).ball.with_bits(b));
  }

  // Evaluates C at x and a little to the right; keeps the cut on the side that its slope tells. False where the slope
  // may be 0.
  bool visit(const Rational& x) {
    const long b = bits();
    core::Integer ten = 1;
    for (long i = 0; i < stretch_digits(); ++i) ten *= 10;
    const Rational beside = x + Rational(1, ten);
    const Ball y = exp(Ball(x, b)), y2 = exp(Ball(beside, b));
    const Ball c = curve(x, work_digits()), c2 = curve(beside, work_digits());
    keep(c);
    keep(c2);
    const Ball slope = (c2 - c) / (y2 - y);
    if (!slope.is_finite()) return false;
    // C' <= 1 everywhere, and below the slope of any rising line to the left.
    const Ball steepest = left_ && left_->at < x ? upper(left_->slope) : Ball(1, b);
    const Ball slack = upper(steepest * (y2 - y));
    if (certainly_negative(slope)) {
      right_ = Cut{x, y, c, slope, upper(y2 - y), slack};
    } else if (certainly_positive(slope)) {
      left_ = Cut{x, y2, c2, slope, upper(y2 - y), slack};
    } else {
      // C rises from here by the slope times the distance at most, on either side; C >= 0 wants y <= 1 / type1.
      const Ball far = right_ ? upper(right_->y + right_->width) : Ball(1, b) / Ball(type1_, b);
      lower_top(max(upper(c), upper(c2)) + upper(abs(slope)) * max(far, y2) + slack);
      return false;
    }
    meet();
    return true;
  }

  void keep(const Ball& c) {
    const Ball low = lower(c);
    if (certainly_less(best_, low)) best_ = low;
  }
  void lower_top(const Ball& bound) {
    if (bound.is_finite()) top_ = upper(min(top_, upper(bound)));
  }

  // Points on both sides of the maximum.
  void bracket() {
    Rational reach(1, 4);
    visit(0);
    for (int i = 0; i < 60 && (!left_ || !right_) && !target_.deadline.passed(); ++i, reach *= 2) {
      if (!right_) visit(reach);
      if (!left_) visit(-reach);
    }
  }

  // Both lines bound C between the cuts; beyond them C is below its values there.
  void meet() {
    if (!left_ || !right_ || left_->at >= right_->at) return;
    const Ball a = upper(left_->slope), d = lower(right_->slope);
    const Ball y = (right_->value - left_->value + a * left_->y - d * right_->y) / (a - d);
    // Inside the falling stretch C rises no steeper than along the rising line.
    Ball top = max(upper(left_->value + left_->slack), upper(right_->value + a * right_->width));
    lower_top(max(top, upper(left_->value + a * (y - left_->y))));
  }

  bool close() const {
    const Ball scale = pow(Ball(10, 64), static_cast<unsigned long>(target_.digits));
    return certainly_less_equal((top_ - best_) * scale, best_);
  }

  Rational next(int round) const {
    const Rational middle = (left_->at + right_->at) / 2, width = right_->at - left_->at;
    if (width > 1 || round % 3 == 2) return middle;
    const Ball a = left_->slope, d = right_->slope;
    // Where the slopes' linear interpolation vanishes (smooth curves), or the lines meet (kinks).
    const Ball guess = round % 3 == 0 ? left_->y + (right_->y - left_->y) * a / (a - d)
                                      : (right_->value - left_->value + a * left_->y - d * right_->y) / (a - d);
    if (!guess.is_finite() || !certainly_positive(guess)) return middle;
    Ball log_y = centre(log(guess));
    arf_set_round(arb_midref(log_y.raw()), arb_midref(log_y.raw()), 32 + 4 * digits_, ARF_RND_NEAR);
    const Rational margin = width / 1'000'000;
    return std::clamp(lower_rational(log_y), Rational(left_->at + margin), Rational(right_->at - margin));
  }

  ComposedLoss &forward_, &backward_;
  Rational type1_;
  Target target_;
  long digits_ = 5;
  int refined_ = 0;
  Ball best_{0, 64}, top_;  // the supremum lies between, proved
  std::optional<Cut> left_, right_;
};

}  // namespace

Value tradeoff(ComposedLoss& forward, ComposedLoss& backward, const Rational& type1, const Target& target) {
  const long bits = 64 + 4 * target.digits;
  if (type1 == 1) return Value(Rational(0), bits);
  if (type1 == 0) {
    // Reject where P has no mass: what is left of Q.
    const Value mass = backward.infinite_mass(bits);
    if (mass.exact) return Value(1 - *mass.exact, bits);
    return 1 - mass.ball;
  }
  const Value apart = forward.infinite_mass(bits);
  if (apart.exact && type1 >= 1 - *apart.exact) return Value(Rational(0), bits);  // reject wherever Q has mass
  return Supremum(forward, backward, type1, target).solve();
}

Value gaussian_tradeoff(const Rational& mu_squared, const Rational& type1, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  if (type1 == 0 || type1 == 1) return Value(1 - type1, bits);
  if (mu_squared == 0) return Value(1 - type1, bits);
  Value value = refine(bits, target, [&](long b) {
    // P[N <= z - mu] with P[N > z] = type1.
    return normal_cdf(normal_upper_quantile(Ball(type1, b)) - sqrt(Ball(mu_squared, b)));
  });
  value.least = 0;
  value.most = 1 - type1;
  return value;
}

std::optional<Rational> gaussian_total(std::span<const LossPart> parts) {
  Rational total = 0;
  for (const LossPart& part : parts) {
    const auto* gaussian = std::get_if<GaussianLoss>(&part.loss);
    if (gaussian == nullptr) return std::nullopt;
    total += gaussian->mu_squared * part.count;
  }
  return total;
}

}  // namespace assay::accounting
