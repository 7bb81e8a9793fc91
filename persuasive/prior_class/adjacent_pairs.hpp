// Receivers who believe in two data: the truth and one adjacent datum. Persuasion is probabilistic DP, rescaled.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "persuasive/guarantee/problem.hpp"

namespace assay::persuasive {

/// Exact for every rule. Shape: the class is AdjacentPairs.
/// Source: theorems `persuasion-is-pdp`, `step-gains`.
core::Result<Bracket> pairs_kappa(const FiniteProblem& problem, const Score& score, const core::Rational& delta);
core::Result<Bracket> pairs_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa);

/// The place of {gain bound > kappa} in the losses, for a continuous rule.
/// Gives: ratios below and above that differ by a relative 2^-64, and the decision for losses between them.
struct LossLevel {
  Real below, above;  // losses: at most `below` never exceeds, more than `above` always does
  bool always = false, never = false;
};
LossLevel loss_level(const Score& score, const TruthMass& truth, std::size_t distance, const LogNumber& kappa,
                     long bits, const accounting::Deadline& deadline);

/// A mass of the truth with which the gain at this loss, and so at every larger one, exceeds kappa; nothing where none
/// was found.
std::optional<Real> mass_beyond(const Score& score, const TruthMass& truth, const Real& loss, std::size_t distance,
                                const LogNumber& kappa, const accounting::Deadline& deadline);

/// One order of two data with masses of the truth in a range of its own.
struct TruthPair {
  std::size_t x = 0, y = 0;
  TruthMass truth;
};
/// The same over pairs of one's own making: any convex class over two data is a range of masses.
core::Result<Bracket> pairs_kappa(const FiniteProblem& problem, const std::vector<TruthPair>& pairs, const Score& score,
                                  const core::Rational& delta);
core::Result<Bracket> pairs_delta(const FiniteProblem& problem, const std::vector<TruthPair>& pairs, const Score& score,
                                  const LogNumber& kappa);

}  // namespace assay::persuasive
