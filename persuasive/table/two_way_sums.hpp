// Sums over the whole two-way tables of which some cells are known: partial row sums in dense arrays, one column after
// another.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/table/two_way_cells.hpp"

namespace assay::persuasive {

/// Whole-number weights of the values low, low + 1, ... of one cell, over one denominator.
struct WholeWeights {
  Amount low = 0;
  std::vector<core::Integer> weights;
  core::Integer denominator = 1;
};

struct TwoWaySums {
  /// The sum over tables of the product of the weights, without their denominators.
  core::Integer total = 0;
  /// By variable, the part of each value of its span; empty where not asked, or where there was no room or time.
  std::vector<std::vector<core::Integer>> parts;
};

/// Shape:  spans finite, one a variable; weights cover them.
/// Gives:  nullopt where the work is too small to be worth the arrays, needs more than `two_way_bytes`, or where the
///         deadline passes before the total is known.
/// Source: theorem `table-counting`; sums are taken modulo coprime numbers whose product exceeds them.
std::optional<TwoWaySums> two_way_sums(const TwoWayCells& cells, const std::vector<Span>& spans,
                                       const std::vector<WholeWeights>& weights, bool parts, std::size_t least_work,
                                       const accounting::Deadline& deadline);

}  // namespace assay::persuasive
