// An audit request, decoded: what was observed, and what is asked of it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "accounting/audit/attack_counts.hpp"
#include "accounting/audit/credible.hpp"
#include "accounting/audit/one_run.hpp"
#include "accounting/audit/one_run_tradeoff.hpp"
#include "accounting/audit/samples.hpp"
#include "cli/own_kind.hpp"
#include "core/rational.hpp"

namespace assay::cli {

/// Outputs of the mechanism on two neighbouring inputs, or scores of an attack with and without the record.
struct Samples {
  std::vector<std::string> first, second;
  accounting::EventFamily family = accounting::EventFamily::all;
};

/// The same counts, read with a prior.
struct CredibleCounts {
  accounting::AttackCounts counts;
};

/// What was observed, by method.
using Experiment =
    std::variant<accounting::AttackCounts, accounting::Guesses, accounting::ValueGuesses, Samples, CredibleCounts>;

struct AuditAsk {
  accounting::AuditQuestion question;
  std::vector<core::Rational> deltas;
  bool is_list = false;
  Experiment experiment;
};

core::Result<Outcome> answer(const AuditAsk& ask, const Effort& effort);

}  // namespace assay::cli
