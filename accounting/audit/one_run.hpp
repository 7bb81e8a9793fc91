// The audit of one training run: each of m canaries is in or out by a fair coin, and the attacker guesses some of them.
#pragma once

#include <cstdint>

#include "accounting/audit/evidence.hpp"

namespace assay::accounting {

struct Guesses {
  std::uint64_t canaries = 0;  // all whose coin was tossed, guessed or not
  std::uint64_t guesses = 0;   // those that the attacker did not abstain on
  std::uint64_t correct = 0;
};

/// A bound on the probability of so many correct guesses, or more, under (epsilon, delta)-privacy:
/// p(epsilon) = P[B >= v] + 2 m delta max_{1 <= i <= m} P[v - i <= B < v]/i, B of r trials with success probability
/// e^epsilon/(1 + e^epsilon).
/// Shape:  correct <= guesses <= canaries <= max_trials; epsilon's ball is finite.
/// Source: theorem `one-run`.
Ball one_run_p_value(const Guesses& guesses, const Ball& epsilon, const core::Rational& delta);

/// The largest epsilon that the count refutes: the supremum of those with p(epsilon) < 1 - confidence.
/// A claim of mu or rho is judged by judge_by_tradeoff.
/// Fails:  limit_exceeded beyond max_trials, and of such a claim beyond max_recursion.
/// Source: theorems `one-run`, `one-run-tradeoff`.
core::Result<Evidence> audit_one_run(const Guesses& guesses, const AuditQuestion& question);

}  // namespace assay::accounting
