// Risk questions: what an attacker can attain against a composition.
#pragma once

#include <span>
#include <vector>

#include "accounting/verdict/answer.hpp"

namespace assay::accounting {

struct RiskQuestion {
  std::span<const core::Rational> priors;                // of the record taking part
  std::span<const core::Rational> false_positive_rates;  // calling a record in that is out
  std::span<const core::Rational> baselines;             // chance of reconstructing without the release
};

/// Under add, remove and add_remove the attacker tells "in" (P) from "out" (Q); under replace one candidate from the
/// other, the worse order of the two.
struct Risk {
  Answer advantage;  // the largest true-positive rate minus false-positive rate: total variation
  std::vector<Answer> accuracy, posterior, true_positive_rate, reconstruction;
};

/// Shape: one answer a value asked, in order.
/// Fails: not_supported, invalid_parameter or limit_exceeded, with a pointer into the request.
core::Result<Risk> risk(const Question& question, const RiskQuestion& asked);

}  // namespace assay::accounting
