// Random small tables against plain enumeration: ranges, numbers of tables, laws of cells and gains are equal exactly.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "persuasive/table/fibre.hpp"
#include "persuasive/table/kappa.hpp"
#include "persuasive/table/ranges.hpp"

namespace assay::persuasive::random_tables {

using core::Rational;

struct Random {
  std::mt19937_64 engine;
  long below(long n) { return static_cast<long>(engine() % static_cast<unsigned long>(n)); }
  bool chance(long percent) { return below(100) < percent; }
};

/// A random table with all totals, some cells suppressed; hierarchies in the first dimension at times.
struct Sample {
  TableText text;
  Knowledge knowledge;
};

inline bool sensitive_total(const Rational& x, const Knowledge& knowledge) {
  return 1 <= x && x <= *knowledge.suppressed_if->last;
}

inline std::optional<Sample> sample(Random& random) {
  static const std::vector<std::vector<long>> shapes = {{3}, {2, 2}, {2, 3}, {3, 3}, {2, 4}, {2, 2, 2}, {4}};
  Sample sample;
  const std::vector<long>& shape = shapes[static_cast<std::size_t>(random.below(static_cast<long>(shapes.size())))];
  std::vector<std::vector<std::string>> codes;
  std::vector<std::map<std::string, std::vector<std::string>>> leaves;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    Dimension dimension;
    dimension.name = "d" + std::to_string(d);
    dimension.total = "T";
    std::map<std::string, std::vector<std::string>> below;
    for (long i = 0; i < shape[d]; ++i) {
      dimension.codes.push_back(std::to_string(i));
      below[std::to_string(i)] = {std::to_string(i)};
      below["T"].push_back(std::to_string(i));
    }
    if (d == 0 && shape[d] >= 3 && random.chance(50)) {
      dimension.breakdowns.push_back({"H", {"0", "1"}});
      dimension.codes.emplace_back("H");
      below["H"] = {"0", "1"};
    }
    std::vector<std::string> all = dimension.codes;
    all.emplace_back("T");
    codes.push_back(all);
    leaves.push_back(below);
    sample.text.dimensions.push_back(dimension);
  }
  std::map<std::vector<std::string>, long> interior;
  std::vector<std::vector<std::string>> addresses{{}};
  for (const auto& dimension : codes) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& prefix : addresses)
      for (const std::string& code : dimension) {
        longer.push_back(prefix);
        longer.back().push_back(code);
      }
    addresses = longer;
  }
  const bool rule = random.chance(40), zeros = rule && random.chance(50);
  const long most = random.chance(20) ? 4 : 2;
  const auto is_interior = [&](const std::vector<std::string>& at) {
    for (std::size_t d = 0; d < at.size(); ++d)
      if (leaves[d][at[d]] != std::vector<std::string>{at[d]}) return false;
    return true;
  };
  for (const auto& at : addresses)
    if (is_interior(at)) interior[at] = random.below(most + 1);
  const auto value = [&](const std::vector<std::string>& at) {
    long sum = 0;
    for (const auto& [cell, x] : interior) {
      bool inside = true;
      for (std::size_t d = 0; d < at.size(); ++d) {
        const auto& below = leaves[d][at[d]];
        inside = inside && std::find(below.begin(), below.end(), cell[d]) != below.end();
      }
      if (inside) sum += x;
    }
    return sum;
  };
  if (rule) {
    sample.knowledge.suppressed_if = Knowledge::SuppressedIf{Rational(1), Rational(1 + random.below(2))};
    sample.knowledge.zeros_published = zeros;
  }
  sample.knowledge.lower = Rational(0);
  for (const auto& at : addresses) {
    TableCell cell;
    cell.at = at;
    cell.pointer = "/table/cells/" + std::to_string(sample.text.cells.size());
    cell.value = Rational(value(at));
    const bool grand = std::all_of(at.begin(), at.end(), [](const std::string& code) { return code == "T"; });
    if (rule) {
      const bool sensitive = 1 <= *cell.value && *cell.value <= *sample.knowledge.suppressed_if->last;
      // The grand total stays published: without it the relations alone leave infinitely many tables.
      if (sensitive && !grand) {
        cell.status = CellStatus::suppressed;
        cell.reason = SuppressionReason::primary;
      } else if (!grand && random.chance(is_interior(at) ? 35 : 15) && !(zeros && *cell.value == 0)) {
        cell.status = CellStatus::suppressed;
        cell.reason = SuppressionReason::secondary;
      }
    } else if (!grand && random.chance(is_interior(at) ? 60 : 25)) {
      cell.status = CellStatus::suppressed;
    }
    if (rule && grand && sensitive_total(*cell.value, sample.knowledge)) return std::nullopt;
    sample.text.cells.push_back(cell);
  }
  return sample;
}

