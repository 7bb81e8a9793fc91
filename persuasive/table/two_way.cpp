// Counting two-way tables by cutting them into four blocks of three rows and three columns.
#include "persuasive/table/two_way.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "persuasive/table/propagate.hpp"
#include "persuasive/table/two_way_cells.hpp"

namespace assay::persuasive {
namespace {

using core::Integer;
__extension__ typedef unsigned __int128 Wide;

using Triple = std::array<Amount, 3>;

/// Three columns with sums (a, b, c) over three rows: how often the first two rows take (s, t). Symmetric in a, b, c.
class Blocks {
 public:
  /// `rows`: sums of the three rows; `most`: no column sum exceeds it.
  Blocks(const Triple& rows, Amount most) : width_(rows[1] + 1), size_((rows[0] + 1) * (rows[1] + 1)), most_(most) {
    for (Amount a = 0; a <= most; ++a) single_.push_back(one_column(rows, a));
  }

  static std::size_t classes(Amount most) {
    const auto n = static_cast<std::size_t>(most) + 1;
    return n * (n + 1) * (n + 2) / 6;
  }
  std::size_t bytes() const { return classes(most_) * static_cast<std::size_t>(size_) * sizeof(std::uint64_t); }

  /// The number of a sorted triple a <= b <= c.
  static std::size_t number(Triple t) {
    if (t[0] > t[1]) std::swap(t[0], t[1]);
    if (t[1] > t[2]) std::swap(t[1], t[2]);
    if (t[0] > t[1]) std::swap(t[0], t[1]);
    const auto a = static_cast<std::size_t>(t[0]), b = static_cast<std::size_t>(t[1]),
               c = static_cast<std::size_t>(t[2]);
    return c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a;
  }

  bool fill(const accounting::Deadline& deadline) {
    values_.assign(classes(most_), {});
    sums_.assign(classes(most_), 0);
    for (Amount c = 0; c <= most_; ++c)
      for (Amount b = 0; b <= c; ++b) {
        if (deadline.passed()) return false;
        const std::vector<std::uint64_t> pair = product(single_[static_cast<std::size_t>(c)], b);
        for (Amount a = 0; a <= b; ++a) {
          const std::size_t n = number({a, b, c});
          values_[n] = product(pair, a);
          sums_[n] = a + b + c;
        }
      }
    return true;
  }

  const std::vector<std::uint64_t>& operator[](std::size_t n) const { return values_[n]; }
  Amount sum(std::size_t n) const { return sums_[n]; }
  std::size_t count() const { return values_.size(); }

 private:
  std::vector<std::uint64_t> one_column(const Triple& rows, Amount a) const {
    std::vector<std::uint64_t> ways(static_cast<std::size_t>(size_), 0);
    for (Amount s = 0; s <= std::min(rows[0], a); ++s)
      for (Amount t = 0; t <= std::min(rows[1], a - s); ++t) ways[static_cast<std::size_t>(s * width_ + t)] = 1;
    return ways;
  }

  /// One more column of sum a: sums over the triangle s' + t' <= a, along prefix sums.
  std::vector<std::uint64_t> product(const std::vector<std::uint64_t>& ways, Amount a) const {
    const Amount height = size_ / width_;
    std::vector<std::uint64_t> prefix(static_cast<std::size_t>(height * (width_ + 1)), 0);
    for (Amount s = 0; s < height; ++s)
      for (Amount t = 0; t < width_; ++t)
        prefix[static_cast<std::size_t>(s * (width_ + 1) + t + 1)] =
            prefix[static_cast<std::size_t>(s * (width_ + 1) + t)] + ways[static_cast<std::size_t>(s * width_ + t)];
    std::vector<std::uint64_t> more(static_cast<std::size_t>(size_), 0);
    for (Amount s = 0; s < height; ++s)
      for (Amount t = 0; t < width_; ++t) {
        std::uint64_t sum = 0;
        // Row one takes x of the new column, row two up to a - x.
        for (Amount x = 0; x <= std::min(a, s); ++x) {
          const Amount from = std::max<Amount>(0, t - (a - x));
          const auto base = static_cast<std::size_t>((s - x) * (width_ + 1));
          sum += prefix[base + static_cast<std::size_t>(t) + 1] - prefix[base + static_cast<std::size_t>(from)];
        }
        more[static_cast<std::size_t>(s * width_ + t)] = sum;
      }
    return more;
  }

