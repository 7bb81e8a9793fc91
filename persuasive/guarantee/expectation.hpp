// Gains in expectation: the mean of the gain given the truth, and its exponential mean.
#pragma once

#include <optional>

#include "persuasive/guarantee/problem.hpp"
#include "persuasive/prior_class/named_pairs.hpp"

namespace assay::persuasive {

/// The mean gain, or ln E e^{(order - 1) gain}/(order - 1) for order > 0 other than 1.
struct Mean {
  std::optional<core::Rational> order;
};

/// sup over truths and priors of the class.
/// Gives: with the log score and no floor Kullback-Leibler (or Renyi) divergence, the largest over the pairs.
/// Fails: not_supported where no theorem says which prior of the class is worst.
/// Source: theorem `persuasion-in-expectation`.
core::Result<Bracket> expected_gain(const FiniteProblem& problem, const Score& score, const Mean& mean);
core::Result<Bracket> expected_gain(const NamedProblem& problem, const Score& score, const Mean& mean);

/// sum_x Q(x) E_x gain for listed priors: the mutual information for the log score.
core::Result<Bracket> average_gain(const FiniteProblem& problem, const Score& score);

}  // namespace assay::persuasive
