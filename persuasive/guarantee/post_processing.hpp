// What happens to a guarantee when the Sender publishes a coarser output instead.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "persuasive/guarantee/problem.hpp"

namespace assay::persuasive {

/// Two outputs that are published as one.
struct MergedPair {
  std::size_t first = 0, second = 0;
  Bracket after;
};

/// The merged pair of outputs with the largest value, where that certainly exceeds `before`.
/// Shape:  the problem has one kernel that runs once; `value` is the least kappa or the largest delta of a problem.
/// Gives:  nothing where no pair raises the value: that alone proves nothing about other channels.
/// Fails:  limit_exceeded past max_merged_outputs; as `value` does.
/// Source: theorem `sender-post-processing`.
inline constexpr std::size_t max_merged_outputs = 64;
core::Result<std::optional<MergedPair>> worst_merged_pair(
    const FiniteProblem& problem, const Bracket& before,
    const std::function<core::Result<Bracket>(const FiniteProblem&)>& value);

/// Whether no channel of the Sender raises the least kappa: delta = 0 with the log score, or with two data.
bool is_safe_from_sender(const Score& score, std::size_t data, const core::Rational& delta);

}  // namespace assay::persuasive
