// One linear program an act: is there a forecast that takes it?
#include "persuasive/exact/decision_range.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "persuasive/exact/linear_program.hpp"

namespace assay::persuasive {

using core::Rational;

namespace {

/// The forecast p and a margin t <= 1 with p . (loss of b - loss of act) at least 0, and at least t for the acts before
/// it where ties go to the lowest index: taken where t may be positive.
LinearOptimum widest_margin(const scoring::Decision& rule, std::size_t act, const accounting::Deadline& deadline) {
  const std::size_t n = rule.loss.front().size();
  LinearProgram program{n + 1, std::vector<Rational>(n + 1), {}};
  program.objective[n] = -1;
  std::vector<Rational> ones(n, Rational(1)), margin(n + 1);
  margin[n] = 1;
  program.constraints.push_back({std::move(ones), Relation::equal, 1});
  program.constraints.push_back({std::move(margin), Relation::at_most, 1});
  for (std::size_t b = 0; b < rule.loss.size(); ++b) {
    if (b == act) continue;
    std::vector<Rational> row(n + 1);
    for (std::size_t x = 0; x < n; ++x) row[x] = rule.loss[b][x] - rule.loss[act][x];
    if (b < act && rule.ties == scoring::Ties::lowest_index) row[n] = -1;
    program.constraints.push_back({std::move(row), Relation::at_least, 0});
  }
  return solve(program, deadline);
}

}  // namespace

std::optional<Rational> greatest_loss(const scoring::Decision& rule, const accounting::Deadline& deadline) {
  std::vector<Rational> most;
  for (const std::vector<Rational>& row : rule.loss) most.push_back(*std::max_element(row.begin(), row.end()));
  std::vector<std::size_t> acts(most.size());
  std::iota(acts.begin(), acts.end(), std::size_t{0});
  std::stable_sort(acts.begin(), acts.end(), [&](std::size_t a, std::size_t b) { return most[a] > most[b]; });
  for (const std::size_t act : acts) {
    const LinearOptimum found = widest_margin(rule, act, deadline);
    if (found.status == LinearOptimum::Status::stopped) return std::nullopt;
    if (found.status == LinearOptimum::Status::optimal && found.value < 0) return most[act];
  }
  return std::nullopt;  // some act is best at every forecast: not reached
}

}  // namespace assay::persuasive
