// Sums over fibres: component by component, or table by table where an algorithm chose the suppressions.
#include "persuasive/table/fibre.hpp"

#include <algorithm>

#include "persuasive/table/propagate.hpp"
#include "persuasive/table/ranges.hpp"

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

bool is_bounded(const Span& span) { return span.low > -no_limit && span.high < no_limit; }

const Rational& at(const ValueWeights& weights, Amount x) {
  return weights.weights[static_cast<std::size_t>(x - weights.low)];
}

/// Most values of one cell that its law is written out for.
constexpr Amount max_values = 2'000'000;

/// Spans that are as tight as it takes to have ends. False: some variable has none.
Result<bool> bound_all(const System& system, const Release& release, std::vector<Span>& spans,
                       const Deadline& deadline) {
  if (std::all_of(spans.begin(), spans.end(), is_bounded)) return true;
  RangeOptions options;
  options.witnesses = false;
  const Result<Ranges> exact = ranges(system, release, options, deadline);
  if (!exact) return exact.error();
  for (std::size_t v = 0; v < spans.size(); ++v) {
    const auto& range = exact->ranges[v];
    if (range.low.bound) spans[v].low = numerator(*range.low.bound).convert_to<Amount>();
    if (range.high.bound) spans[v].high = numerator(*range.high.bound).convert_to<Amount>();
    if (!is_bounded(spans[v])) return false;
  }
  return true;
}

Error empty_fibre() {
  return {ErrorCode::invalid_parameter, "/table",
          "no table agrees with what is published, what the reader knows and the prior"};
}

/// Whether the true table, where the sender gives all of it, lies in the fibre: then there is a table at all.
bool truth_fits(const System& system, const Release& release) {
  std::vector<Rational> truth;
  for (const Variable& variable : system.variables) {
    const TableCell& cell = release.cells[variable.cell];
    const std::optional<Rational>& value = true_value(cell);
    if (!value || std::none_of(variable.domain.begin(), variable.domain.end(), [&](const Span& span) {
          return Rational(span.low) <= *value && *value <= Rational(span.high);
        }))
      return false;
    truth.push_back(*value);
  }
  return std::all_of(system.rows.begin(), system.rows.end(), [&](const Row& row) {
    Rational sum = 0;
    for (const Row::Term& term : row.terms) sum += truth[term.variable] * term.coefficient;
    return sum == row.total;
  });
}

Result<Fibre> by_components(Fibre fibre, const Release& release, const BoundPrior* prior, const FibreQuestion& question,
                            const Deadline& deadline) {
  const System& system = fibre.system;
  std::vector<Span> spans;
  for (const Variable& variable : system.variables) spans.push_back(hull(variable));
  if (tighten(system, spans) || !snap(system, spans)) return empty_fibre();
  const Result<bool> bounded = bound_all(system, release, spans, deadline);
  if (!bounded) return bounded.error();
  if (!*bounded) {
    fibre.infinite = true;
    return fibre;
  }
  for (const Span& span : spans)
    if (span.high - span.low > max_values)
      return Error{ErrorCode::limit_exceeded, "/table",
                   "a cell has more than " + std::to_string(max_values) + " possible values: ask ranges alone"};
  if (prior != nullptr)
    if (auto fault = prior->unweighable(system, spans)) return *fault;
  fibre.theorems = {"table-relations", "table-counting"};
  fibre.lower = 1;
  fibre.upper = Rational(1);
  if (question.posterior) fibre.posterior.resize(spans.size());
  const auto weigh = [&](const System& part, const std::vector<Span>& part_spans) {
    if (prior != nullptr) return prior->weights(part, part_spans);
    std::vector<ValueWeights> ones;
    for (std::size_t v = 0; v < part_spans.size(); ++v) {
      ValueWeights w{part_spans[v].low, {}};
      for (Amount x = part_spans[v].low; x <= part_spans[v].high; ++x)
        w.weights.push_back(std::any_of(part.variables[v].domain.begin(), part.variables[v].domain.end(),
                                        [&](const Span& span) { return span.low <= x && x <= span.high; })
                                ? 1
                                : 0);
      ones.push_back(std::move(w));
    }
    return ones;
  };
  Component fixed;
  for (std::size_t v = 0; v < spans.size(); ++v)
    if (spans[v].low == spans[v].high) fixed.variables.push_back(v);
  std::vector<Component> parts = components(system, spans);
  const System fixed_part = restricted(system, fixed, spans);
  std::vector<Span> fixed_spans;
  for (const std::size_t v : fixed.variables) fixed_spans.push_back(spans[v]);
  const std::vector<ValueWeights> fixed_weights = weigh(fixed_part, fixed_spans);
  for (std::size_t i = 0; i < fixed.variables.size(); ++i) {
    const Rational& w = fixed_weights[i].weights[0];
    if (w == 0) return empty_fibre();
    fibre.lower *= w;
    *fibre.upper *= w;
    if (question.posterior) fibre.posterior[fixed.variables[i]] = {fixed_spans[i].low, {Rational(1)}};
  }
  for (const Component& component : parts) {
    const System part = restricted(system, component, spans);
    std::vector<Span> part_spans;
    for (const std::size_t v : component.variables) part_spans.push_back(spans[v]);
    CountOptions options = question.count;
    options.marginals = question.posterior;
    WeightedCount count = weighted_count(part, part_spans, weigh(part, part_spans), options, deadline);
    if (count.exact() && count.lower == 0) return empty_fibre();
    fibre.lower *= count.lower;
    *fibre.upper *= *count.upper;
    // Bounds of a sum that nobody counted: without a table in hand it may be empty.
    if (!count.exact() && !truth_fits(system, release)) fibre.lower = 0;
    if (count.marginals.empty()) continue;
    for (std::size_t i = 0; i < component.variables.size(); ++i) {
      for (Rational& w : count.marginals[i].weights) w /= count.lower;
      fibre.posterior[component.variables[i]] = std::move(count.marginals[i]);
    }
  }
  return fibre;
}

