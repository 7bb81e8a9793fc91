// What an experiment proves about a mechanism: a lower bound at a confidence, and a claim held against it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounting/verdict/answer.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::accounting {

/// What was claimed of the mechanism: {epsilon, delta}, {mu} or {rho}, as in verify.
using AuditClaim = Claim;

/// refuted: the experiment's lower bound lies above the claim, so a true claim gives such data with a probability of at
/// most 1 - confidence. consistent: it does not, which proves nothing for the claim. undecided: the time ended first.
enum class AuditVerdict { refuted, consistent, undecided };

/// The verdict of a test that says nothing where its time ended.
inline AuditVerdict verdict_of(std::optional<bool> refuted) {
  if (!refuted) return AuditVerdict::undecided;
  return *refuted ? AuditVerdict::refuted : AuditVerdict::consistent;
}

struct AuditQuestion {
  core::Rational confidence;  // in (0, 1); of the bound, over the experiment's randomness
  core::Rational delta = 0;   // the bound is on epsilon at this delta
  std::optional<AuditClaim> claim;
  long digits = 10;
  Deadline deadline;
};

/// Lower bounds, each valid at the confidence.
struct Evidence {
  Answer epsilon;
  /// Where the method has them: the limits of the two rates, which hold jointly at the confidence.
  std::optional<Answer> true_positive_rate = std::nullopt;   // at least this
  std::optional<Answer> false_positive_rate = std::nullopt;  // at most this
  /// Of a claim of epsilon and delta, where the method has one: a bound on the probability of such counts or better
  /// ones under it.
  std::optional<Answer> p_value = std::nullopt;
  /// Where the method gives one: the least mu for which the counts are consistent with mu-Gaussian privacy.
  std::optional<Answer> mu = std::nullopt;
  /// Where the method gives one: the least rho for which the counts are consistent with rho-zCDP.
  std::optional<Answer> rho = std::nullopt;
  /// The epsilon at delta of exactly that mu, for 0 < delta < 1: what the counts prove of a mechanism whose trade-off
  /// is a Gaussian one (as that of noisy gradients is, nearly), far more than the general bound.
  std::optional<Answer> epsilon_if_gaussian = std::nullopt;
  /// The largest epsilon that an experiment of this size can prove: an attack that is never wrong.
  Answer best;
  std::optional<AuditVerdict> verdict = std::nullopt;  // where a claim was made
  /// Whether a perfect attack of this size would have refuted the claim; absent where the time ended first.
  std::optional<bool> can_refute = std::nullopt;
};

}  // namespace assay::accounting
