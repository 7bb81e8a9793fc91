// Tables of the sizes that offices publish: proven ranges of large two-way and hierarchical tables, sound bounds of
// large cubes.
#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "persuasive/table/ranges.hpp"

namespace {

using namespace assay::persuasive;
using assay::accounting::Deadline;
using assay::core::Rational;

/// A dimension of `size` codes, or of a hierarchy with `branches` parts a level, and the total T.
struct Axis {
  Dimension dimension;
  std::vector<std::vector<std::size_t>> leaves;  // of every code, the total last
  std::vector<std::string> codes;
  std::size_t leaf_count = 0;
};

Axis flat(const std::string& name, std::size_t size) {
  Axis axis;
  axis.dimension.name = name;
  axis.dimension.total = "T";
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < size; ++i) {
    axis.codes.push_back(std::to_string(i));
    axis.leaves.push_back({i});
    all.push_back(i);
  }
  axis.dimension.codes = axis.codes;
  axis.codes.emplace_back("T");
  axis.leaves.push_back(all);
  axis.leaf_count = size;
  return axis;
}

Axis hierarchy(const std::string& name, const std::vector<std::size_t>& branches) {
  Axis axis;
  axis.dimension.name = name;
  axis.dimension.total = "T";
  const std::function<std::vector<std::size_t>(const std::string&, std::size_t)> grow = [&](const std::string& code,
                                                                                            std::size_t level) {
    std::vector<std::size_t> below;
    if (level == branches.size()) {
      below.push_back(axis.leaf_count++);
    } else {
      Dimension::Breakdown breakdown{code, {}};
      for (std::size_t i = 0; i < branches[level]; ++i) {
        const std::string part = (code == "T" ? "" : code) + std::to_string(i + 1);
        breakdown.parts.push_back(part);
        const std::vector<std::size_t> own = grow(part, level + 1);
        below.insert(below.end(), own.begin(), own.end());
      }
      axis.dimension.breakdowns.push_back(breakdown);
    }
    axis.codes.push_back(code);
    axis.leaves.push_back(below);
    return below;
  };
  grow("T", 0);
  return axis;
}

/// All cells of the product of axes; interior ones suppressed with the chance of `percent`, sums of `margin_percent`.
Release table(const std::vector<Axis>& axes, unsigned percent, unsigned margin_percent, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::size_t leaves = 1;
  for (const Axis& axis : axes) leaves *= axis.leaf_count;
  std::vector<long> value(leaves);
  for (long& x : value) x = static_cast<long>(random() % 10);
  TableText text;
  for (const Axis& axis : axes) text.dimensions.push_back(axis.dimension);
  std::vector<std::size_t> at(axes.size(), 0);
  for (;;) {
    // The leaves below this cell.
    std::vector<std::size_t> below{0};
    bool interior = true;
    TableCell cell;
    for (std::size_t d = 0; d < axes.size(); ++d) {
      std::vector<std::size_t> longer;
      for (const std::size_t prefix : below)
        for (const std::size_t leaf : axes[d].leaves[at[d]]) longer.push_back(prefix * axes[d].leaf_count + leaf);
      below = longer;
      interior = interior && axes[d].leaves[at[d]].size() == 1;
      cell.at.push_back(axes[d].codes[at[d]]);
    }
    long sum = 0;
    for (const std::size_t leaf : below) sum += value[leaf];
    cell.value = Rational(sum);
    cell.pointer = "/table/cells/" + std::to_string(text.cells.size());
    if (random() % 100 < (interior ? percent : margin_percent)) cell.status = CellStatus::suppressed;
    text.cells.push_back(cell);
    std::size_t d = 0;
    for (; d < axes.size(); ++d) {
      if (++at[d] < axes[d].codes.size()) break;
      at[d] = 0;
    }
    if (d == axes.size()) break;
  }
  return *make_release(TableKind::count, {text});
}

/// Ranges within the time; every one holds the true value.
Ranges audit(const Release& release, std::chrono::seconds time) {
  Knowledge knowledge;
  knowledge.lower = Rational(0);
  const auto system = release_system(release, knowledge, false);
  REQUIRE(system);
  RangeOptions options;
  options.witnesses = false;
  const auto start = std::chrono::steady_clock::now();
  const auto found = ranges(*system, release, options, Deadline::after(time));
  REQUIRE(found);
  // The deadline is polled, not a guillotine.
  CHECK(std::chrono::steady_clock::now() - start < time + std::chrono::seconds(5));
  for (std::size_t v = 0; v < system->variables.size(); ++v) {
    const Rational& truth = *release.cells[system->variables[v].cell].value;
    const Ranges::Range& range = found->ranges[v];
    if (range.low.bound) CHECK(*range.low.bound <= truth);
    if (range.high.bound) CHECK(*range.high.bound >= truth);
    if (found->converged) CHECK((range.low.exact() && range.high.exact()));
  }
  return *found;
}

TEST_CASE("a 50 x 50 table with a fifth of its cells suppressed is settled") {
  CHECK(audit(table({flat("a", 50), flat("b", 50)}, 20, 0, 1), std::chrono::seconds(10)).converged);
  CHECK(audit(table({flat("a", 50), flat("b", 50)}, 20, 10, 2), std::chrono::seconds(10)).converged);
}

TEST_CASE("a five-digit hierarchy of two thousand cells is settled") {
  CHECK(audit(table({hierarchy("a", {3, 4, 4, 5, 6})}, 20, 5, 3), std::chrono::seconds(60)).converged);
  CHECK(audit(table({hierarchy("a", {2, 3, 3, 4, 4}), flat("b", 4)}, 20, 2, 4), std::chrono::seconds(60)).converged);
}

TEST_CASE("a 20 x 20 x 20 table has sound bounds in time") {
  audit(table({flat("a", 20), flat("b", 20), flat("c", 20)}, 20, 0, 5), std::chrono::seconds(10));
}

}  // namespace
