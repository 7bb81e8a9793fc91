// Bisection. The invariant: f(low) < target < f(high), both certain.
#include "accounting/numeric/root.hpp"

namespace assay::accounting {

using core::Rational;

namespace {

/// Doubled steps reach 2^most_widenings times the first width.
constexpr int most_widenings = 4096;

}  // namespace

Ball root_of(const std::function<Ball(const Rational&)>& f, const Ball& target, Rational low, Rational high,
             long bits) {
  const auto below = [&](const Rational& x) { return certainly_less(f(x), target); };
  const auto above = [&](const Rational& x) { return certainly_less(target, f(x)); };
  const Rational first = high - low;
  int widenings = most_widenings;
  bool proven = false;
  for (Rational step = first; !(proven = below(low)) && widenings > 0; --widenings, step *= 2) {
    if (above(low)) high = low;
    low -= step;
  }
  if (!proven) return Ball::plus_minus(Ball::positive_infinity(bits));
  proven = false;
  for (Rational step = first; !(proven = above(high)) && widenings > 0; --widenings, step *= 2) {
    if (below(high)) low = high;
    high += step;
  }
  if (!proven) return Ball::plus_minus(Ball::positive_infinity(bits));
  long round = 0;
  Rational middle = (low + high) / 2;
  for (; round < 2 * bits; ++round) {
    if (below(middle))
      low = middle;
    else if (above(middle))
      high = middle;
    else
      break;
    middle = (low + high) / 2;
  }
  // No sign at the middle, which may be the root itself: each side closes in on what has no sign, until it is as near
  // as that is wide.
  Rational from = middle, to = middle;
  for (; round < 2 * bits && (from - low > middle - from || high - to > to - middle); ++round) {
    const Rational left = (low + from) / 2, right = (to + high) / 2;
    (below(left) ? low : from) = left;
    (above(right) ? high : to) = right;
  }
  return hull(Ball(low, bits), Ball(high, bits));
}

}  // namespace assay::accounting
