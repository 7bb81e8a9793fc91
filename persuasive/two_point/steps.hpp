// Zero-one and decision scores of two-point Receivers: gains that jump, decided at every breakpoint.
#pragma once

#include <cstddef>

#include "persuasive/guarantee/problem.hpp"
#include "persuasive/two_point/loss_law.hpp"

namespace assay::persuasive {

/// The truth x against y, Q(x) in the range of `truth`; losses ln(rational) alone.
struct StepPair {
  const Score& score;
  std::size_t data, x, y;  // size of the data space, truth, the other point
  const TruthMass& truth;
  const LossLaw& law;
};

/// sup over the prior mass of P[gain > kappa], and of the least v with P[gain > v] <= delta: exact, by the finitely
/// many masses where the prior's or some posterior's act changes, and one mass between each two of them. Fails:
/// limit_exceeded at the deadline.
core::Result<Bracket> step_delta(const StepPair& pair, const LogNumber& kappa, const accounting::Deadline& deadline);
core::Result<Bracket> step_kappa(const StepPair& pair, const core::Rational& delta,
                                 const accounting::Deadline& deadline);
/// sup over the prior mass of the mean gain.
core::Result<Bracket> step_mean(const StepPair& pair, const accounting::Deadline& deadline);

}  // namespace assay::persuasive
