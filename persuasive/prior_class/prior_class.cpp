// Prior classes as linear constraints.
#include "persuasive/prior_class/prior_class.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

constexpr std::size_t most_supports = 5000;

std::vector<Rational> unit(std::size_t length, std::size_t at) {
  std::vector<Rational> row(length);
  row[at] = 1;
  return row;
}

PriorRegion simplex(std::size_t data) {
  PriorRegion region{data, data, {}};
  region.constraints.push_back({std::vector<Rational>(data, Rational(1)), Relation::equal, 1});
  return region;
}

void bound_truth(PriorRegion& region, const TruthMass& truth, std::size_t x) {
  if (truth.floor > 0) region.constraints.push_back({unit(region.data, x), Relation::at_least, truth.floor});
  if (truth.ceiling < 1) region.constraints.push_back({unit(region.data, x), Relation::at_most, truth.ceiling});
}

/// Data outside the support have no mass.
PriorRegion supported(std::size_t data, const std::vector<std::size_t>& support, const TruthMass& truth,
                      std::size_t x) {
  PriorRegion region = simplex(data);
  std::vector<Rational> outside(data, Rational(1));
  for (const std::size_t y : support) outside[y] = 0;
  if (std::any_of(outside.begin(), outside.end(), [](const Rational& r) { return r != 0; }))
    region.constraints.push_back({std::move(outside), Relation::equal, 0});
  bound_truth(region, truth, x);
  return region;
}

PriorRegion band(const std::vector<Rational>& lower, const std::vector<Rational>& upper) {
  PriorRegion region = simplex(lower.size());
  for (std::size_t y = 0; y < lower.size(); ++y) {
    if (lower[y] > 0) region.constraints.push_back({unit(lower.size(), y), Relation::at_least, lower[y]});
    if (upper[y] < 1) region.constraints.push_back({unit(lower.size(), y), Relation::at_most, upper[y]});
  }
  return region;
}

/// With a scale s more: lower s <= Q <= upper s.
PriorRegion ratio_band(const std::vector<Rational>& lower, const std::vector<Rational>& upper) {
  const std::size_t n = lower.size();
  PriorRegion region = simplex(n);
  region.variables = n + 1;
  for (std::size_t y = 0; y < n; ++y) {
    std::vector<Rational> least = unit(n + 1, y), most = unit(n + 1, y);
    least[n] = -lower[y];
    most[n] = -upper[y];
    region.constraints.push_back({std::move(least), Relation::at_least, 0});
    region.constraints.push_back({std::move(most), Relation::at_most, 0});
  }
  return region;
}

PriorRegion at_distances(const std::vector<Rational>& weights, const DataSpace& space, std::size_t x) {
  PriorRegion region{space.size, space.size, {}};
  std::vector<std::vector<Rational>> shells(std::max(space.records.size() + 1, weights.size()),
                                            std::vector<Rational>(space.size));
  for (std::size_t y = 0; y < space.size; ++y) shells[space.distance(x, y)][y] = 1;
  for (std::size_t d = 0; d < shells.size(); ++d)
    region.constraints.push_back(
        {std::move(shells[d]), Relation::equal, d < weights.size() ? weights[d] : Rational(0)});
  return region;
}

PriorRegion cut_out(const PriorPolytope& priors, std::size_t data) {
  PriorRegion region = simplex(data);
  for (std::size_t i = 0; i < priors.rows.size(); ++i)
    region.constraints.push_back({priors.rows[i], Relation::at_least, priors.at_least[i]});
  return region;
}

Pmf contaminated(const Contamination& priors) {
  Pmf least = priors.base;
  for (Rational& mass : least) mass *= 1 - priors.weight;
  return least;
}

Result<std::vector<PriorRegion>> supports(const Neighbours& priors, const DataSpace& space, std::size_t x) {
  const std::vector<std::size_t> near = space.neighbours(x);
  const std::size_t others = priors.points ? std::min(*priors.points - 1, near.size()) : near.size();
  std::vector<PriorRegion> found;
  std::vector<std::size_t> chosen(others);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  while (true) {
    std::vector<std::size_t> support{x};
    for (const std::size_t i : chosen) support.push_back(near[i]);
    found.push_back(supported(space.size, support, priors.truth, x));
    if (found.size() > most_supports)
      return Error{ErrorCode::limit_exceeded, "/priors/points",
                   "more than " + std::to_string(most_supports) + " supports have that many points; leave points out"};
    std::size_t i = others;
    while (i > 0 && chosen[i - 1] == near.size() - others + i - 1) --i;
    if (i == 0) return found;
    ++chosen[i - 1];
    for (std::size_t j = i; j < others; ++j) chosen[j] = chosen[j - 1] + 1;
  }
}

std::vector<PriorRegion> one(PriorRegion region) {
  std::vector<PriorRegion> list;
  list.push_back(std::move(region));
  return list;
}

/// The solution of a square system, or nothing where it is singular.
std::optional<std::vector<Rational>> solve_square(std::vector<std::vector<Rational>> system) {
  const std::size_t n = system.size();
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    while (pivot < n && system[pivot][column] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(system[pivot], system[column]);
    for (std::size_t j = n + 1; j-- > column;) system[column][j] /= system[column][column];
    for (std::size_t i = 0; i < n; ++i) {
      if (i == column || system[i][column] == 0) continue;
      const Rational factor = system[i][column];
      for (std::size_t j = column; j <= n; ++j) system[i][j] -= factor * system[column][j];
    }
  }
  std::vector<Rational> x;
  for (const auto& row : system) x.push_back(row[n]);
  return x;
}

