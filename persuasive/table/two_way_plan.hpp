// In which order the columns of a two-way table are filled, and where partial sums of rows lie in the arrays.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "persuasive/table/two_way_cells.hpp"

namespace assay::persuasive {

/// One column with the rows that are open while it is filled; the last of these is the one whose partial sum follows
/// from the others. Every cell has its least value taken off.
struct TwoWayColumn {
  /// A cell with values from 0 to `high`; `axis` is its row's place among the open ones.
  struct Cell {
    std::size_t variable = 0, axis = 0, high = 0;
  };

  std::size_t total = 0;
  /// Of the open rows but the last: number of partial sums, distance of two neighbours, distance among the next
  /// column's places (0 for a row that is finished here, or whose sum follows there).
  std::vector<std::size_t> extent, stride, next_stride;
  /// Of every open row: its total, and whether this is its last column.
  std::vector<std::size_t> row_total;
  std::vector<bool> finished;
  std::size_t next_of_last = 0;
  /// Sum of the open rows' partial sums before the column.
  std::size_t before = 0;
  std::size_t places = 1;  // without the column's own sum
  std::vector<Cell> cells;

  std::size_t size() const { return places * (total + 1); }
};

/// The columns (or the rows, where that takes less) in an order that keeps the arrays small.
/// Gives: nullopt where an array would exceed `two_way_bytes`, or no table exists for want of cells.
std::optional<std::vector<TwoWayColumn>> plan_two_way(const TwoWayCells& cells, const std::vector<Span>& spans);

/// Places of the largest array.
std::size_t largest_array(const std::vector<TwoWayColumn>& columns);

}  // namespace assay::persuasive