Result<Fibre> by_tables(Fibre fibre, const Release& release, const Knowledge& knowledge, const BoundPrior* prior,
                        const FibreQuestion& question, const Deadline& deadline) {
  std::vector<Amount> table(release.cells.size(), 0);
  for (std::size_t c = 0; c < table.size(); ++c)
    if (fibre.system.variable_of[c] < 0) table[c] = numerator(*release.cells[c].value).convert_to<Amount>();
  std::vector<Span> spans;
  for (const Variable& variable : fibre.system.variables) spans.push_back(hull(variable));
  if (tighten(fibre.system, spans) || !snap(fibre.system, spans)) return empty_fibre();
  const Result<bool> bounded = bound_all(fibre.system, release, spans, deadline);
  if (!bounded) return bounded.error();
  if (!*bounded)
    return Error{ErrorCode::not_supported, "/knowledge/rule/secondary",
                 "the fibre of an algorithm is searched table by table: give knowledge.upper, or publish totals"};
  std::vector<ValueWeights> weights;
  if (prior != nullptr) {
    if (auto fault = prior->unweighable(fibre.system, spans)) return *fault;
    weights = prior->weights(fibre.system, spans);
  }
  Rational sum = 0;
  std::vector<ValueWeights> law(spans.size());
  for (std::size_t v = 0; v < spans.size(); ++v) {
    if (spans[v].high - spans[v].low > max_values)
      return Error{ErrorCode::limit_exceeded, "/table", "a cell has too many possible values"};
    law[v] = {spans[v].low, std::vector<Rational>(static_cast<std::size_t>(spans[v].high - spans[v].low) + 1, 0)};
  }
  const bool whole = for_each_table(fibre.system, question.max_tables, deadline, [&](const std::vector<Amount>& point) {
    for (std::size_t v = 0; v < point.size(); ++v) table[fibre.system.variables[v].cell] = point[v];
    if (!algorithm_gives(release, knowledge, table)) return;
    Rational weight = 1;
    if (prior != nullptr)
      for (std::size_t v = 0; v < point.size(); ++v) weight *= at(weights[v], point[v]);
    sum += weight;
    for (std::size_t v = 0; v < point.size(); ++v)
      law[v].weights[static_cast<std::size_t>(point[v] - law[v].low)] += weight;
  });
  if (!whole && deadline.passed()) return uncounted(deadline, "/knowledge/rule/secondary");
  if (!whole)
    return Error{ErrorCode::limit_exceeded, "/knowledge/rule/secondary",
                 "more than " + std::to_string(question.max_tables) +
                     " tables agree with the relations: the fibre of the algorithm cannot be searched"};
  if (sum == 0) return empty_fibre();
  fibre.lower = sum;
  fibre.upper = sum;
  for (ValueWeights& one : law)
    for (Rational& w : one.weights) w /= sum;
  fibre.posterior = std::move(law);
  fibre.theorems = {"table-relations", "table-algorithm-fibre"};
  if (prior != nullptr) fibre.theorems.emplace_back("table-counting");
  return fibre;
}

}  // namespace

