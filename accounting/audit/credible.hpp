// The credible interval of epsilon from an attack's counts: a posterior over the two rates, not a confidence bound.
#pragma once

#include <optional>

#include "accounting/audit/attack_counts.hpp"
#include "accounting/audit/error_region.hpp"

namespace assay::accounting {

/// The posterior probability, for uniform and independent priors of the two rates, that they lie in the region of
/// (epsilon, delta)-privacy: T <= e^epsilon F + delta and 1 - F <= e^epsilon (1 - T) + delta.
/// Gives:  a ball that holds it, wider the fewer the cells: the integral over F is enclosed cell by cell.
/// Source: theorem `credible-region`.
Ball region_probability(const AttackCounts& counts, const core::Rational& epsilon, const core::Rational& delta,
                        int cells);

/// The same of any guarantee: the region T <= 1 - the least false-negative rate at F.
Ball region_probability(const AttackCounts& counts, const Guarantee& guarantee, int cells);

struct Credible {
  /// The epsilon that the posterior exceeds with probability `confidence`, and the equal-tailed interval of it; where
  /// mu or rho is claimed, that of it, too.
  Evidence evidence;
  Answer least, most;
  /// That the claim's region holds the rates.
  std::optional<Value> claim_probability = std::nullopt;
};

/// Shape:  at most 10^6 runs a side.
/// Fails:  limit_exceeded beyond. `refuted` says that the claim's posterior
/// probability
///         is below 1 - confidence.
/// Source: theorem `credible-region`.
core::Result<Credible> audit_credible(const AttackCounts& counts, const AuditQuestion& question);

}  // namespace assay::accounting
