// Sums of rotating weights, sum_n c_n e^{i j phi_n} for j = 0 .. J, in fixed-point integers.
#pragma once

#include <optional>

#include "accounting/numeric/ball_vector.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

/// Shape:  weights and angles have one length n; each weight lies in [0, 1]; `steps` = J, the result has J + 1 values.
/// Gives:  balls that hold the sums, of radius about n (2 j^2 + 2 j) 2^-bits.
/// Bound:  the Chebyshev recurrence X_{j+1} = 2 cos(phi) X_j - X_{j-1} multiplies a local error by U_m(cos phi), and
///         |U_m| <= m + 1; a local error is at most 3 units: one of truncation, two of the rounded coefficient.
/// Fails:  nullopt when the deadline passes, or a weight or angle is known to less than half a unit.
/// Source: T. J. Rivlin, Chebyshev Polynomials (1990), for |U_m| <= m + 1.
std::optional<ComplexVector> rotor_sums(const BallVector& weights, const BallVector& angles, long steps, long bits,
                                        const Deadline& deadline);

}  // namespace assay::accounting
