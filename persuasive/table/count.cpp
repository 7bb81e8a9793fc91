// Which way of counting a system takes, and what is certain without counting.
#include "persuasive/table/count.hpp"

#include <algorithm>
#include <numeric>

#include "persuasive/table/state_sums.hpp"
#include "persuasive/table/two_way.hpp"
#include "persuasive/table/two_way_laws.hpp"
#include "persuasive/table/two_way_sums.hpp"

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Integer;
using core::Rational;

WholeWeights whole(const ValueWeights& weights) {
  WholeWeights result;
  result.low = weights.low;
  for (const Rational& w : weights.weights) result.denominator = lcm(result.denominator, Integer(denominator(w)));
  for (const Rational& w : weights.weights)
    result.weights.push_back(numerator(w) * (result.denominator / denominator(w)));
  return result;
}

/// What is certain without counting: free cells may take every value, the others follow.
WeightedCount bounds(const System& system, const std::vector<Span>& spans, const std::vector<WholeWeights>& weights) {
  std::vector<bool> follows(system.variables.size(), false);
  std::vector<bool> used(system.variables.size(), false);
  // A row determines one cell of its own that no earlier row mentions (a triangular choice).
  for (const Row& row : system.rows) {
    for (const Row::Term& term : row.terms)
      if (!used[term.variable]) {
        follows[term.variable] = true;
        break;
      }
    for (const Row::Term& term : row.terms) used[term.variable] = true;
  }
  WeightedCount count;
  // Whole numbers over one denominator: sums of fractions would reduce each of them.
  Integer most = 1, least = 1, denominator = 1;
  for (std::size_t v = 0; v < spans.size(); ++v) {
    const std::vector<Integer>& all = weights[v].weights;
    const auto first = all.begin() + (spans[v].low - weights[v].low);
    const auto last = first + (spans[v].high - spans[v].low) + 1;
    const auto [smallest, largest] = std::minmax_element(first, last);
    most *= follows[v] ? *largest : std::accumulate(first, last, Integer(0));
    least *= *smallest;
    denominator *= weights[v].denominator;
  }
  count.lower = Rational(least, denominator);  // there is at least one table
  count.upper = Rational(most, denominator);
  return count;
}

WeightedCount from_laws(const TwoWayMargins& margins, const TwoWayLaws& laws, const std::vector<Span>& spans) {
  WeightedCount count;
  count.lower = Rational(laws.tables);
  count.upper = count.lower;
  for (std::size_t v = 0; v < spans.size(); ++v) {
    const std::vector<Integer>& tables = laws.tables_with[margins.lines[v].first][margins.lines[v].second];
    ValueWeights marginal{spans[v].low, {}};
    for (Amount x = spans[v].low; x <= spans[v].high; ++x)
      marginal.weights.emplace_back(static_cast<std::size_t>(x) < tables.size() ? tables[static_cast<std::size_t>(x)]
                                                                                : Integer(0));
    count.marginals.push_back(std::move(marginal));
  }
  return count;
}

WeightedCount from_sums(const TableSums& sums, const std::vector<Span>& spans,
                        const std::vector<WholeWeights>& weights) {
  Integer scale = 1;
  for (const WholeWeights& w : weights) scale *= w.denominator;
  WeightedCount count;
  count.lower = Rational(sums.total, scale);
  count.upper = count.lower;
  for (std::size_t v = 0; v < sums.parts.size(); ++v) {
    ValueWeights& marginal = count.marginals.emplace_back();
    marginal.low = spans[v].low;
    for (const Integer& part : sums.parts[v]) marginal.weights.emplace_back(part, scale);
  }
  return count;
}

/// Moves between states that take about a second.
constexpr std::size_t quick_moves = 1'000'000;

}  // namespace

WeightedCount weighted_count(const System& system, const std::vector<Span>& spans,
                             const std::vector<ValueWeights>& weights, const CountOptions& options,
                             const Deadline& deadline) {
  const std::optional<TwoWayMargins> block =
      options.marginals ? two_way_margins(system, spans, weights) : std::optional<TwoWayMargins>();
  if (block && block->rows.size() > 2 && block->columns.size() > 2)
    if (const std::optional<TwoWayLaws> laws = two_way_laws(*block, deadline)) return from_laws(*block, *laws, spans);
  std::vector<WholeWeights> whole_weights;
  for (const ValueWeights& w : weights) whole_weights.push_back(whole(w));
  // Wide open two-way blocks have more states than fit; their number alone is still exact.
  if (const std::optional<TwoWayMargins> margins = two_way_margins(system, spans, weights)) {
    const auto states = [](const std::vector<Amount>& sums) {
      Amount product = 1;
      for (const Amount sum : sums) product = std::min<Amount>(product, Amount{1} << 40) * (sum + 1);
      return product;
    };
    if (std::min(states(margins->rows), states(margins->columns)) > 50'000'000) {
      const std::optional<Integer> number = count_two_way(*margins, deadline);
      if (!number) return bounds(system, spans, whole_weights);
      WeightedCount count;
      count.lower = Rational(*number);
      count.upper = count.lower;
      return count;
    }
  }
  // Few states are quick whatever their weights; many fill an array better than a table of those that occur.
  const std::optional<TwoWayCells> cells = two_way_cells(system);
  std::optional<TableSums> sums;
  if (cells) {
    sums = state_sums(system, spans, whole_weights, options.marginals, {options.max_states, quick_moves}, deadline);
    if (!sums) sums = two_way_sums(*cells, spans, whole_weights, options.marginals, deadline);
  }
  if (!sums) sums = state_sums(system, spans, whole_weights, options.marginals, {options.max_states, {}}, deadline);
  return sums ? from_sums(*sums, spans, whole_weights) : bounds(system, spans, whole_weights);
}

}  // namespace assay::persuasive
