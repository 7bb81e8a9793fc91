// P[L > epsilon] of a mechanism's own outputs: probabilistic differential privacy, which a dominating pair alone does
// not bound (it is not closed under post-processing).
#pragma once

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// The largest P[L > epsilon] over neighbours, for mechanisms whose output is the pair itself: Gaussian (also composed
/// without adaptivity), Laplace, randomized response, an explicit finite pair (theorem `probabilistic-own-pair`).
/// Fails: not_supported for every other mechanism.
core::Result<Value> probability_of_loss(const Composition& composition, Direction direction,
                                        const core::Rational& epsilon, const Target& target);

}  // namespace assay::accounting
