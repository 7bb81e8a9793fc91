// The next column is the one whose array is the smallest.
#include "persuasive/table/two_way_plan.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay::persuasive {
namespace {

/// The cells with their least values taken off, their values from 0 to `high`.
struct Problem {
  std::vector<std::size_t> rows, columns;
  struct Unknown {
    std::size_t variable = 0, row = 0, column = 0, high = 0;
  };
  std::vector<Unknown> cells;

  Problem transposed() const {
    Problem other{columns, rows, cells};
    for (Unknown& cell : other.cells) std::swap(cell.row, cell.column);
    return other;
  }
};

/// nullopt where the least values already exceed a total, or nothing adds up to it.
std::optional<Problem> from_zero(const TwoWayCells& given, const std::vector<Span>& spans) {
  std::vector<Amount> rows = given.rows, columns = given.columns;
  Problem problem;
  std::vector<bool> filled(rows.size(), false);
  for (const TwoWayCells::Cell& cell : given.cells) {
    filled[cell.row] = true;
    const Span& span = spans[cell.variable];
    rows[cell.row] -= span.low;
    columns[cell.column] -= span.low;
    problem.cells.push_back({cell.variable, cell.row, cell.column, static_cast<std::size_t>(span.high - span.low)});
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] < 0 || (rows[r] > 0 && !filled[r])) return std::nullopt;
    problem.rows.push_back(static_cast<std::size_t>(rows[r]));
  }
  for (const Amount total : columns) {
    if (total < 0) return std::nullopt;
    problem.columns.push_back(static_cast<std::size_t>(total));
  }
  return problem;
}

/// Takes the columns in an order that keeps the arrays small; nullopt where one of them would not fit in any case.
class Plan {
 public:
  explicit Plan(const Problem& problem)
      : problem_(problem), left_(problem.rows.size(), 0), in_(problem.columns.size()) {
    for (const Problem::Unknown& cell : problem.cells) {
      ++left_[cell.row];
      in_[cell.column].push_back(cell);
    }
    begun_.assign(problem.rows.size(), false);
  }

  std::optional<std::vector<TwoWayColumn>> take() {
    std::vector<std::size_t> open(problem_.columns.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    std::vector<std::vector<std::size_t>> axes;  // rows of each column, the one that follows last
    std::size_t before = 0;
    while (!open.empty()) {
      const auto best = std::min_element(open.begin(), open.end(), [&](std::size_t a, std::size_t b) {
        return work(rows_open(a), a) < work(rows_open(b), b);
      });
      const std::size_t j = *best;
      open.erase(best);
      std::vector<std::size_t> rows = rows_open(j);
      if (work(rows, j) > two_way_bytes) return std::nullopt;
      TwoWayColumn& column = columns_.emplace_back();
      column.total = problem_.columns[j];
      column.before = before;
      before += column.total;
      for (const Problem::Unknown& cell : in_[j]) {
        begun_[cell.row] = true;
        --left_[cell.row];
        const auto axis = static_cast<std::size_t>(std::find(rows.begin(), rows.end(), cell.row) - rows.begin());
        column.cells.push_back({cell.variable, axis, cell.high});
      }
      for (std::size_t k = 0; k < rows.size(); ++k) {
        column.row_total.push_back(problem_.rows[rows[k]]);
        column.finished.push_back(left_[rows[k]] == 0);
        if (left_[rows[k]] == 0) before -= problem_.rows[rows[k]];
        if (k + 1 == rows.size()) break;
        column.extent.push_back(column.row_total.back() + 1);
        column.stride.push_back(column.places);
        column.places *= column.extent.back();
      }
      axes.push_back(std::move(rows));
    }
    link(axes);
    return std::move(columns_);
  }

 private:
  /// The rows that are open while column j is filled: the largest, whose sum follows, last.
  std::vector<std::size_t> rows_open(std::size_t j) const {
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < left_.size(); ++r)
      if ((begun_[r] && left_[r] > 0) ||
          std::any_of(in_[j].begin(), in_[j].end(), [&](const auto& cell) { return cell.row == r; }))
        rows.push_back(r);
    const auto largest = std::max_element(
        rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return problem_.rows[a] < problem_.rows[b]; });
    if (largest != rows.end()) std::rotate(largest, largest + 1, rows.end());
    return rows;
  }

  /// Places of the column's array, or more than fit.
  std::size_t work(const std::vector<std::size_t>& rows, std::size_t j) const {
    std::size_t size = std::min(problem_.columns[j], two_way_bytes) + 1;
    for (std::size_t k = 0; k + 1 < rows.size(); ++k)
      size = std::min(size, two_way_bytes) * (std::min(problem_.rows[rows[k]], two_way_bytes) + 1);
    return size;
  }

  void link(const std::vector<std::vector<std::size_t>>& axes) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const auto distance = [&](std::size_t row) -> std::size_t {
        if (j + 1 == columns_.size()) return 0;
        const auto place = std::find(axes[j + 1].begin(), axes[j + 1].end(), row) - axes[j + 1].begin();
        const auto k = static_cast<std::size_t>(place);
        return k < columns_[j + 1].stride.size() ? columns_[j + 1].stride[k] : 0;
      };
      TwoWayColumn& column = columns_[j];
      for (std::size_t k = 0; k < axes[j].size(); ++k) {
        const std::size_t next = column.finished[k] ? 0 : distance(axes[j][k]);
        if (k + 1 == axes[j].size())
          column.next_of_last = next;
        else
          column.next_stride.push_back(next);
      }
    }
  }

  const Problem& problem_;
  std::vector<std::size_t> left_;
  std::vector<bool> begun_;
  std::vector<std::vector<Problem::Unknown>> in_;
  std::vector<TwoWayColumn> columns_;
};

}  // namespace

std::size_t largest_array(const std::vector<TwoWayColumn>& columns) {
  std::size_t most = 0;
  for (const TwoWayColumn& column : columns) most = std::max(most, column.size());
  return most;
}

std::optional<std::vector<TwoWayColumn>> plan_two_way(const TwoWayCells& cells, const std::vector<Span>& spans) {
  const std::optional<Problem> given = from_zero(cells, spans);
  if (!given) return std::nullopt;
  const Problem turned = given->transposed();
  auto columns = Plan(*given).take(), rows = Plan(turned).take();
  return !columns || (rows && largest_array(*rows) < largest_array(*columns)) ? rows : columns;
}

}  // namespace assay::persuasive
