// Bisection. The invariant: f(low) < target < f(high), both certain.
#include "accounting/numeric/root.hpp"

#include <algorithm>

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
  Rational middle = (low + high) / 2;
  for (long round = 0; round < 2 * bits; ++round) {
    if (below(middle))
      low = middle;
    else if (above(middle))
      high = middle;
    else
      break;
    middle = (low + high) / 2;
  }
  // No sign at the middle, which may be the root itself: a sign is looked for ever further from it.
  const auto nearest = [&](const Rational& most, const auto& has_sign) {
    const long growth = std::max(4L, bits / 64);
    Rational without = 0;
    for (long small = bits - 8; small > 0; small -= growth) {
      Rational with = most / Rational(core::Integer(1) << static_cast<unsigned>(small));
      if (!has_sign(with)) {
        without = with;
        continue;
      }
      for (int step = 0; step < 4; ++step) {
        const Rational between = (without + with) / 2;
        (has_sign(between) ? with : without) = between;
      }
      return with;
    }
    return most;
  };
  const Rational before = nearest(middle - low, [&](const Rational& d) { return below(middle - d); });
  const Rational after = nearest(high - middle, [&](const Rational& d) { return above(middle + d); });
  low = middle - before;
  high = middle + after;
  return hull(Ball(low, bits), Ball(high, bits));
}

}  // namespace assay::accounting
