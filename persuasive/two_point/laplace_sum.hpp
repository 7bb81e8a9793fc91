// The sum of equal independent privacy losses of the Laplace mechanism.
#pragma once

#include <cstdint>

#include "accounting/composition/profile.hpp"
#include "persuasive/exact/real.hpp"

namespace assay::persuasive {

/// One loss is L = shift - 2 U with U = clip(Z, 0, shift), Z standard Laplace: U is 0 with probability 1/2, shift with
/// e^-shift/2, and has density e^-u/2 between.
/// P[sum of L > level] = P[sum of U < (count shift - level)/2].
/// With n - i of the variables between 0 and shift, i moved on by shift (inclusion and exclusion) and m at shift:
///   sum count!/(j! m! i! (n-i)!) 2^-count (-1)^i e^{-(m+i) shift} P[Gamma(n) < y - (m+i) shift],  j + m + n = count.
accounting::Value laplace_tail(const core::Rational& shift, std::uint64_t count, const Real& level, long bits);

}  // namespace assay::persuasive
