// Precision control that closed forms share: raise the working precision until the wanted accuracy is proven.
#pragma once

#include <utility>

#include "accounting/composition/profile.hpp"

namespace assay::accounting {

/// Bits of relative accuracy, with a margin, that `digits` decimal digits of an enclosure ask for.
inline long wanted_bits(const Target& target) {
  return static_cast<long>(static_cast<double>(target.digits) * 3.3219281) + 6;
}

/// x cut to [0, 1]: x holds a probability.
inline Ball probability(const Ball& x) {
  if (!x.is_finite()) return hull(Ball(0, x.bits()), Ball(1, x.bits()));
  return min(nonnegative(x), Ball(1, x.bits()));
}

/// compute(bits) at growing precision until it has the target's accuracy, at most `rounds` times or to the deadline.
/// Each answer of compute is a valid ball, so the last is.
template <class F>
Ball refine(long bits, const Target& target, F&& compute, int rounds = 6) {
  const long want = wanted_bits(target);
  for (;; bits *= 2) {
    Ball result = compute(bits);
    if (--rounds <= 0 || result.is_exact_zero() || (result.is_finite() && result.relative_bits() >= want) ||
        target.deadline.passed())
      return result;
  }
}

}  // namespace assay::accounting
