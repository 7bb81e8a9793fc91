// P[L > level] of a mechanism's own outputs: probabilistic differential privacy, which a dominating pair alone does not
// bound (it is not closed under post-processing).
#pragma once

#include <span>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/loss_level.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// Whether the pairs of this composition are the outputs themselves (theorem `probabilistic-own-pair`).
/// single: one mechanism run once, or Gaussian parts: the largest over neighbours is that of the full sensitivity.
/// joint: several explicit pairs (finite, kernel, randomized response, selection from scores): of these pairs alone.
enum class OwnPair { single, joint };

/// Fails: not_supported for every other mechanism, and for other compositions.
core::Result<OwnPair> own_pair(const Composition& composition);

/// P[S > level] for the losses of one direction of such a composition.
/// Fails: limit_exceeded where a composition has too many sums.
core::Result<Value> probability_of_loss(std::span<const LossPart> parts, const LossLevel& level, const Target& target);

/// The least v with P[S > v] <= delta, 0 <= delta < 1: may be negative, infinite where none will do.
/// Fails: as above.
core::Result<Value> loss_quantile(std::span<const LossPart> parts, const core::Rational& delta, const Target& target);

}  // namespace assay::accounting
