// Partial sums of the rows in one dense array, columns added one after another; all columns but one, for each.
#include "persuasive/table/two_way_laws.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "persuasive/table/two_way_cells.hpp"

namespace assay::persuasive {
namespace {

using core::Integer;
__extension__ typedef unsigned __int128 Wide;

/// Numbers of tables by the partial sums of the rows. The last row's follows from the total of the columns so far.
class Sums {
 public:
  explicit Sums(const std::vector<Amount>& rows) : last_(rows.back()) {
    for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
      stride_.push_back(size_);
      extent_.push_back(static_cast<std::size_t>(rows[k]) + 1);
      size_ *= extent_.back();
    }
    // The sum of the coordinates of each place.
    level_.assign(size_, 0);
    for (std::size_t k = 0; k < extent_.size(); ++k)
      for (std::size_t i = 0; i < size_; ++i) level_[i] += static_cast<std::int32_t>(i / stride_[k] % extent_[k]);
  }

  std::size_t size() const { return size_; }
  std::size_t coordinate(std::size_t place, std::size_t k) const { return place / stride_[k] % extent_[k]; }
  Amount level(std::size_t place) const { return level_[place]; }
  Amount last() const { return last_; }
  std::size_t rows() const { return extent_.size() + 1; }

  std::vector<Wide> start() const {
    std::vector<Wide> ways(size_, 0);
    ways[0] = 1;
    return ways;
  }

  /// One more column of that sum; `before` is the total of the columns so far. False past the deadline.
  bool add(std::vector<Wide>& ways, Amount before, Amount column, const accounting::Deadline& deadline) const {
    std::vector<Wide> after(size_, 0), slice(size_);
    // The last row's partial sum before the column is u: the column gives it what the other rows leave.
    for (Amount u = 0; u <= std::min(last_, before); ++u) {
      if (deadline.passed()) return false;
      bool some = false;
      for (std::size_t i = 0; i < size_; ++i) {
        const bool here = level_[i] == before - u;
        slice[i] = here ? ways[i] : 0;
        some = some || (here && ways[i] != 0);
      }
      if (!some) continue;
      for (std::size_t k = 0; k < extent_.size(); ++k)
        for (std::size_t base = 0; base < size_; base += stride_[k] * extent_[k])
          for (std::size_t i = base + stride_[k]; i < base + stride_[k] * extent_[k]; ++i)
            slice[i] += slice[i - stride_[k]];
      for (std::size_t i = 0; i < size_; ++i) {
        const Amount own = column - (level_[i] - (before - u));
        if (own >= 0 && u + own <= last_) after[i] += slice[i];
      }
    }
    ways = std::move(after);
    return true;
  }

 private:
  std::size_t size_ = 1;
  Amount last_;
  std::vector<std::size_t> stride_, extent_;
  std::vector<std::int32_t> level_;
};

Integer to_integer(Wide x) {
  return (Integer(static_cast<std::uint64_t>(x >> 64)) << 64) + Integer(static_cast<std::uint64_t>(x));
}

class LeaveOneOut {
 public:
  LeaveOneOut(const std::vector<Amount>& rows, const std::vector<Amount>& columns, TwoWayLaws& out,
              const accounting::Deadline& deadline)
      : rows_(rows), columns_(columns), sums_(rows), out_(out), deadline_(deadline) {}

  bool run() { return split(sums_.start(), 0, 0, columns_.size()); }

 private:
  /// `ways` has every column outside [from, to).
  bool split(const std::vector<Wide>& ways, Amount total, std::size_t from, std::size_t to) {
    if (to - from == 1) {
      finish(ways, from);
      return true;
    }
    const std::size_t middle = (from + to) / 2;
    for (const bool left : {true, false}) {
      std::vector<Wide> more = ways;
      Amount sum = total;
      for (std::size_t j = left ? middle : from; j < (left ? to : middle); ++j) {
        if (!sums_.add(more, sum, columns_[j], deadline_)) return false;
        sum += columns_[j];
      }
      if (!split(more, sum, left ? from : middle, left ? middle : to)) return false;
    }
    return true;
  }

