// Sums over the whole two-way tables of which some cells are known: partial row sums in dense arrays, one column after
// another.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "persuasive/table/table_sums.hpp"
#include "persuasive/table/two_way_cells.hpp"

namespace assay::persuasive {

/// Shape:  spans finite, one a variable; weights cover them.
/// Gives:  nullopt where the work needs more than `two_way_bytes` or minutes, or where the deadline
///         passes before the total is known.
/// Source: theorem `table-counting`; sums are taken modulo coprime numbers whose product exceeds them.
std::optional<TableSums> two_way_sums(const TwoWayCells& cells, const std::vector<Span>& spans,
                                      const std::vector<WholeWeights>& weights, bool parts,
                                      const accounting::Deadline& deadline);

}  // namespace assay::persuasive
