// A place of an array: the partial sums of the rows that are begun and not finished, and what the column has so far.
// The partial sum of one of these rows follows from the others.
#include "persuasive/table/two_way_sums.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "persuasive/table/two_way_plan.hpp"

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Integer;
using Word = std::uint64_t;
__extension__ typedef unsigned __int128 Wide;
using Words = std::vector<Word>;

/// Moduli have 60 bits, so that 255 products of residues fit 128.
constexpr unsigned modulus_bits = 60;
constexpr unsigned most_products = 255;

/// Calls f(place, place in the next column) for the full column's places that the next one can go on from.
template <class F>
void for_each_end(const TwoWayColumn& column, F f) {
  const std::size_t n = column.extent.size();
  std::vector<std::size_t> at(n, 0);
  const std::size_t all = column.before + column.total;
  std::size_t sum = 0, next = 0;
  for (std::size_t place = 0; place < column.places; ++place) {
    bool fits = sum <= all;
    std::size_t to = next;
    for (std::size_t k = 0; k < n && fits; ++k) fits = !column.finished[k] || at[k] == column.row_total[k];
    if (fits && column.row_total.size() > n) {
      const std::size_t last = all - sum;
      fits = last <= column.row_total[n] && (!column.finished[n] || last == column.row_total[n]);
      to += last * column.next_of_last;
    } else if (fits) {
      fits = sum == all;  // no row is open
    }
    if (fits) f(place, to);
    for (std::size_t k = 0; k < n; ++k) {
      sum += 1;
      next += column.next_stride[k];
      if (++at[k] < column.extent[k]) break;
      sum -= at[k];
      next -= at[k] * column.next_stride[k];
      at[k] = 0;
    }
  }
}

/// One modulus.
class Residues {
 public:
  Residues(const std::vector<TwoWayColumn>& columns, const std::vector<WholeWeights>& weights,
           const std::vector<Span>& spans, Word modulus, const Deadline& deadline)
      : columns_(columns), modulus_(modulus), deadline_(deadline), weights_(weights.size()), parts_(weights.size()) {
    for (const TwoWayColumn& column : columns)
      for (const TwoWayColumn::Cell& cell : column.cells) {
        const WholeWeights& w = weights[cell.variable];
        const auto from = static_cast<std::size_t>(spans[cell.variable].low - w.low);
        Words& own = weights_[cell.variable];
        for (std::size_t x = 0; x <= cell.high; ++x) own.push_back(static_cast<Word>(w.weights[from + x] % modulus));
      }
  }