  /// The column left out takes what every row still needs.
  void finish(const std::vector<Wide>& ways, std::size_t column) {
    const Amount others = std::accumulate(columns_.begin(), columns_.end(), Amount{0}) - columns_[column];
    std::vector<std::vector<Wide>> with;
    for (const Amount row : rows_) with.emplace_back(static_cast<std::size_t>(std::min(row, columns_[column])) + 1, 0);
    Wide all = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (ways[i] == 0) continue;
      bool fits = true;
      std::vector<std::size_t> cells(rows_.size());
      for (std::size_t k = 0; k < rows_.size() && fits; ++k) {
        const Amount done =
            k + 1 < rows_.size() ? static_cast<Amount>(sums_.coordinate(i, k)) : others - sums_.level(i);
        const Amount cell = rows_[k] - done;
        fits = done >= 0 && cell >= 0 && cell <= columns_[column];
        cells[k] = static_cast<std::size_t>(std::max<Amount>(cell, 0));
      }
      if (!fits) continue;
      all += ways[i];
      for (std::size_t k = 0; k < rows_.size(); ++k) with[k][cells[k]] += ways[i];
    }
    out_.tables = to_integer(all);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      std::vector<Integer>& law = out_.tables_with[k][column];
      for (const Wide x : with[k]) law.push_back(to_integer(x));
    }
  }

  const std::vector<Amount>&rows_, &columns_;
  Sums sums_;
  TwoWayLaws& out_;
  const accounting::Deadline& deadline_;
};

/// Tables are no more than choices of all columns but one.
bool fits_wide(std::size_t rows, std::vector<Amount> columns) {
  std::sort(columns.begin(), columns.end());
  columns.pop_back();
  Integer most = 1;
  for (const Amount column : columns) {
    Integer ways = 1;
    for (std::size_t k = 1; k < rows; ++k) ways = ways * (column + static_cast<Amount>(k)) / static_cast<Amount>(k);
    most *= ways;
  }
  return most < (Integer(1) << 127);
}

}  // namespace

std::optional<TwoWayLaws> two_way_laws(const TwoWayMargins& margins, const accounting::Deadline& deadline) {
  const auto places = [](const std::vector<Amount>& sums) {
    std::size_t product = 1;
    for (const Amount sum : sums) product = std::min(product, two_way_bytes) * static_cast<std::size_t>(sum + 1);
    return product;
  };
  // The side with fewer partial sums is kept, its longest line implied by the others.
  const bool turned = places(margins.columns) < places(margins.rows);
  const std::vector<Amount>& kept = turned ? margins.columns : margins.rows;
  const std::vector<Amount>& added = turned ? margins.rows : margins.columns;
  std::vector<std::size_t> order(kept.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return kept[x] < kept[y]; });
  std::vector<Amount> rows;
  for (const std::size_t k : order) rows.push_back(kept[k]);
  if (rows.back() > 1'000'000 || places({rows.begin(), rows.end() - 1}) > two_way_bytes / (6 * sizeof(Wide)) ||
      !fits_wide(rows.size(), added))
    return std::nullopt;

  TwoWayLaws laws;
  laws.tables_with.assign(rows.size(), std::vector<std::vector<Integer>>(added.size()));
  if (!LeaveOneOut(rows, added, laws, deadline).run()) return std::nullopt;
  TwoWayLaws placed;
  placed.tables = laws.tables;
  placed.tables_with.assign(margins.rows.size(), std::vector<std::vector<Integer>>(margins.columns.size()));
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t j = 0; j < added.size(); ++j)
      placed.tables_with[turned ? j : order[k]][turned ? order[k] : j] = std::move(laws.tables_with[k][j]);
  return placed;
}

}  // namespace assay::persuasive