  Amount width_, size_, most_;
  std::vector<std::vector<std::uint64_t>> single_, values_;
  std::vector<Amount> sums_;
};

/// Three rows by six columns: tables by the classes of the two column triples, for triples whose sums make the total.
class Halves {
 public:
  Halves(const Triple& rows, Amount left, Amount right)
      : rows_(rows), total_(rows[0] + rows[1] + rows[2]), left_(rows, left), right_(rows, right) {}

  std::size_t bytes() const { return left_.bytes() + right_.bytes(); }

  bool fill(const accounting::Deadline& deadline) {
    if (!left_.fill(deadline) || !right_.fill(deadline)) return false;
    by_sum_.resize(static_cast<std::size_t>(total_) + 1);
    place_.assign(right_.count(), 0);
    for (std::size_t r = 0; r < right_.count(); ++r)
      if (right_.sum(r) <= total_) {
        auto& same = by_sum_[static_cast<std::size_t>(right_.sum(r))];
        place_[r] = same.size();
        same.push_back(r);
      }
    ways_.resize(left_.count());
    for (std::size_t l = 0; l < left_.count(); ++l) {
      if (deadline.passed()) return false;
      const Amount rest = total_ - left_.sum(l);
      if (rest < 0) continue;
      for (const std::size_t r : by_sum_[static_cast<std::size_t>(rest)]) ways_[l].push_back(join(left_[l], right_[r]));
    }
    return true;
  }

  /// Tables with column sums of these two classes; their sums must make the total.
  const Wide& ways(std::size_t left, std::size_t right) const { return ways_[left][place_[right]]; }

 private:
  /// Sum over (s, t) of left[s, t] * right[rows0 - s, rows1 - t].
  Wide join(const std::vector<std::uint64_t>& left, const std::vector<std::uint64_t>& right) const {
    Wide sum = 0;
    const std::size_t size = left.size();
    for (std::size_t i = 0; i < size; ++i) sum += Wide{left[i]} * right[size - 1 - i];
    return sum;
  }

