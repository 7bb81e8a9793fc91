// Kernels: merging, composition, adjacency.
#include "persuasive/kernel.hpp"

#include <algorithm>
#include <map>

namespace assay::persuasive {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

namespace {

constexpr std::size_t most_labels = 64;

Error too_large() {
  return {ErrorCode::limit_exceeded, "",
          "the outputs of the whole composition are more than " + std::to_string(max_cells) +
              " probabilities; ask for adjacent_pairs, whose losses compose without them"};
}

/// Columns by the ratios of their entries.
class Columns {
 public:
  void add(std::vector<Rational> column, const std::vector<Output>& outputs) {
    const auto pivot = std::find_if(column.begin(), column.end(), [](const Rational& m) { return m != 0; });
    if (pivot == column.end()) return;
    std::vector<Rational> shape = column;
    const Rational scale = *pivot;
    for (Rational& entry : shape)
      if (entry != 0) entry /= scale;
    const auto [at, is_new] = index_.try_emplace(std::move(shape), columns_.size());
    if (is_new) {
      columns_.push_back(std::move(column));
      outputs_.push_back(outputs);
      return;
    }
    for (std::size_t x = 0; x < column.size(); ++x) columns_[at->second][x] += column[x];
    std::vector<Output>& known = outputs_[at->second];
    for (const Output& output : outputs)
      if (known.size() < most_labels) known.push_back(output);
  }

  std::size_t size() const { return columns_.size(); }

  Kernel kernel(std::size_t data) const {
    Kernel result;
    result.outputs = outputs_;
    result.rows.resize(data);
    for (std::size_t x = 0; x < data; ++x)
      for (const auto& column : columns_) result.rows[x].push_back(column[x]);
    return result;
  }

 private:
  std::map<std::vector<Rational>, std::size_t> index_;
  std::vector<std::vector<Rational>> columns_;
  std::vector<std::vector<Output>> outputs_;
};

std::vector<Rational> column_of(const Kernel& kernel, std::size_t t) {
  std::vector<Rational> column;
  for (const auto& row : kernel.rows) column.push_back(row[t]);
  return column;
}

}  // namespace

Kernel make_kernel(std::vector<std::vector<Rational>> rows) {
  Kernel kernel;
  kernel.rows = std::move(rows);
  for (std::size_t t = 0; t < kernel.columns(); ++t) kernel.outputs.push_back({Output{t}});
  return kernel;
}

Kernel merge_proportional(const Kernel& kernel) {
  Columns columns;
  for (std::size_t t = 0; t < kernel.columns(); ++t) columns.add(column_of(kernel, t), kernel.outputs[t]);
  return columns.kernel(kernel.data());
}

Result<Kernel> product(const Kernel& a, const Kernel& b, const accounting::Deadline& deadline) {
  Columns columns;
  for (std::size_t s = 0; s < a.columns(); ++s) {
    const std::vector<Rational> left = column_of(a, s);
    for (std::size_t t = 0; t < b.columns(); ++t) {
      if (deadline.passed())
        return Error{ErrorCode::limit_exceeded, "", "the composition is too large for max_seconds"};
      std::vector<Rational> column(left.size());
      for (std::size_t x = 0; x < left.size(); ++x) column[x] = left[x] * b.rows[x][t];
      std::vector<Output> outputs;
      for (const Output& first : a.outputs[s])
        for (const Output& second : b.outputs[t]) {
          if (outputs.size() >= most_labels) break;
          Output both = first;
          both.insert(both.end(), second.begin(), second.end());
          outputs.push_back(std::move(both));
        }
      columns.add(std::move(column), outputs);
      if (columns.size() * a.data() > max_cells) return too_large();
    }
  }
  return columns.kernel(a.data());
}

Result<Kernel> power(const Kernel& kernel, std::uint64_t count, const accounting::Deadline& deadline) {
  if (count > max_cells) return too_large();
  Kernel result = merge_proportional(kernel);
  const Kernel factor = result;
  for (std::uint64_t i = 1; i < count; ++i) {
    Result<Kernel> next = product(result, factor, deadline);
    if (!next) return next;
    result = std::move(next).value();
  }
  return result;
}

Kernel post_processed(const Kernel& kernel, const std::vector<std::vector<Rational>>& channel) {
  std::vector<std::vector<Rational>> rows;
  for (const auto& row : kernel.rows) {
    std::vector<Rational> sent(channel.empty() ? 0 : channel.front().size());
    for (std::size_t t = 0; t < row.size(); ++t)
      for (std::size_t u = 0; u < sent.size(); ++u) sent[u] += row[t] * channel[t][u];
    rows.push_back(std::move(sent));
  }
  return make_kernel(std::move(rows));
}

std::vector<std::size_t> DataSpace::digits(std::size_t datum) const {
  std::vector<std::size_t> values(records.size());
  for (std::size_t i = records.size(); i-- > 0; datum /= records[i]) values[i] = datum % records[i];
  return values;
}

std::size_t DataSpace::distance(std::size_t x, std::size_t y) const {
  std::size_t differing = 0;
  for (std::size_t i = records.size(); i-- > 0; x /= records[i], y /= records[i])
    differing += x % records[i] != y % records[i] ? 1 : 0;
  return differing;
}

std::vector<std::size_t> DataSpace::neighbours(std::size_t x) const {
  std::vector<std::size_t> found;
  if (adjacent) {
    for (const auto& [a, b] : *adjacent)
      if (a == x || b == x) found.push_back(a == x ? b : a);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  for (std::size_t y = 0; y < size; ++y)
    if (y != x && (records.empty() || distance(x, y) == 1)) found.push_back(y);
  return found;
}

}  // namespace assay::persuasive
