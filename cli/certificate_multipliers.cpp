#include "cli/certificate_multipliers.hpp"

#include <set>
#include <utility>

#include "persuasive/exact/linear_program.hpp"

namespace assay::cli {
namespace {

using core::Rational;

constexpr std::size_t most_unknowns = 160;

/// The equations that reach an unknown through others that are not fixed, and those unknowns.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>> around(const std::vector<Equation>& equations,
                                                                     const std::vector<Unknown>& unknowns,
                                                                     std::size_t unknown) {
  std::vector<std::size_t> reached{unknown}, rows;
  std::set<std::size_t> seen{unknown}, seen_rows;
  for (std::size_t i = 0; i < reached.size() && reached.size() <= most_unknowns; ++i)
    for (std::size_t r = 0; r < equations.size(); ++r) {
      if (!equations[r].terms.contains(reached[i]) || !seen_rows.insert(r).second) continue;
      rows.push_back(r);
      for (const auto& [c, k] : equations[r].terms)
        if (!unknowns[c].is_fixed() && seen.insert(c).second) reached.push_back(c);
    }
  return {rows, reached};
}

}  // namespace

// With s - t = e_x - A'm, s and t >= 0, x is at most the sum of m b + high s - low t. For the lower bound the same of
// -x.
std::optional<Bound> best_bound(const std::vector<Equation>& equations, const std::vector<Unknown>& unknowns,
                                std::size_t unknown, bool upper, const accounting::Deadline& deadline) {
  const auto [rows, reached] = around(equations, unknowns, unknown);
  if (reached.size() > most_unknowns || deadline.passed()) return std::nullopt;
  const std::size_t m = rows.size(), variables = 2 * m + 2 * reached.size();
  persuasive::LinearProgram program{variables, std::vector<Rational>(variables), {}};
  for (std::size_t i = 0; i < m; ++i) {
    Rational sum = equations[rows[i]].sum;
    for (const auto& [other, k] : equations[rows[i]].terms)
      if (unknowns[other].is_fixed() && other != unknown) sum -= k * *unknowns[other].low;
    program.objective[2 * i] = sum;
    program.objective[2 * i + 1] = -sum;
  }
  for (std::size_t j = 0; j < reached.size(); ++j) {
    const Unknown& x = unknowns[reached[j]];
    std::vector<Rational> row(variables);
    for (std::size_t i = 0; i < m; ++i) {
      const auto term = equations[rows[i]].terms.find(reached[j]);
      if (term == equations[rows[i]].terms.end()) continue;
      row[2 * i] = term->second;
      row[2 * i + 1] = -term->second;
    }
    const std::size_t s = 2 * m + 2 * j, t = s + 1;
    if (x.high) {
      row[s] = 1;
      program.objective[s] = *x.high;
    }
    if (x.low) {
      row[t] = -1;
      program.objective[t] = -*x.low;
    }
    const Rational unit(reached[j] != unknown ? 0 : upper ? 1 : -1);
    program.constraints.push_back({std::move(row), persuasive::Relation::equal, unit});
  }
  const persuasive::LinearOptimum optimum = solve(program, deadline);
  if (optimum.status != persuasive::LinearOptimum::Status::optimal) return std::nullopt;
  const Rational side(upper ? 1 : -1);
  Bound bound{unknown, upper, side * optimum.value, {}};
  for (std::size_t i = 0; i < m; ++i) {
    const Rational multiplier = optimum.point[2 * i] - optimum.point[2 * i + 1];
    if (multiplier != 0) bound.multipliers[rows[i]] = side * multiplier;
  }
  return bound;
}

}  // namespace assay::cli
