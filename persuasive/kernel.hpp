// A finite mechanism whole: data in rows, outputs in columns, exact probabilities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::persuasive {

/// One output of a composition: an index a part.
using Output = std::vector<std::size_t>;

struct Kernel {
  /// rows[x][t] = P_x[T = t]; every row sums to 1.
  std::vector<std::vector<core::Rational>> rows;
  /// What each column stands for: outputs with proportional columns give one posterior and are one column. Of many only
  /// the first are kept.
  std::vector<std::vector<Output>> outputs;

  std::size_t data() const { return rows.size(); }
  std::size_t columns() const { return rows.empty() ? 0 : rows.front().size(); }
};

/// Limits of what is written out as one table.
inline constexpr std::size_t max_data = 4096, max_cells = 4'000'000;

/// A kernel with one column an output.
Kernel make_kernel(std::vector<std::vector<core::Rational>> rows);

/// The same kernel with proportional columns merged (every posterior stays) and columns of zeros dropped.
Kernel merge_proportional(const Kernel& kernel);

/// Independent outputs of both on the same data, proportional columns merged.
/// Fails: limit_exceeded past max_cells or the deadline.
core::Result<Kernel> product(const Kernel& a, const Kernel& b, const accounting::Deadline& deadline);
core::Result<Kernel> power(const Kernel& kernel, std::uint64_t count, const accounting::Deadline& deadline);

/// Outputs sent on through a channel: rows of `channel` are outputs of the kernel.
Kernel post_processed(const Kernel& kernel, const std::vector<std::vector<core::Rational>>& channel);

/// Which data differ by little. Either pairs, or data that are lists of records; neither: all pairs are adjacent.
struct DataSpace {
  std::size_t size = 0;
  /// Unordered pairs of different data.
  std::optional<std::vector<std::pair<std::size_t, std::size_t>>> adjacent;
  /// The number of values of each record; data in lexicographic order, the last record fastest.
  std::vector<std::size_t> records;

  std::vector<std::size_t> digits(std::size_t datum) const;
  std::size_t distance(std::size_t x, std::size_t y) const;  // records that differ
  /// The data adjacent to x, ascending.
  std::vector<std::size_t> neighbours(std::size_t x) const;
};

}  // namespace assay::persuasive
