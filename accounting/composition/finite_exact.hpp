// delta(0) = total variation distance as a rational, for few rational atoms.
#pragma once

#include <optional>
#include <vector>

#include "accounting/composition/lattice_group.hpp"

namespace assay::accounting {

/// sum (P - Q)_+ over all outcomes of the composition; nullopt where a part is not rational or the numbers grow large.
std::optional<core::Rational> exact_delta_at_zero(const std::vector<FinitePart>& parts);

/// P[S = inf] = 1 - prod (1 - m)^count as a rational; nullopt where it grows large.
std::optional<core::Rational> exact_infinite_mass(const std::vector<FinitePart>& parts);

}  // namespace assay::accounting
