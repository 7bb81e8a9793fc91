// The number of whole two-way tables with given margins and nothing else known, up to 6 x 6: meeting in the middle.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/table/count.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// The margins of a system that is one complete two-way block: every row of the table meets every column in one cell,
/// cells are free between 0 and what their margins allow, and each table weighs 1.
struct TwoWayMargins {
  std::vector<Amount> rows, columns;
  /// Row and column of each variable of the system.
  std::vector<std::pair<std::size_t, std::size_t>> lines = {};
};
std::optional<TwoWayMargins> two_way_margins(const System& system, const std::vector<Span>& spans,
                                             const std::vector<ValueWeights>& weights);

/// The number of tables of nonnegative whole numbers with these margins.
/// Shape: at most 6 rows and 6 columns.
/// Gives: nullopt where the deadline passes or the work would need more than about 600 MB.
/// Source: theorem `table-two-way-count`.
std::optional<core::Integer> count_two_way(const TwoWayMargins& margins, const accounting::Deadline& deadline);

}  // namespace assay::persuasive
