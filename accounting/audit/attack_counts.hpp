// The audit of an attack's counts: true and false positives of a test that was fixed before they were seen.
#pragma once

#include <cstdint>
#include <optional>

#include "accounting/audit/confidence.hpp"
#include "accounting/audit/evidence.hpp"

namespace assay::accounting {

/// `in`: the test's positives among runs with the record (true positives of all positives);
/// `out`: among runs without it (false positives of all negatives). The runs are independent.
struct AttackCounts {
  Count in, out;
};

/// Both rates' limits, each at half of the allowed error: jointly valid at the confidence.
struct RateLimits {
  Ball true_positive;   // lower limit
  Ball false_positive;  // upper limit
};
RateLimits rate_limits(const AttackCounts& counts, const core::Rational& confidence, long bits);

/// max(0, ln((t - delta)/f), ln((1 - f - delta)/(1 - t))) for the limits t and f.
/// Gives:  a ball that holds it; +inf where f is 0 or t is 1 exactly and the other term is positive.
/// Source: theorem `two-rates-epsilon`.
Ball epsilon_of_rates(const RateLimits& limits, const core::Rational& delta);

/// The epsilon at the question's delta of exactly that mu; nothing where delta is 0 or 1.
std::optional<Answer> epsilon_of_mu(const Answer& mu, const AuditQuestion& question);

/// The lower bounds on epsilon, mu and rho that the counts prove.
/// Fails:  limit_exceeded beyond max_trials.
/// Source: theorems `clopper-pearson`, `two-rates-epsilon`, `two-rates-mu`, `two-rates-rho`.
core::Result<Evidence> audit_counts(const AttackCounts& counts, const AuditQuestion& question);

}  // namespace assay::accounting
