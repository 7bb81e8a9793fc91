// The largest gain of a two-point Receiver at one privacy loss: g of theorem `persuasion-is-pdp`.
#pragma once

#include <cstddef>

#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "persuasive/exact/maximum.hpp"
#include "persuasive/exact/real.hpp"
#include "persuasive/prior_class/prior_class.hpp"
#include "persuasive/score.hpp"

namespace assay::persuasive {

struct GainBound {
  Real gain;
  /// Where it is attained or approached: the prior mass of the truth.
  Real mass;
  bool attained = false;
};

/// A gain that is the maximum of a continuous function of the mass: attained, but for a mass of 0.
GainBound attained_between(Real gain, const TruthMass& truth, const IntervalMaximum& near);

/// sup over floor <= q <= ceiling of s(q) - s(r_q(loss)), for a continuous rule; with ceiling 1 it is 0 at losses <= 0.
/// Shape:  loss may be infinite (the other datum cannot give the output), not minus infinity; `distance` >= 1 is that
/// of
///         the two points in rank.
/// Gives:  an exact number for log at ln(rational) and for Brier and ranked probability where that is rational.
/// Source: theorem `persuasion-is-pdp`.
GainBound gain_bound(const Score& score, const TruthMass& truth, const Real& loss, std::size_t distance,
                     const accounting::Deadline& deadline);

}  // namespace assay::persuasive
