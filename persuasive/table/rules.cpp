// Sensitivity rules.
#include "persuasive/table/rules.hpp"

#include <algorithm>
#include <map>

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using Kind = SensitivityRule::Kind;

bool is_plain(WeightConvention weights) {
  return weights == WeightConvention::none || weights == WeightConvention::unweighted;
}

struct Unit {
  Rational value, weight = 1;
  Rational weighted;  // the sum of value times weight
};

/// The contributions to a cell, largest first, one a contributor where the rule is on holdings.
Result<std::vector<Unit>> units(const TableCell& cell, const SensitivityRule& rule) {
  std::vector<Unit> all;
  std::map<std::string, std::size_t> holding;
  for (const Contribution& contribution : cell.contributions) {
    if (contribution.weight && rule.weights == WeightConvention::none && rule.kind != Kind::threshold)
      return Error{ErrorCode::missing_field, rule.pointer + "/weights",
                   "the contributions have weights: name the convention (expanded, sample_top, known, unweighted)"};
    if (contribution.value < 0 && !rule.absolute && rule.kind != Kind::threshold)
      return Error{ErrorCode::not_supported, rule.pointer,
                   "the cell " + cell_name(cell) + " has a negative contribution: ask the rule with absolute"};
    const Rational weight = contribution.weight.value_or(Rational(1));
    const Unit unit{contribution.value, weight, contribution.value * weight};
    if (rule.holdings && !contribution.contributor.empty()) {
      const auto [place, fresh] = holding.emplace(contribution.contributor, all.size());
      if (!fresh) {
        Unit& known = all[place->second];
        // Where units are counted by their weight, one of two weights would have two counts.
        const bool counted =
            rule.weights == WeightConvention::expanded || (rule.kind == Kind::threshold && !is_plain(rule.weights));
        if (counted && known.weight != unit.weight)
          return Error{ErrorCode::not_supported, rule.pointer + "/weights",
                       "the contributor " + contribution.contributor + " of the cell " + cell_name(cell) +
                           " has contributions of different weights, and the convention counts holdings by weight: ask "
                           "known, sample_top or unweighted"};
        known.value += unit.value;
        known.weighted += unit.weighted;
        continue;
      }
    }
    all.push_back(unit);
  }
  if (rule.absolute)
    for (Unit& unit : all) {
      unit.value = abs(unit.value);
      unit.weighted = abs(unit.weighted);
    }
  std::stable_sort(all.begin(), all.end(), [](const Unit& x, const Unit& y) { return x.value > y.value; });
  return all;
}

/// Sum of the n largest under the convention; expanded units count weight times.
Rational largest(const std::vector<Unit>& units, Rational n, WeightConvention weights) {
  Rational sum = 0;
  for (const Unit& unit : units) {
    if (n <= 0) break;
    const Rational share = weights == WeightConvention::expanded ? std::min(unit.weight, n) : Rational(1);
    sum += weights == WeightConvention::known ? unit.weighted : Rational(unit.value * share);
    n -= share;
  }
  return sum;
}

struct Verdict {
  bool unsafe = false;
  std::optional<Rational> upper;
};

Verdict judge_units(const std::vector<Unit>& all, const SensitivityRule& rule) {
  Rational total = 0, count = 0;
  for (const Unit& unit : all) {
    total += is_plain(rule.weights) ? unit.value : unit.weighted;
    count += rule.weights == WeightConvention::expanded ? unit.weight : Rational(1);
  }
  const bool single = count <= 1;
  Verdict verdict;
  if (rule.kind == Kind::dominance) {
    const Rational top = largest(all, rule.n, rule.weights);
    verdict.unsafe = rule.at_least ? top * 100 >= total * rule.k : top * 100 > total * rule.k;
    verdict.upper = top * 100 / rule.k - total;
  } else {
    const Rational part = rule.kind == Kind::p_percent ? Rational(rule.p / 100) : Rational(rule.p / rule.q);
    const Rational rest = total - largest(all, 2, rule.weights);
    verdict.unsafe = single || rest < part * all.front().value;
    verdict.upper = part * all.front().value - rest;
  }
  if (*verdict.upper < 0) verdict.upper = Rational(0);
  return verdict;
}

/// Categories that a coalition inside a group can attribute to all others of it.
void judge_groups(const Release& release, const SensitivityRule& rule, std::size_t number,
                  std::vector<RuleVerdict>& out) {
  std::vector<char> seen(release.cells.size(), 0), unsafe(release.cells.size(), 0);
  for (const Relation& relation : release.relations) {
    if (relation.dimension != rule.dimension) continue;
    const TableCell& total = release.cells[relation.terms[0].cell];
    for (const Relation::Term& term : relation.terms) {
      const TableCell& cell = release.cells[term.cell];
      if (term.coefficient < 0 || !cell.interior || !cell.value || !total.value) continue;
      seen[term.cell] = 1;
      if (*cell.value > 0 && *total.value - rule.coalition <= *cell.value) unsafe[term.cell] = 1;
    }
  }
  for (std::size_t c = 0; c < seen.size(); ++c)
    if (seen[c] != 0) out.push_back({c, number, unsafe[c] != 0, std::nullopt});
}

}  // namespace

Result<std::vector<RuleVerdict>> judge(const Release& release, const std::vector<SensitivityRule>& rules) {
  std::vector<RuleVerdict> out;
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const SensitivityRule& rule = rules[r];
    if (rule.kind == Kind::group) {
      judge_groups(release, rule, r, out);
      continue;
    }
    for (std::size_t c = 0; c < release.cells.size(); ++c) {
      const TableCell& cell = release.cells[c];
      const bool is_count = release.kind == TableKind::count;
      if (rule.kind == Kind::zero) {
        if (cell.value && cell.status != CellStatus::absent) out.push_back({c, r, *cell.value == 0, std::nullopt});
        continue;
      }
      const Result<std::vector<Unit>> all = units(cell, rule);
      if (!all) return all.error();
      if (rule.kind == Kind::threshold) {
        std::optional<Rational> count = cell.contributors;
        if (!count && !all->empty()) {
          count = Rational(0);
          for (const Unit& unit : *all) *count += is_plain(rule.weights) ? Rational(1) : unit.weight;
        }
        if (!count && is_count) count = cell.value;
        // Empty cells have nobody to protect.
        if (count) out.push_back({c, r, *count > 0 && *count < rule.minimum, std::nullopt});
        continue;
      }
      if (all->empty()) continue;
      const Verdict verdict = judge_units(*all, rule);
      out.push_back({c, r, verdict.unsafe, verdict.upper});
    }
  }
  return out;
}

}  // namespace assay::persuasive
