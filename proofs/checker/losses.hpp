// Laws of the privacy loss in whole numbers: masses that are multiples of 2^-bits on a grid, rounded to one side.
//
// Soundness (theorem `integer-losses`). delta of a law is the sum of its masses m_n at the losses s_n times
// g(s_n - epsilon), plus its infinite mass, with g(y) = (1 - e^{-y})_+ in [0, 1] and nondecreasing. So it does not fall
// when a mass grows, when mass moves to a larger loss, or to infinity; nor does any convolution. The upper law does
// only that, from discretise() on; the lower law does only the reverse.
#pragma once

#include <vector>

#include "proofs/checker/discretise.hpp"

namespace assay::checker {

/// A bound on delta(epsilon) of the composition, or on P[loss > epsilon], in units of 2^(-2 bits).
/// Fails: refuses zCDP parts (they have no pair), grids that are too fine or too coarse, and work beyond the budget.
Integer bound_delta(const std::vector<Counted>& parts, const Grid& grid, const Real& epsilon, Budget& budget);

}  // namespace assay::checker
