// Rows and columns are the two colours of the graph of relations that share a cell.
#include "persuasive/table/two_way_cells.hpp"

#include <algorithm>

namespace assay::persuasive {

std::optional<TwoWayCells> two_way_cells(const System& system) {
  std::vector<std::vector<std::size_t>> relations_of(system.variables.size());
  for (std::size_t r = 0; r < system.rows.size(); ++r)
    for (const Row::Term& term : system.rows[r].terms) {
      if (term.coefficient != 1) return std::nullopt;
      relations_of[term.variable].push_back(r);
    }
  if (std::any_of(relations_of.begin(), relations_of.end(), [](const auto& of) { return of.size() != 2; }))
    return std::nullopt;
  // Two sides: relations that share a cell are on different ones.
  std::vector<int> side(system.rows.size(), 0);
  for (std::size_t start = 0; start < side.size(); ++start) {
    if (side[start] != 0) continue;
    side[start] = 1;
    std::vector<std::size_t> stack{start};
    while (!stack.empty()) {
      const std::size_t row = stack.back();
      stack.pop_back();
      for (const Row::Term& term : system.rows[row].terms) {
        const std::vector<std::size_t>& both = relations_of[term.variable];
        const std::size_t other = both[both[0] == row ? 1 : 0];
        if (side[other] == side[row]) return std::nullopt;
        if (side[other] == 0) stack.push_back(other);
        side[other] = -side[row];
      }
    }
  }
  TwoWayCells cells;
  std::vector<std::size_t> line(side.size());
  for (std::size_t r = 0; r < side.size(); ++r) {
    std::vector<Amount>& totals = side[r] > 0 ? cells.rows : cells.columns;
    line[r] = totals.size();
    totals.push_back(system.rows[r].total);
  }
  for (std::size_t v = 0; v < relations_of.size(); ++v) {
    const std::size_t a = relations_of[v][0], b = relations_of[v][1];
    cells.cells.push_back({v, line[side[a] > 0 ? a : b], line[side[a] > 0 ? b : a]});
  }
  return cells;
}

}  // namespace assay::persuasive