  /// False past the deadline.
  bool total() {
    starts_.assign(1, Words(columns_.empty() ? 1 : columns_.front().places, 0));
    starts_.front().front() = 1;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      Words layer = first_layer(j);
      for (const TwoWayColumn::Cell& cell : columns_[j].cells)
        if (!forward(columns_[j], cell, layer)) return false;
      Words next(j + 1 < columns_.size() ? columns_[j + 1].places : 1, 0);
      const std::size_t width = columns_[j].total + 1;
      for_each_end(columns_[j], [&](std::size_t place, std::size_t to) {
        next[to] = add(next[to], layer[place * width + width - 1]);
      });
      starts_.push_back(std::move(next));
    }
    total_ = starts_.back()[0];
    return true;
  }

  /// After total(). False past the deadline.
  bool parts() {
    Words behind{1};
    for (std::size_t j = columns_.size(); j-- > 0;) {
      const TwoWayColumn& column = columns_[j];
      std::vector<Words> layers{first_layer(j)};
      for (std::size_t k = 0; k + 1 < column.cells.size(); ++k) {
        layers.push_back(layers.back());
        if (!forward(column, column.cells[k], layers.back())) return false;
      }
      const std::size_t width = column.total + 1;
      Words after(column.size(), 0);
      for_each_end(column, [&](std::size_t place, std::size_t to) { after[place * width + width - 1] = behind[to]; });
      for (std::size_t k = column.cells.size(); k-- > 0;) {
        if (!share(column, column.cells[k], layers[k], after) || !backward(column, column.cells[k], after))
          return false;
        layers.pop_back();
      }
      behind.assign(column.places, 0);
      for (std::size_t place = 0; place < column.places; ++place) behind[place] = after[place * width];
    }
    return true;
  }

  Word sum() const { return total_; }
  const Words& part(std::size_t variable) const { return parts_[variable]; }

 private:
  Word add(Word a, Word b) const {
    const Word sum = a + b;
    return sum < modulus_ ? sum : sum - modulus_;
  }

  Word subtract(Word a, Word b) const { return a < b ? a + modulus_ - b : a - b; }

  Words first_layer(std::size_t j) const {
    const std::size_t width = columns_[j].total + 1;
    Words layer(columns_[j].size(), 0);
    for (std::size_t place = 0; place < columns_[j].places; ++place) layer[place * width] = starts_[j][place];
    return layer;
  }

  /// How the cell's row looks from the places: its coordinate, and the distance that one more takes.
  struct Line {
    std::size_t stride = 1, extent = 1, step = 1;
    bool follows = true;
    std::size_t coordinate(std::size_t place) const { return place / stride % extent; }
  };
  Line line_of(const TwoWayColumn& column, const TwoWayColumn::Cell& cell) const {
    if (cell.axis == column.extent.size()) return {};
    return {column.stride[cell.axis], column.extent[cell.axis], column.stride[cell.axis] * (column.total + 1) + 1,
            false};
  }

  bool ones(const TwoWayColumn::Cell& cell) const {
    const Words& w = weights_[cell.variable];
    return std::all_of(w.begin(), w.end(), [](Word x) { return x == 1; });
  }

  /// Calls f(index, most) for every index of the array, upwards or downwards; `most`: how far the cell's value can have
  /// gone (upwards) or can go (downwards) by row and column.
  template <class F>
  bool walk(const TwoWayColumn& column, const Line& line, bool up, F f) const {
    const std::size_t width = column.total + 1;
    for (std::size_t i = 0; i < column.places; ++i) {
      if ((i & 0x3ffU) == 0 && deadline_.passed()) return false;
      const std::size_t place = up ? i : column.places - 1 - i;
      const std::size_t at = line.coordinate(place);
      const std::size_t room = line.follows ? column.total : up ? at : line.extent - 1 - at;
      for (std::size_t t = 0; t < width; ++t) f(place * width + (up ? t : width - 1 - t), std::min(room, t));
    }
    return true;
  }

  bool forward(const TwoWayColumn& column, const TwoWayColumn::Cell& cell, Words& layer) const {
    const Line line = line_of(column, cell);
    const std::size_t step = line.step;
    const Words old = layer;
    if (ones(cell))
      return walk(column, line, true, [&](std::size_t i, std::size_t most) {
        if (most > 0) layer[i] = add(layer[i], layer[i - step]);
        if (most > cell.high) layer[i] = subtract(layer[i], old[i - (cell.high + 1) * step]);
      });
    return walk(column, line, true, [&](std::size_t i, std::size_t most) {
      layer[i] = weighed(cell, most, [&](std::size_t x) { return old[i - x * step]; });
    });
  }

  bool backward(const TwoWayColumn& column, const TwoWayColumn::Cell& cell, Words& layer) const {
    const Line line = line_of(column, cell);
    const std::size_t step = line.step;
    const Words old = layer;
    if (ones(cell))
      return walk(column, line, false, [&](std::size_t i, std::size_t most) {
        if (most > 0) layer[i] = add(layer[i], layer[i + step]);
        if (most > cell.high) layer[i] = subtract(layer[i], old[i + (cell.high + 1) * step]);
      });
    return walk(column, line, false, [&](std::size_t i, std::size_t most) {
      layer[i] = weighed(cell, most, [&](std::size_t x) { return old[i + x * step]; });
    });
  }

  /// Sum over x <= most of the cell's weight of x times value(x).
  template <class F>
  Word weighed(const TwoWayColumn::Cell& cell, std::size_t most, F value) const {
    const Words& w = weights_[cell.variable];
    Wide sum = 0;
    unsigned products = 0;
    for (std::size_t x = 0; x <= std::min(most, cell.high); ++x) {
      sum += Wide{w[x]} * value(x);
      if (++products == most_products) {
        sum %= modulus_;
        products = 1;
      }
    }
    return static_cast<Word>(sum % modulus_);
  }

  bool share(const TwoWayColumn& column, const TwoWayColumn::Cell& cell, const Words& before, const Words& after) {
    const Line line = line_of(column, cell);
    std::vector<Wide> sums(cell.high + 1, 0);
    unsigned products = 0;
    const auto reduce = [&] {
      for (Wide& sum : sums) sum %= modulus_;
      products = 1;
    };
    const bool done = walk(column, line, false, [&](std::size_t i, std::size_t most) {
      if (before[i] == 0) return;
      for (std::size_t x = 0; x <= std::min(most, cell.high); ++x)
        sums[x] += Wide{before[i]} * after[i + x * line.step];
      if (++products == most_products) reduce();
    });
    if (!done) return false;
    reduce();
    Words& part = parts_[cell.variable];
    for (std::size_t x = 0; x <= cell.high; ++x)
      part.push_back(static_cast<Word>(sums[x] * weights_[cell.variable][x] % modulus_));
    return true;
  }

  const std::vector<TwoWayColumn>& columns_;
  Word modulus_;
  const Deadline& deadline_;
  std::vector<Words> weights_, parts_, starts_;
  Word total_ = 0;
};

