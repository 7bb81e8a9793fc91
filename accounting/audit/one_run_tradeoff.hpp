// The audit of one training run against a trade-off function: approximate, Gaussian and zero-concentrated privacy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounting/audit/evidence.hpp"
#include "accounting/audit/least_mass.hpp"
#include "accounting/audit/one_run.hpp"

namespace assay::accounting {

/// Guesses of canaries each of which took one of `values` values by a fair die of its own.
struct ValueGuesses {
  Guesses guesses;
  std::uint64_t values = 2;
};

/// The longest recursion: it takes a step a correct guess.
inline constexpr std::uint64_t max_recursion = 1'000'000;

/// Whether, under that bound, the count's correct guesses or more have a probability of less than `level`: true where
/// the recursion certainly shows it, false where it certainly does not, nothing where precision or time do not tell.
/// Shape:  correct <= guesses <= canaries, correct <= max_recursion, 0 < level < 1.
/// Source: theorem `one-run-tradeoff`.
std::optional<bool> unlikely(const ValueGuesses& of, const core::Rational& level, const LeastMass& least, long bits,
                             const Deadline& deadline);

/// Bounds on epsilon (at the question's delta), on mu and on rho, and the verdict on a claim of any of them.
/// Fails:  limit_exceeded beyond max_recursion.
/// Source: theorem `one-run-tradeoff`.
core::Result<Evidence> audit_one_run_tradeoff(const ValueGuesses& of, const AuditQuestion& question);

/// The verdict on the question's claim alone, and whether a perfect attack of the same size would refute it.
struct TradeoffVerdict {
  AuditVerdict verdict = AuditVerdict::consistent;
  std::optional<bool> can_refute;
  std::vector<std::string> theorems = {};
};
core::Result<TradeoffVerdict> judge_by_tradeoff(const ValueGuesses& of, const AuditQuestion& question);

}  // namespace assay::accounting
