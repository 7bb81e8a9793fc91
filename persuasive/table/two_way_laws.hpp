// The law of every cell over all whole two-way tables with given margins and nothing else known, up to 6 x 6.
#pragma once

#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/table/two_way.hpp"

namespace assay::persuasive {

struct TwoWayLaws {
  core::Integer tables = 0;
  /// Tables in which the cell of a row and a column has a value: [row][column][value], up to the smaller margin.
  std::vector<std::vector<std::vector<core::Integer>>> tables_with;
};

/// Shape: at most 6 rows and 6 columns, at least 2 of each; margins of equal sums.
/// Gives: nullopt where the deadline passes, numbers may exceed 127 bits, or the work needs more than about 600 MB.
/// Source: theorem `table-counting`.
std::optional<TwoWayLaws> two_way_laws(const TwoWayMargins& margins, const accounting::Deadline& deadline);

}  // namespace assay::persuasive