/// Coprime numbers below 2^60 whose product exceeds `bound`.
Words moduli(const Integer& bound) {
  Words chosen;
  Integer product = 1;
  for (Word next = (Word{1} << modulus_bits) - 1; product <= bound; next -= 2) {
    if (std::any_of(chosen.begin(), chosen.end(), [&](Word m) { return std::gcd(m, next) != 1; })) continue;
    chosen.push_back(next);
    product *= next;
  }
  return chosen;
}

/// The number below the product of the moduli that has these residues.
Integer joined(const Words& moduli, const Words& residues) {
  Integer x = 0, product = 1;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const Integer modulus = moduli[i];
    Integer inverse = 0;
    if (modulus > 1) mpz_invert(inverse.backend().data(), product.backend().data(), modulus.backend().data());
    Integer missing = (Integer(residues[i]) - x) * inverse % modulus;
    if (missing < 0) missing += modulus;
    x += product * missing;
    product *= modulus;
  }
  return x;
}

/// Bytes of the arrays: of a column those before each of its cells and three more, and what every column starts from.
std::size_t bytes(const std::vector<TwoWayColumn>& columns, bool parts) {
  std::size_t most = 0, starts = 0;
  for (const TwoWayColumn& column : columns) {
    starts += column.places;
    most = std::max(most, (parts ? column.cells.size() + 3 : 2) * column.size());
  }
  return (most + starts) * sizeof(Word);
}

/// Steps in the arrays beyond which nobody waits.
constexpr std::size_t most_work = 200'000'000'000;

std::size_t work(const std::vector<TwoWayColumn>& columns, const std::vector<WholeWeights>& weights,
                 std::size_t numbers) {
  std::size_t steps = 0;
  for (const TwoWayColumn& column : columns)
    for (const TwoWayColumn::Cell& cell : column.cells) {
      const auto& w = weights[cell.variable].weights;
      const bool ones = std::all_of(w.begin(), w.end(), [](const Integer& x) { return x == 1; });
      steps += column.size() * (ones ? 1 : cell.high + 1);
    }
  return steps > most_work ? steps : steps * numbers;
}

}  // namespace

std::optional<TableSums> two_way_sums(const TwoWayCells& cells, const std::vector<Span>& spans,
                                      const std::vector<WholeWeights>& weights, bool parts, const Deadline& deadline) {
  const std::optional<std::vector<TwoWayColumn>> columns = plan_two_way(cells, spans);
  if (!columns || bytes(*columns, false) > two_way_bytes) return std::nullopt;
  parts = parts && bytes(*columns, true) <= two_way_bytes;

  Integer bound = 1;
  for (const TwoWayCells::Cell& cell : cells.cells) {
    const WholeWeights& w = weights[cell.variable];
    Integer sum = 0;
    for (Amount x = spans[cell.variable].low; x <= spans[cell.variable].high; ++x)
      sum += w.weights[static_cast<std::size_t>(x - w.low)];
    bound *= sum;
  }
  const Words numbers = moduli(std::max(bound, Integer(1)));
  if (work(*columns, weights, numbers.size()) > most_work) return std::nullopt;
  std::vector<Residues> residues;
  for (const Word modulus : numbers) {
    residues.emplace_back(*columns, weights, spans, modulus, deadline);
    if (!residues.back().total()) return std::nullopt;
    if (parts) parts = residues.back().parts();
  }
  TableSums sums;
  Words of(numbers.size());
  const auto join = [&](auto residue) {
    for (std::size_t i = 0; i < residues.size(); ++i) of[i] = residue(residues[i]);
    return joined(numbers, of);
  };
  sums.total = join([](const Residues& r) { return r.sum(); });
  if (!parts) return sums;
  sums.parts.resize(spans.size());
  for (const TwoWayCells::Cell& cell : cells.cells)
    for (std::size_t x = 0; x < residues.front().part(cell.variable).size(); ++x)
      sums.parts[cell.variable].push_back(join([&](const Residues& r) { return r.part(cell.variable)[x]; }));
  return sums;
}

}  // namespace assay::persuasive