  Triple rows_;
  Amount total_;
  Blocks left_, right_;
  std::vector<std::vector<std::size_t>> by_sum_;
  std::vector<std::size_t> place_;
  std::vector<std::vector<Wide>> ways_;
};

Integer to_integer(Wide x) {
  return (Integer(static_cast<std::uint64_t>(x >> 64)) << 64) + Integer(static_cast<std::uint64_t>(x));
}

/// nullopt where the blocks are too large or the deadline passes.
std::optional<Integer> count_cut(std::vector<Amount> rows, std::vector<Amount> columns,
                                 const accounting::Deadline& deadline) {
  rows.resize(6, 0);
  columns.resize(6, 0);
  Amount down = 0, across = 0;
  for (const Amount x : rows) down += x;
  for (const Amount x : columns) across += x;
  if (down != across) return Integer(0);
  // Large and small rows in both halves: the middle sums are then near each other.
  std::sort(rows.begin(), rows.end());
  std::sort(columns.begin(), columns.end());
  const Triple top{rows[0], rows[3], rows[5]}, bottom{rows[1], rows[2], rows[4]};
  const Triple left{columns[0], columns[3], columns[5]}, right{columns[1], columns[2], columns[4]};
  const Amount left_most = *std::max_element(left.begin(), left.end());
  const Amount right_most = *std::max_element(right.begin(), right.end());
  if (left_most > 400 || right_most > 400 || rows[5] > 400) return std::nullopt;
  Halves upper(top, left_most, right_most), lower(bottom, left_most, right_most);
  const std::size_t pairs =
      Blocks::classes(left_most) / static_cast<std::size_t>(left_most + 1) * Blocks::classes(right_most);
  if (upper.bytes() + lower.bytes() + pairs * sizeof(Wide) > two_way_bytes) return std::nullopt;
  if (!upper.fill(deadline) || !lower.fill(deadline)) return std::nullopt;

  const Amount total = top[0] + top[1] + top[2];
  Integer count = 0;
  // Column sums of the upper half, by the sum of its left triple.
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> rights(static_cast<std::size_t>(total) + 1);
  for (Amount a = 0; a <= right[0]; ++a)
    for (Amount b = 0; b <= right[1]; ++b)
      for (Amount c = 0; c <= right[2] && a + b + c <= total; ++c)
        rights[static_cast<std::size_t>(a + b + c)].emplace_back(
            Blocks::number({a, b, c}), Blocks::number({right[0] - a, right[1] - b, right[2] - c}));
  for (Amount a = 0; a <= left[0]; ++a)
    for (Amount b = 0; b <= left[1]; ++b) {
      if (deadline.passed()) return std::nullopt;
      for (Amount c = 0; c <= left[2] && a + b + c <= total; ++c) {
        const std::size_t above = Blocks::number({a, b, c});
        const std::size_t below = Blocks::number({left[0] - a, left[1] - b, left[2] - c});
        for (const auto& [right_above, right_below] : rights[static_cast<std::size_t>(total - a - b - c)]) {
          const Wide& x = upper.ways(above, right_above);
          const Wide& y = lower.ways(below, right_below);
          if (x != 0 && y != 0) count += to_integer(x) * to_integer(y);
        }
      }
    }
  return count;
}

}  // namespace

std::optional<TwoWayMargins> two_way_margins(const System& system, const std::vector<Span>& spans,
                                             const std::vector<ValueWeights>& weights) {
  const std::optional<TwoWayCells> block = two_way_cells(system);
  if (!block || block->rows.size() > 6 || block->columns.size() > 6) return std::nullopt;
  // Complete, each pair of lines met once.
  if (block->cells.size() != block->rows.size() * block->columns.size()) return std::nullopt;
  TwoWayMargins margins{block->rows, block->columns};
  for (const TwoWayCells::Cell& cell : block->cells) {
    margins.lines.emplace_back(cell.row, cell.column);
    const Amount most = std::min(block->rows[cell.row], block->columns[cell.column]);
    // The span may be tighter than [0, most] where the margins imply it; a domain may not.
    const Span& span = spans[cell.variable];
    if (system.variables[cell.variable].domain.size() != 1 || span.low < 0 || span.high > most) return std::nullopt;
    for (const core::Rational& w : weights[cell.variable].weights)
      if (w != 1) return std::nullopt;
  }
  std::vector<std::pair<std::size_t, std::size_t>> met = margins.lines;
  std::sort(met.begin(), met.end());
  if (std::adjacent_find(met.begin(), met.end()) != met.end()) return std::nullopt;
  // Whether the spans are what nonnegativity and the margins imply.
  System free = system;
  std::vector<Span> implied;
  for (std::size_t v = 0; v < free.variables.size(); ++v) {
    free.variables[v].domain = {Span{0, no_limit}};
    implied.push_back({0, no_limit});
  }
  if (tighten(free, implied)) return std::nullopt;
  for (std::size_t v = 0; v < implied.size(); ++v)
    if (spans[v].low > implied[v].low || spans[v].high < implied[v].high) return std::nullopt;
  return margins;
}

std::optional<Integer> count_two_way(const TwoWayMargins& margins, const accounting::Deadline& deadline) {
  const std::optional<Integer> count = count_cut(margins.rows, margins.columns, deadline);
  // The transpose has as many tables and other blocks.
  return count ? count : count_cut(margins.columns, margins.rows, deadline);
}

}  // namespace assay::persuasive
