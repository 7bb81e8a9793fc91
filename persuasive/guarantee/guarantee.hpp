// One question of persuasive privacy over finite data, sent to the routine that its class and score have.
#pragma once

#include <vector>

#include "persuasive/guarantee/problem.hpp"
#include "persuasive/prior_class/adjacent_pairs.hpp"

namespace assay::persuasive {

/// The least kappa with P_x[gain > kappa] <= delta for every truth and every prior of the class, 0 <= delta < 1.
/// Gives: a bracket; lower and upper are one number where the routine is exact.
/// Fails: not_supported where no routine covers the class with the score, and what to ask instead; limit_exceeded.
core::Result<Bracket> kappa_at_delta(const FiniteProblem& problem, const Score& score, const core::Rational& delta);

/// sup P_x[gain > kappa], the event strict.
core::Result<Bracket> delta_at_kappa(const FiniteProblem& problem, const Score& score, const LogNumber& kappa);

/// A convex class over two data is a range of masses of the truth: that range, for each truth that the class can hold.
core::Result<std::vector<TruthPair>> as_two_point(const FiniteProblem& problem);

}  // namespace assay::persuasive
