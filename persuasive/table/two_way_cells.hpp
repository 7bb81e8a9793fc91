// Systems that are two-way tables: every unknown cell lies in one row and one column.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// A system whose relations fall into rows and columns: each unknown cell lies in one of each, with coefficient 1.
struct TwoWayCells {
  struct Cell {
    std::size_t variable = 0, row = 0, column = 0;
  };
  std::vector<Amount> rows, columns;
  std::vector<Cell> cells;
};
std::optional<TwoWayCells> two_way_cells(const System& system);

/// Most bytes that the arrays of a two-way count take.
inline constexpr std::size_t two_way_bytes = std::size_t{600} << 20;

}  // namespace assay::persuasive
