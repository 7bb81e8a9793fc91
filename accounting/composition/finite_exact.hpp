// delta(epsilon) as a rational, for few rational atoms and a rational e^epsilon.
#pragma once

#include <optional>
#include <vector>

#include "accounting/composition/lattice_group.hpp"

namespace assay::accounting {

/// sum (P - odds Q)_+ over all outcomes of the composition, odds = e^epsilon; nullopt where a part is not rational or
/// the numbers grow large.
std::optional<core::Rational> exact_delta_at_odds(const std::vector<FinitePart>& parts, const core::Rational& odds);

/// P[S = inf] = 1 - prod (1 - m)^count as a rational; nullopt where it grows large.
std::optional<core::Rational> exact_infinite_mass(const std::vector<FinitePart>& parts);

}  // namespace assay::accounting
