// Kernels: every pair of neighbouring rows dominates itself.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "accounting/loss/alternatives.hpp"
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "core/below.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using Mechanisms = std::vector<Mechanism>;

constexpr std::size_t max_group_steps = 2'000'000;

Error too_many(std::string pointer) {
  return {ErrorCode::limit_exceeded, std::move(pointer),
          "a composition has at most " + std::to_string(max_alternatives) + " pairs of neighbouring rows here"};
}

// Pairs of rows that 1 to `steps` steps join. Where both orders of neighbours are asked about, so are steps both ways;
// alone, the second order of a pair is then a direction of the first, beside other parts it is a combination of its
// own.
core::Result<Mechanisms> rows_apart(const Kernel& kernel, std::uint64_t steps, Adjacency adjacency, bool alone) {
  const bool both_ways = adjacency == Adjacency::add_remove || adjacency == Adjacency::replace;
  std::vector<std::vector<std::size_t>> next(kernel.rows.size());
  if (kernel.adjacent.empty()) {
    if (kernel.rows.size() * (kernel.rows.size() - 1) > 2 * max_alternatives) return too_many("/rows");
    for (std::size_t i = 0; i < kernel.rows.size(); ++i)
      for (std::size_t j = 0; j < kernel.rows.size(); ++j)
        if (i != j) next[i].push_back(j);
  }
  for (const auto& [i, j] : kernel.adjacent) {
    next[i].push_back(j);
    if (both_ways && steps > 1) next[j].push_back(i);
  }
  Mechanisms found;
  std::size_t work = 0;
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (std::size_t start = 0; start < next.size(); ++start) {
    std::set<std::size_t> near{start}, edge{start};
    for (std::uint64_t step = 0; step < steps && !edge.empty(); ++step) {
      std::set<std::size_t> further;
      for (const std::size_t i : edge)
        for (const std::size_t j : next[i]) {
          if (++work > max_group_steps) return too_many("");
          if (near.insert(j).second) further.insert(j);
        }
      edge = std::move(further);
    }
    near.erase(start);
    for (const std::size_t end : near) {
      if (both_ways && alone && seen.count({end, start}) > 0) continue;
      seen.insert({start, end});
      if (found.size() == max_alternatives) return too_many("/adjacent");
      found.push_back({FinitePair{kernel.rows[start], kernel.rows[end]}});
    }
  }
  if (found.empty())
    return Error{ErrorCode::invalid_parameter, "/adjacent", "a kernel needs two different rows that are neighbours"};
  return found;
}

core::Result<Mechanisms> below(core::Result<Mechanisms> bases, const auto& wrap) {
  if (!bases) return core::below("/base", bases.error());
  Mechanisms wrapped;
  for (Mechanism& base : *bases) wrapped.push_back({wrap(std::make_shared<const Mechanism>(std::move(base)))});
  return wrapped;
}

struct Expand {
  Adjacency adjacency;
  bool alone;
  const Mechanism& whole;

  core::Result<Mechanisms> operator()(const auto&) const { return Mechanisms{whole}; }
  core::Result<Mechanisms> operator()(const Kernel& m) const { return rows_apart(m, 1, adjacency, alone); }
  core::Result<Mechanisms> operator()(const PostProcessed& m) const {
    return below(alternatives(*m.base, adjacency, alone), [](auto base) { return PostProcessed{std::move(base)}; });
  }
  core::Result<Mechanisms> operator()(const PoissonSampled& m) const {
    return below(alternatives(*m.base, adjacency, alone), [&](auto base) {
      return PoissonSampled{m.rate, std::move(base)};
    });
  }
  core::Result<Mechanisms> operator()(const Group& m) const {
    if (const auto* kernel = std::get_if<Kernel>(&m.base->family))
      return below(rows_apart(*kernel, m.size, adjacency, alone), [](auto base) { return Group{1, std::move(base)}; });
    return below(alternatives(*m.base, adjacency, alone), [&](auto base) { return Group{m.size, std::move(base)}; });
  }
};

}  // namespace

core::Result<Mechanisms> alternatives(const Mechanism& mechanism, Adjacency adjacency, bool alone) {
  return std::visit(Expand{adjacency, alone, mechanism}, mechanism.family);
}

core::Result<DominatingPair> dominating_pair(const Kernel& mechanism, Direction direction) {
  const bool forward = is_forward(direction);
  auto pairs = rows_apart(mechanism, 1, forward ? Adjacency::remove : Adjacency::add, true);
  if (!pairs) return pairs.error();
  if (pairs->size() > 1)
    return Error{ErrorCode::not_supported, "/adjacent",
                 "a kernel with several pairs of neighbours has no single dominating pair: ask about each pair"};
  auto pair = dominating_pair(pairs->front(), direction);
  if (pair) pair->theorems = {"kernel-neighbours"};
  return pair;
}

}  // namespace assay::accounting
