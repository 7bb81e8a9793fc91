// Receivers between the two data of a named mechanism: 0, from which P is drawn, and 1, from which Q is.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/mechanism/mechanism.hpp"
#include "persuasive/guarantee/problem.hpp"
#include "persuasive/two_point/named_loss.hpp"

namespace assay::persuasive {

struct NamedProblem {
  accounting::Composition composition;
  TruthMass truth_mass;
  std::optional<std::size_t> truth;
  long digits = 10;
  accounting::Deadline deadline;
};

/// As pairs_kappa and pairs_delta, from the law of the privacy loss; continuous rules, and zero-one.
/// Fails: not_supported where the law is not covered, or for decision rules over laws that are not exact.
core::Result<Bracket> named_kappa(const NamedProblem& problem, const Score& score, const core::Rational& delta);
core::Result<Bracket> named_delta(const NamedProblem& problem, const Score& score, const LogNumber& kappa);

/// The directions of the pair that are asked about, with their truths.
std::vector<std::pair<std::size_t, accounting::Direction>> named_truths(const std::optional<std::size_t>& truth);

}  // namespace assay::persuasive
