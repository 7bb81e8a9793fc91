// Pairs of outputs, merged one after the other.
#include "persuasive/guarantee/post_processing.hpp"

#include <utility>

namespace assay::persuasive {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

namespace {

Kernel merged(const Kernel& kernel, std::size_t first, std::size_t second) {
  std::vector<std::vector<Rational>> rows = kernel.rows;
  for (auto& row : rows) {
    row[first] += row[second];
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(second));
  }
  return make_kernel(std::move(rows));
}

}  // namespace

Result<std::optional<MergedPair>> worst_merged_pair(const FiniteProblem& problem, const Bracket& before,
                                                    const std::function<Result<Bracket>(const FiniteProblem&)>& value) {
  const Kernel& kernel = problem.parts.front().kernel;
  if (kernel.columns() > max_merged_outputs)
    return Error{ErrorCode::limit_exceeded, "/post_processing",
                 "pairs of at most " + std::to_string(max_merged_outputs) + " outputs are merged, the kernel has " +
                     std::to_string(kernel.columns())};
  std::optional<MergedPair> worst;
  Real most = before.upper;
  for (std::size_t s = 0; s < kernel.columns(); ++s)
    for (std::size_t t = s + 1; t < kernel.columns(); ++t) {
      if (problem.deadline.passed())
        return Error{ErrorCode::limit_exceeded, "/post_processing", "max_seconds ended before every pair was merged"};
      FiniteProblem coarser = problem;
      coarser.parts = {{merged(kernel, s, t), 1}};
      Result<Bracket> after = value(coarser);
      if (!after) return after.error();
      if (!certainly_less(most, after->lower)) continue;
      most = after->lower;
      worst = MergedPair{s, t, *std::move(after)};
    }
  return worst;
}

bool is_safe_from_sender(const Score& score, std::size_t data, const Rational& delta) {
  return delta == 0 && score.coordinates.empty() && (score.rule == Score::Rule::log || data == 2);
}

}  // namespace assay::persuasive
