// Elimination that remembers which relations it added up.
#include "persuasive/table/disclosure.hpp"

#include <map>

namespace assay::persuasive {
namespace {

using core::Rational;
using Sparse = std::map<std::size_t, Rational>;

void add(Sparse& to, const Sparse& what, const Rational& factor) {
  for (const auto& [place, coefficient] : what) {
    Rational& sum = to[place];
    sum += coefficient * factor;
    if (sum == 0) to.erase(place);
  }
}

}  // namespace

std::optional<std::vector<std::optional<Combination>>> disclosing_combinations(
    const Release& release, const System& system, const std::vector<std::size_t>& variables,
    const accounting::Deadline& deadline) {
  std::vector<std::optional<Combination>> found(variables.size());
  if (variables.empty()) return found;
  if (system.rows.size() * system.variables.size() > 4'000'000) return std::nullopt;
  struct Line {
    Sparse unknown;  // coefficients of variables
    Sparse used;     // relations added up
  };
  std::map<std::size_t, Line> pivots;
  for (const Row& row : system.rows) {
    if (deadline.passed()) return std::nullopt;
    Line line;
    for (const Row::Term& term : row.terms) line.unknown[term.variable] = Rational(term.coefficient);
    line.used[row.relation] = 1;
    for (auto& [pivot, other] : pivots) {
      const auto place = line.unknown.find(pivot);
      if (place == line.unknown.end()) continue;
      const Rational factor = -place->second;
      add(line.unknown, other.unknown, factor);
      add(line.used, other.used, factor);
    }
    if (line.unknown.empty()) continue;
    const auto [pivot, lead] = *line.unknown.begin();
    const Rational inverse = 1 / lead;
    for (Sparse* part : {&line.unknown, &line.used})
      for (auto& entry : *part) entry.second *= inverse;
    for (auto& [other_pivot, other] : pivots) {
      const auto place = other.unknown.find(pivot);
      if (place == other.unknown.end()) continue;
      const Rational factor = -place->second;
      add(other.unknown, line.unknown, factor);
      add(other.used, line.used, factor);
    }
    pivots.emplace(pivot, std::move(line));
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto place = pivots.find(variables[i]);
    if (place == pivots.end() || place->second.unknown.size() != 1) continue;
    Combination combination;
    Sparse cells;
    for (const auto& [relation, factor] : place->second.used) {
      combination.constant += factor * release.relations[relation].constant;
      for (const Relation::Term& term : release.relations[relation].terms)
        if (system.variable_of[term.cell] < 0) add(cells, Sparse{{term.cell, Rational(-term.coefficient)}}, factor);
    }
    combination.terms.assign(cells.begin(), cells.end());
    found[i] = std::move(combination);
  }
  return found;
}

}  // namespace assay::persuasive
