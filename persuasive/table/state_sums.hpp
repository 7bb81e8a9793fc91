// Sums over the tables of any system, by dynamic programming over the states that occur.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "persuasive/table/system.hpp"
#include "persuasive/table/table_sums.hpp"

namespace assay::persuasive {

/// Most states kept at one time, and most moves from one to another (any number where absent).
struct StateLimits {
  std::size_t states = 0;
  std::optional<std::size_t> moves;
};

/// Shape:  spans finite, one a variable; weights cover them.
/// Gives:  nullopt past the limits, or past the deadline before the total is known.
/// Source: theorem `table-counting`.
std::optional<TableSums> state_sums(const System& system, const std::vector<Span>& spans,
                                    const std::vector<WholeWeights>& weights, bool parts, const StateLimits& limits,
                                    const accounting::Deadline& deadline);

}  // namespace assay::persuasive
