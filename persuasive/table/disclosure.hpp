// Why a cell is disclosed: the linear combination of published cells that gives its value.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/table/release.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// value = constant + sum coefficient * (published cell).
struct Combination {
  std::vector<std::pair<std::size_t, core::Rational>> terms;
  core::Rational constant = 0;
};

/// The combination for each variable named that the equations alone determine; within, nullopt where bounds were
/// needed. Gives: nullopt past the deadline or past 4 million coefficients of the system.
std::optional<std::vector<std::optional<Combination>>> disclosing_combinations(
    const Release& release, const System& system, const std::vector<std::size_t>& variables,
    const accounting::Deadline& deadline);

}  // namespace assay::persuasive
