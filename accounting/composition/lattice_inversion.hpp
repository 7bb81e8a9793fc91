// The excess of a lattice law by inversion of its characteristic function.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/composition/lattice_plan.hpp"
#include "accounting/composition/lattice_tilt.hpp"

namespace assay::accounting {

/// The trapezoid sum over plan.highest - plan.lowest nodes.
/// Gives:  a ball around T = sum over the window, |T - excess/scale| <= P[I <= plan.lowest] + P[I > plan.highest] under
///         the tilt, scale = E[e^{tilt I}] e^{-tilt first}. Nodes that are skipped, or that the deadline cuts off, are
///         charged.
/// Source: theorem `lattice-inversion`; the proof is at the class in lattice_inversion.cpp.
Ball invert_lattice(const std::vector<TiltedTerm>& terms, const LatticePlan& plan, std::int64_t first, const Ball& tilt,
                    const Ball& step, const Ball& gap, const Deadline& deadline);

}  // namespace assay::accounting
