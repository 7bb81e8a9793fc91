// Builders of FiniteLoss: from two exact distributions, and from a finite pair by Poisson sampling.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// Finite pairs with more atoms are refused with limit_exceeded.
inline constexpr std::size_t max_atoms = 100'000;

/// A FiniteLoss with the side that the loss under P does not see: the Q-mass where P has none.
struct FiniteLossPair {
  FiniteLoss loss;
  core::Rational dual_infinite_mass = 0;
};

/// The loss that is 0 with certainty: P = Q.
PrivacyLoss zero_loss();

/// L of p against q, vectors of equal length that sum to 1. Equal ratios are merged; atoms ascend in loss.
/// A lattice is named where every nonzero loss is an integer multiple of one ln(ratio).
FiniteLossPair finite_loss(const std::vector<core::Rational>& p, const std::vector<core::Rational>& q);

/// The binary pair of (epsilon, delta): P-mass delta at +inf, (1 - delta) e^epsilon/(1 + e^epsilon) at epsilon,
/// (1 - delta)/(1 + e^epsilon) at -epsilon; Q the mirror image.
FiniteLossPair binary_loss(const core::Rational& epsilon, const core::Rational& delta);

/// The mixture of a pair by Poisson sampling at 0 < rate < 1: remove ((1-rate) Q + rate P, Q), add (P, (1-rate) P +
/// rate Q).
FiniteLossPair poisson_sampled_loss(const FiniteLossPair& base, const core::Rational& rate, Direction direction);

/// zero_loss() where the pair is P = Q, else its FiniteLoss.
PrivacyLoss loss_of(FiniteLossPair pair);

/// The finite pairs of the families that have one; bases of Poisson sampling. Failures as in dominating_pair.
core::Result<FiniteLossPair> finite_pair(const RandomizedResponse& mechanism);
core::Result<FiniteLossPair> finite_pair(const DiscreteLaplace& mechanism);
core::Result<FiniteLossPair> finite_pair(const Staircase& mechanism);
core::Result<FiniteLossPair> finite_pair(const FinitePair& mechanism, Direction direction);
core::Result<FiniteLossPair> finite_pair(const NoisyMax& mechanism, Direction direction);
core::Result<FiniteLossPair> finite_pair(const Exponential& mechanism, Direction direction);
core::Result<FiniteLossPair> finite_pair(const Leak& mechanism, Direction direction);

/// r^(1/m) for the largest m with a rational root; the exponent is m. Precondition: r > 0, r != 1. For r < 1 the
/// exponent is negative, so that root > 1 always and root^exponent = r.
struct PrimitiveRoot {
  core::Rational root;
  long exponent;
};
PrimitiveRoot primitive_root(const core::Rational& r);

}  // namespace assay::accounting