/// Every table: interior cells counted up, sums checked; nullopt where that would take too long.
inline std::optional<std::vector<std::vector<long>>> enumerate(const Release& release, const Knowledge& knowledge,
                                                               bool rule) {
  long most = 0;
  for (const TableCell& cell : release.cells)
    if (cell.value && *cell.value > most) most = numerator(*cell.value).convert_to<long>();
  std::vector<std::size_t> open;
  std::vector<long> table(release.cells.size(), -1);
  for (std::size_t c = 0; c < table.size(); ++c)
    if (release.cells[c].status == CellStatus::published)
      table[c] = numerator(*release.cells[c].value).convert_to<long>();
  // Sums of open cells follow; an order in which each relation is checked as soon as it is complete.
  for (std::size_t c = 0; c < table.size(); ++c)
    if (table[c] < 0 && release.cells[c].interior) open.push_back(c);
  const auto allowed = [&](std::size_t c, long x) {
    const TableCell& cell = release.cells[c];
    if (!rule || cell.status != CellStatus::suppressed) return true;
    if (knowledge.zeros_published && x == 0) return false;
    const bool sensitive =
        knowledge.suppressed_if && knowledge.suppressed_if->first <= x && x <= *knowledge.suppressed_if->last;
    if (cell.reason == SuppressionReason::primary) return sensitive;
    return cell.reason != SuppressionReason::secondary || !sensitive;
  };
  // No cell exceeds the least published sum that it is a part of.
  std::vector<long> cap(table.size(), most);
  for (std::size_t c = 0; c < table.size(); ++c)
    if (table[c] >= 0) cap[c] = table[c];
  for (bool changed = true; changed;) {
    changed = false;
    for (const Relation& relation : release.relations)
      for (const Relation::Term& term : relation.terms)
        if (cap[term.cell] > cap[relation.terms[0].cell]) {
          cap[term.cell] = cap[relation.terms[0].cell];
          changed = true;
        }
  }
  std::vector<std::vector<long>> found;
  const auto finish = [&](std::vector<long> full) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Relation& relation : release.relations) {
        long sum = 0;
        bool known = true;
        for (const Relation::Term& term : relation.terms)
          if (term.coefficient > 0) {
            known = known && full[term.cell] >= 0;
            sum += full[term.cell];
          }
        if (!known) continue;
        const std::size_t total = relation.terms[0].cell;
        if (full[total] < 0) {
          full[total] = sum;
          changed = true;
        } else if (full[total] != sum) {
          return;
        }
      }
    }
    for (std::size_t c = 0; c < full.size(); ++c)
      if (table[c] < 0 && !allowed(c, full[c])) return;
    found.push_back(full);
  };
  // Partial sums beyond a published total end a branch.
  long effort = 20'000;
  const std::function<void(std::size_t, std::vector<long>&)> go = [&](std::size_t i, std::vector<long>& part) {
    if (--effort < 0) return;
    for (const Relation& relation : release.relations) {
      const std::size_t total = relation.terms[0].cell;
      if (table[total] < 0) continue;
      long sum = 0;
      bool complete = true;
      for (const Relation::Term& term : relation.terms)
        if (term.coefficient > 0) {
          if (part[term.cell] < 0)
            complete = false;
          else
            sum += part[term.cell];
        }
      if (sum > table[total] || (complete && sum != table[total])) return;
    }
    if (i == open.size()) return finish(part);
    for (long x = 0; x <= cap[open[i]]; ++x) {
      part[open[i]] = x;
      go(i + 1, part);
    }
    part[open[i]] = -1;
  };
  std::vector<long> part = table;
  go(0, part);
  if (effort < 0) return std::nullopt;
  return found;
}

inline Rational poisson_weight(const Rational& rate, long x) {
  Rational weight = 1;
  for (long i = 1; i <= x; ++i) weight *= rate / i;
  return weight;
}

/// The posterior under independent Poisson cells of unequal rates, and the gain at the truth of each cell.
inline void compare_poisson(const Release& release, const Knowledge& knowledge,
                            const std::vector<std::vector<long>>& tables) {
  KappaQuestion question;
  TablePrior prior;
  prior.family = TablePrior::Family::poisson;
  std::vector<Rational> rate_of(release.cells.size(), 0);
  for (std::size_t c = 0; c < release.cells.size(); ++c)
    if (release.cells[c].interior) {
      rate_of[c] = Rational(1 + static_cast<long>(prior.parameters.size()), 3);
      prior.parameters.push_back(rate_of[c]);
    }
  question.priors.members.push_back(prior);
  const auto gained = kappa(release, knowledge, question, {});
  REQUIRE(gained);
  Rational sum = 0;
  std::vector<std::map<long, Rational>> law(release.cells.size());
  for (const auto& table : tables) {
    Rational weight = 1;
    for (std::size_t c = 0; c < table.size(); ++c)
      if (release.cells[c].interior) weight *= poisson_weight(rate_of[c], table[c]);
    sum += weight;
    for (std::size_t c = 0; c < table.size(); ++c) law[c][table[c]] += weight;
  }
  for (std::size_t v = 0; v < gained->fibre.system.variables.size(); ++v) {
    const std::size_t c = gained->fibre.system.variables[v].cell;
    const ValueWeights& posterior = gained->fibre.posterior[v];
    for (std::size_t i = 0; i < posterior.weights.size(); ++i)
      CHECK(posterior.weights[i] == law[c][posterior.low + static_cast<long>(i)] / sum);
  }
}