Rational at(const std::vector<Rational>& row, std::span<const Rational> point) {
  Rational sum = 0;
  for (std::size_t j = 0; j < row.size(); ++j)
    if (row[j] != 0) sum += row[j] * point[j];
  return sum;
}

}  // namespace

bool meets(const PriorRegion& region, std::span<const Rational> point) {
  if (std::any_of(point.begin(), point.end(), [](const Rational& m) { return m < 0; })) return false;
  return std::all_of(region.constraints.begin(), region.constraints.end(), [&](const LinearConstraint& c) {
    const Rational value = at(c.row, point);
    if (c.relation == Relation::equal) return value == c.bound;
    return c.relation == Relation::at_most ? value <= c.bound : value >= c.bound;
  });
}

PriorRegion region(const RecordClass& priors, std::size_t values, std::size_t x) {
  struct Visitor {
    std::size_t values, x;
    PriorRegion operator()(const AllPriors& p) const {
      PriorRegion region = simplex(values);
      bound_truth(region, p.truth, x);
      return region;
    }
    PriorRegion operator()(const ListedPriors& p) const { return band(p.priors.front(), p.priors.front()); }
    PriorRegion operator()(const Contamination& p) const {
      return band(contaminated(p), std::vector<Rational>(values, Rational(1)));
    }
    PriorRegion operator()(const DensityBand& p) const { return band(p.lower, p.upper); }
    PriorRegion operator()(const RatioBand& p) const { return ratio_band(p.lower, p.upper); }
    PriorRegion operator()(const PriorPolytope& p) const { return cut_out(p, values); }
  };
  return std::visit(Visitor{values, x}, priors);
}

Result<std::vector<PriorRegion>> regions(const PriorClass& priors, const DataSpace& space, std::size_t x) {
  struct Visitor {
    const DataSpace& space;
    std::size_t x;
    Result<std::vector<PriorRegion>> operator()(const Neighbours& p) const { return supports(p, space, x); }
    Result<std::vector<PriorRegion>> operator()(const AllPriors& p) const { return one(region(p, space.size, x)); }
    Result<std::vector<PriorRegion>> operator()(const Contamination& p) const { return one(region(p, space.size, x)); }
    Result<std::vector<PriorRegion>> operator()(const DensityBand& p) const { return one(region(p, space.size, x)); }
    Result<std::vector<PriorRegion>> operator()(const RatioBand& p) const { return one(region(p, space.size, x)); }
    Result<std::vector<PriorRegion>> operator()(const PriorPolytope& p) const { return one(region(p, space.size, x)); }
    Result<std::vector<PriorRegion>> operator()(const DistanceProfile& p) const {
      return one(at_distances(p.weights, space, x));
    }
    Result<std::vector<PriorRegion>> operator()(const AdjacentPairs&) const { return none(); }
    Result<std::vector<PriorRegion>> operator()(const ListedPriors&) const { return none(); }
    Result<std::vector<PriorRegion>> operator()(const ProductPriors&) const { return none(); }
    static Error none() { return {ErrorCode::internal, "/priors", "this class has no linear constraints"}; }
  };
  return std::visit(Visitor{space, x}, priors);
}

bool is_empty(const PriorRegion& region, const accounting::Deadline& deadline) {
  LinearProgram program{region.variables, {}, region.constraints};
  return solve(program, deadline).status == LinearOptimum::Status::infeasible;
}

bool may_hold(const PriorRegion& region, std::size_t x, const accounting::Deadline& deadline) {
  LinearProgram program{region.variables, std::vector<Rational>(region.variables), region.constraints};
  program.objective[x] = -1;
  const LinearOptimum best = solve(program, deadline);
  return best.status != LinearOptimum::Status::infeasible &&
         (best.status != LinearOptimum::Status::optimal || best.value < 0);
}

std::optional<std::vector<Pmf>> vertices(const PriorRegion& region, std::size_t limit,
                                         const accounting::Deadline& deadline) {
  const std::size_t n = region.variables;
  std::vector<std::vector<Rational>> fixed, loose;  // rows with their bound at the end
  for (const LinearConstraint& c : region.constraints) {
    std::vector<Rational> row = c.row;
    row.resize(n);
    row.push_back(c.bound);
    if (std::all_of(row.begin(), row.end(), [](const Rational& r) { return r == 0; })) continue;
    (c.relation == Relation::equal ? fixed : loose).push_back(std::move(row));
  }
  for (std::size_t j = 0; j < n; ++j) loose.push_back(unit(n + 1, j));
  if (fixed.size() > n) return std::nullopt;
  const std::size_t choose = n - fixed.size();
  if (loose.size() < choose) return std::nullopt;
  std::set<Pmf> found;
  std::vector<std::size_t> chosen(choose);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  for (std::size_t tried = 0;; ++tried) {
    if (tried > limit || deadline.passed()) return std::nullopt;
    std::vector<std::vector<Rational>> system = fixed;
    for (const std::size_t i : chosen) system.push_back(loose[i]);
    if (std::optional<std::vector<Rational>> point = solve_square(std::move(system)); point && meets(region, *point)) {
      point->resize(region.data);
      found.insert(*std::move(point));
    }
    std::size_t i = choose;
    while (i > 0 && chosen[i - 1] == loose.size() - choose + i - 1) --i;
    if (i == 0) break;
    ++chosen[i - 1];
    for (std::size_t j = i; j < choose; ++j) chosen[j] = chosen[j - 1] + 1;
  }
  return std::vector<Pmf>(found.begin(), found.end());
}

}  // namespace assay::persuasive
