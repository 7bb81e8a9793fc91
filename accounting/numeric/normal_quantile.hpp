// The inverse of the standard normal distribution function.
#pragma once

#include "accounting/numeric/ball.hpp"

namespace assay::accounting {

/// The z with P[N > z] = x, for every x of the ball: P[N <= -z] = x too.
/// Precondition: 0 < x < 1.
/// Bound: found by Newton's method in balls, then proved by the signs of P[N > z] - x at both ends.
Ball normal_upper_quantile(const Ball& x);

}  // namespace assay::accounting
