// Comparison and enclosure of exact and computed reals.
#include "persuasive/exact/real.hpp"

#include <algorithm>

namespace assay::persuasive {

using accounting::Ball;
using accounting::Value;

namespace {

constexpr long most_bits_shown = 1 << 20;

long bits_for(long digits) { return digits * 10 / 3 + 40; }

/// The number at a precision that shows `digits` of it, where one up to the limit does.
Ball enclose_to(const Real& x, long digits) {
  const long want = digits * 10 / 3 + 8;
  for (long bits = bits_for(digits);; bits *= 2) {
    Ball ball = x.enclose(bits);
    if (ball.is_exact_zero() || ball.relative_bits() >= want ||
        bits >= std::min(most_bits_shown, 64 * bits_for(digits)))
      return ball;
  }
}

}  // namespace

Ball Real::enclose(long bits) const {
  if (infinite_ != 0) return infinite_ > 0 ? Ball::positive_infinity(bits) : -Ball::positive_infinity(bits);
  if (computed_ == nullptr) return persuasive::enclose(exact_, bits);
  if (computed_->bits != bits) {
    computed_->last = computed_->f(bits);
    computed_->bits = bits;
  }
  return *computed_->last;
}

Real Real::of(const scoring::ExactReal& form) {
  if (form.is_positive_infinity()) return infinite();
  if (form.is_negative_infinity()) return infinite(-1);
  if (const core::Rational* exact = form.as_rational()) return Real(*exact);
  if (const std::optional<core::Rational> ratio = form.as_log()) return Real(LogNumber::log(*ratio));
  const auto enclosed = [form](long bits) { return form.ball(bits); };
  return form.has_computed_part() ? computed(enclosed) : computed(enclosed, form);
}

std::optional<scoring::ExactReal> Real::form() const {
  if (infinite_ != 0) return std::nullopt;
  if (computed_ != nullptr) return computed_->form;
  return scoring::ExactReal(exact_.shift) + scoring::ExactReal::log(exact_.ratio);
}

Order compare(const Real& x, const Real& y, long most_bits) {
  if (x.infinity() != 0 || y.infinity() != 0) {
    if (x.infinity() == y.infinity()) return Order::equal;
    return x.infinity() < y.infinity() ? Order::less : Order::greater;
  }
  if (x.exact() != nullptr && y.exact() != nullptr) {
    const int order = compare(*x.exact(), *y.exact());
    return order < 0 ? Order::less : order > 0 ? Order::greater : Order::equal;
  }
  if (x.is_same_computation(y)) return Order::equal;
  for (long bits = 96; bits <= most_bits; bits *= 2) {
    const Ball a = x.enclose(bits), b = y.enclose(bits);
    if (certainly_less(a, b)) return Order::less;
    if (certainly_less(b, a)) return Order::greater;
  }
  const std::optional<scoring::ExactReal> a = x.form(), b = y.form();
  if (const std::optional<int> order = a && b ? scoring::compare(*a, *b) : std::nullopt)
    return *order < 0 ? Order::less : *order > 0 ? Order::greater : Order::equal;
  return Order::unknown;
}

Real larger(const Real& x, const Real& y) {
  const Order order = compare(x, y);
  if (order == Order::unknown)
    return Real::computed([x, y](long bits) { return max(x.enclose(bits), y.enclose(bits)); });
  return order == Order::less ? y : x;
}

Real smaller(const Real& x, const Real& y) {
  const Order order = compare(x, y);
  if (order == Order::unknown)
    return Real::computed([x, y](long bits) { return min(x.enclose(bits), y.enclose(bits)); });
  return order == Order::greater ? y : x;
}

Value value(const Real& x, long digits) {
  if (x.exact() != nullptr && x.exact()->is_rational()) return Value(x.exact()->shift, bits_for(digits));
  return Value(enclose_to(x, digits));
}

Value value(const Real& lower, const Real& upper, long digits) {
  if (lower.exact() != nullptr && upper.exact() != nullptr && *lower.exact() == *upper.exact())
    return value(lower, digits);
  if (lower.infinity() != 0 && lower.infinity() == upper.infinity()) return value(lower, digits);
  const Ball low = enclose_to(lower, digits), high = enclose_to(upper, digits);
  Value hulled(hull(low, high));
  // A ball has one centre: a bracket that is open on one side keeps its other end as a rational.
  if (low.is_finite()) hulled.least = lower_rational(low);
  if (high.is_finite()) hulled.most = upper_rational(high);
  return hulled;
}

}  // namespace assay::persuasive