Error uncounted(const Deadline& deadline, std::string pointer) {
  return {ErrorCode::limit_exceeded, std::move(pointer),
          deadline.passed() ? "max_seconds ended before the tables of the release were counted: ask ranges"
                            : "the tables of the release are too many to count: ask ranges"};
}

FibreKind fibre_kind(const Release&, const Knowledge& knowledge) {
  if (knowledge.secondary == Knowledge::Secondary::smallest_other) return FibreKind::algorithm;
  return knowledge.suppressed_if || knowledge.zeros_published ? FibreKind::rule : FibreKind::relations;
}

bool for_each_table(const System& system, std::size_t most, const Deadline& deadline,
                    const std::function<void(const std::vector<Amount>&)>& visit) {
  std::vector<Span> start;
  for (const Variable& variable : system.variables) start.push_back(hull(variable));
  std::vector<std::vector<Span>> open{start};
  std::size_t met = 0;
  while (!open.empty()) {
    std::vector<Span> node = std::move(open.back());
    open.pop_back();
    if (deadline.passed()) return false;
    if (tighten(system, node) || !snap(system, node)) continue;
    std::size_t narrowest = node.size();
    for (std::size_t v = 0; v < node.size(); ++v) {
      if (!is_bounded(node[v])) return false;
      const Amount width = node[v].high - node[v].low;
      if (width > 0 && (narrowest == node.size() || width < node[narrowest].high - node[narrowest].low)) narrowest = v;
    }
    if (narrowest == node.size()) {
      if (++met > most) return false;
      std::vector<Amount> point;
      for (const Span& span : node) point.push_back(span.low);
      visit(point);
      continue;
    }
    if (static_cast<std::size_t>(node[narrowest].high - node[narrowest].low) > most) return false;
    for (Amount x = node[narrowest].high; x >= node[narrowest].low; --x) {
      open.push_back(node);
      open.back()[narrowest] = {x, x};
    }
  }
  return true;
}

bool algorithm_gives(const Release& release, const Knowledge& knowledge, const std::vector<Amount>& table) {
  const Knowledge::SuppressedIf& rule = *knowledge.suppressed_if;
  std::vector<bool> suppressed(table.size(), false);
  for (std::size_t c = 0; c < table.size(); ++c) {
    const Rational value(table[c]);
    suppressed[c] = rule.first <= value && (!rule.last || value <= *rule.last);
    if (knowledge.zeros_published && table[c] == 0) suppressed[c] = false;
    const bool flagged = release.cells[c].reason != SuppressionReason::unstated;
    if (flagged && suppressed[c] != (release.cells[c].reason == SuppressionReason::primary)) return false;
  }
  // While a relation has one suppressed cell alone, its smallest other part goes too; the first of equal ones.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Relation& relation : release.relations) {
      const auto count = std::count_if(relation.terms.begin(), relation.terms.end(),
                                       [&](const Relation::Term& term) { return suppressed[term.cell]; });
      if (count != 1) continue;
      std::optional<std::size_t> smallest;
      for (const Relation::Term& term : relation.terms)
        if (term.coefficient > 0 && !suppressed[term.cell] && (!smallest || table[term.cell] < table[*smallest]))
          smallest = term.cell;
      if (!smallest) continue;
      suppressed[*smallest] = true;
      changed = true;
    }
  }
  for (std::size_t c = 0; c < table.size(); ++c)
    if (suppressed[c] != (release.cells[c].status == CellStatus::suppressed)) return false;
  return true;
}

Result<Fibre> fibre(const Release& release, const Knowledge& knowledge, const BoundPrior* prior,
                    const FibreQuestion& question, const Deadline& deadline) {
  Result<System> system = release_system(release, knowledge, question.kind != FibreKind::relations);
  if (!system) return system.error();
  if (prior != nullptr) system = prior->restrict(*system);
  if (!system) return system.error();
  Fibre start;
  start.kind = question.kind;
  start.system = std::move(system).value();
  if (question.kind == FibreKind::algorithm)
    return by_tables(std::move(start), release, knowledge, prior, question, deadline);
  return by_components(std::move(start), release, prior, question, deadline);
}

}  // namespace assay::persuasive