inline void compare(std::uint64_t seed) {
  Random random{std::mt19937_64(seed)};
  CAPTURE(seed);
  // The first sample of this seed that plain enumeration can take.
  std::optional<Sample> drawn;
  std::optional<std::vector<std::vector<long>>> listed, unruled;
  core::Result<Release> release = core::Error{};
  bool rule = false;
  while (!listed || !unruled) {
    listed.reset();
    drawn = sample(random);
    if (!drawn) continue;
    release = make_release(TableKind::count, {drawn->text});
    REQUIRE(release);
    rule = fibre_kind(*release, drawn->knowledge) == FibreKind::rule;
    unruled = enumerate(*release, drawn->knowledge, false);
    if (unruled) listed = enumerate(*release, drawn->knowledge, rule);
  }
  const Sample& one = *drawn;
  const std::vector<std::vector<long>>&tables = *listed, &plain = *unruled;
  REQUIRE_FALSE(tables.empty());
  const auto system = release_system(*release, one.knowledge, rule);
  REQUIRE(system);
  const accounting::Deadline never;
  const auto ranges_found = ranges(*system, *release, {}, never);
  REQUIRE(ranges_found);
  CHECK(ranges_found->converged);
  KappaQuestion question;
  question.priors.members.emplace_back();
  const auto gained = kappa(*release, one.knowledge, question, never);
  REQUIRE(gained);
  CHECK(gained->fibre.lower == Rational(static_cast<long>(tables.size())));
  CHECK(gained->fibre.exact());
  for (std::size_t v = 0; v < system->variables.size(); ++v) {
    const std::size_t c = system->variables[v].cell;
    CAPTURE(cell_name(release->cells[c]));
    std::map<long, long> law;
    for (const auto& table : tables) ++law[table[c]];
    const Ranges::Range& range = ranges_found->ranges[v];
    CHECK(range.low.exact());
    CHECK(range.high.exact());
    CHECK(*range.low.bound == law.begin()->first);
    CHECK(*range.high.bound == law.rbegin()->first);
    const ValueWeights& posterior = gained->fibre.posterior[v];
    for (std::size_t i = 0; i < posterior.weights.size(); ++i)
      CHECK(posterior.weights[i] ==
            Rational(law[posterior.low + static_cast<long>(i)], static_cast<long>(tables.size())));
  }
  for (const auto& witness : ranges_found->witnesses) {
    std::vector<Rational> table(release->cells.size());
    for (std::size_t c = 0; c < table.size(); ++c)
      table[c] = system->variable_of[c] < 0 ? *release->cells[c].value
                                            : witness[static_cast<std::size_t>(system->variable_of[c])];
    for (const Relation& relation : release->relations) {
      Rational sum = 0;
      for (const Relation::Term& term : relation.terms) sum += table[term.cell] * term.coefficient;
      CHECK(sum == 0);
    }
  }
  CHECK(gained->ratio == Rational(static_cast<long>(plain.size()), static_cast<long>(tables.size())));

  // Each cell's gain at its truth: what the symbols add to the sums.
  for (const CellGain& gain : gained->cells) {
    const long truth = numerator(*release->cells[gain.cell].value).convert_to<long>();
    const auto share = [&](const std::vector<std::vector<long>>& list) {
      const auto hits = std::count_if(list.begin(), list.end(), [&](const auto& t) { return t[gain.cell] == truth; });
      return Rational(static_cast<long>(hits), static_cast<long>(list.size()));
    };
    CHECK(gain.truth_probability == share(tables));
    CHECK(gain.ratio == share(tables) / share(plain));
  }
  compare_poisson(*release, one.knowledge, tables);

  // A prior with weights: the joint gain under independent uniform cells.
  KappaQuestion uniform;
  TablePrior prior;
  prior.family = TablePrior::Family::uniform;
  prior.upper = 6;
  uniform.priors.members.push_back(prior);
  const auto judged = kappa(*release, one.knowledge, uniform, never);
  REQUIRE(judged);
  long inside = 0, cells = 0;
  for (const auto& table : tables) {
    bool within = true;
    for (std::size_t c = 0; c < table.size(); ++c) within = within && (!release->cells[c].interior || table[c] <= 6);
    inside += within ? 1 : 0;
  }
  for (const TableCell& cell : release->cells) cells += cell.interior ? 1 : 0;
  Rational all = 1;
  for (long i = 0; i < cells; ++i) all *= 7;
  CHECK(judged->ratio == all / inside);
}

}  // namespace assay::persuasive::random_tables
