// The normal distribution's upper tail for arguments of any size, and Mills' ratio.
#pragma once

#include "accounting/numeric/ball.hpp"

namespace assay::accounting {

/// From here on (and below the negative) the tail is computed as density times Mills' ratio.
inline constexpr long far_tail = 1024;

/// (1 - Phi(x))/phi(x) for x >= far_tail.
/// Bound:  the asymptotic series sum (-1)^n (2n-1)!!/x^{2n+1} envelops the ratio: the error is below the next term.
/// Source: theorem `mills-ratio-series`.
Ball far_mills_ratio(const Ball& x);

/// e^{-x^2/2}/sqrt(2 pi).
Ball normal_density(const Ball& x);

/// P[N > x] for every real x, to full relative accuracy also where the special function's exponent range ends.
Ball wide_normal_tail(const Ball& x);

}  // namespace assay::accounting
