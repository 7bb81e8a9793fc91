// One dominating pair a mechanism family; dominating_pair(const Mechanism&, Direction) visits these.
//
// All fail with a pointer relative to the mechanism's own JSON object.
#pragma once

#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// L of N(0, sigma^2) against N(sensitivity, sigma^2), alike in every direction.
core::Result<DominatingPair> dominating_pair(const Gaussian& mechanism, Direction direction);
/// L of Laplace(0, scale) against Laplace(sensitivity, scale), alike in every direction.
core::Result<DominatingPair> dominating_pair(const Laplace& mechanism, Direction direction);
/// Atoms at (sensitivity - 2x)/scale, 0 <= x <= sensitivity. Fails: limit_exceeded past max_atoms.
core::Result<DominatingPair> dominating_pair(const DiscreteLaplace& mechanism, Direction direction);
/// Infinitely many atoms on one lattice, alike in every direction.
core::Result<DominatingPair> dominating_pair(const DiscreteGaussian& mechanism, Direction direction);
/// Three atoms, alike in every direction.
core::Result<DominatingPair> dominating_pair(const Staircase& mechanism, Direction direction);
/// The output distributions of the two score vectors; without scores the class of mechanisms whose losses span epsilon
/// (half of it if monotonic).
core::Result<DominatingPair> dominating_pair(const Exponential& mechanism, Direction direction);
/// The output distributions of the two score vectors, the first against the second for remove and replace; without
/// scores the class that the sensitivity allows. Fails: limit_exceeded for too many candidates.
core::Result<DominatingPair> dominating_pair(const NoisyMax& mechanism, Direction direction);
/// Pure differential privacy from above, one query from below.
core::Result<DominatingPair> dominating_pair(const SparseVector& mechanism, Direction direction);
/// The Gaussian of the largest column norm.
core::Result<DominatingPair> dominating_pair(const MatrixMechanism& mechanism, Direction direction);
/// The Gaussian of both queries. Fails: invalid_parameter for a noise multiplier that the count alone exceeds.
core::Result<DominatingPair> dominating_pair(const AdaptiveClipping& mechanism, Direction direction);
core::Result<core::Rational> mu_squared(const AdaptiveClipping& mechanism);
/// Shuffled messages, bounded from both sides.
core::Result<DominatingPair> dominating_pair(const Shuffled& mechanism, Direction direction);
/// Row against row. Fails: not_supported where several pairs of rows are neighbours; see
/// accounting/loss/alternatives.hpp.
core::Result<DominatingPair> dominating_pair(const Kernel& mechanism, Direction direction);
/// Mass delta at +inf, apart from the direction `add` of a per-record leak.
core::Result<DominatingPair> dominating_pair(const Leak& mechanism, Direction direction);
/// Two different true categories, alike in every direction. Fails: invalid_parameter for truth_probability <
/// 1/categories, for gamma with categories other than 2, and where not exactly one parametrisation is set.
core::Result<DominatingPair> dominating_pair(const RandomizedResponse& mechanism, Direction direction);
/// p against q for remove and replace, q against p for add and replace_reversed.
core::Result<DominatingPair> dominating_pair(const FinitePair& mechanism, Direction direction);
/// Binary randomized response at epsilon, alike in every direction.
core::Result<DominatingPair> dominating_pair(const PureDp& mechanism, Direction direction);
/// The four-point pair of Kairouz, Oh and Viswanath, alike in every direction.
core::Result<DominatingPair> dominating_pair(const ApproxDp& mechanism, Direction direction);
/// L of N(0, 1) against N(mu, 1), alike in every direction.
core::Result<DominatingPair> dominating_pair(const Gdp& mechanism, Direction direction);
/// No pair: the Renyi bound itself.
core::Result<DominatingPair> dominating_pair(const Zcdp& mechanism, Direction direction);
/// No pair: the Renyi guarantees themselves. Fails: invalid_parameter for an order at most 1, or one given twice.
core::Result<DominatingPair> dominating_pair(const Rdp& mechanism, Direction direction);
/// Gaussian and mu-GDP bases by SampledGaussianLoss; bases with finite losses by the mixture of their pair.
/// A Laplace base by its distribution functions.
/// Fails: not_supported for other bases, and for replace with a base that is not Gaussian.
core::Result<DominatingPair> dominating_pair(const PoissonSampled& mechanism, Direction direction);
/// For replace, both orders alike: sampled_replace of the base's pair. Fails: invalid_parameter for batch > population;
/// not_supported under add and remove, and for bases without a pair.
core::Result<DominatingPair> dominating_pair(const SampledWithoutReplacement& mechanism, Direction direction);
/// sum p_i N(m_i) against N(0) for remove, swapped for add. Fails: not_supported under replace.
core::Result<DominatingPair> dominating_pair(const GaussianMixture& mechanism, Direction direction);
/// The first law against the second for remove and replace, swapped for the others.
core::Result<DominatingPair> dominating_pair(const GaussianPair& mechanism, Direction direction);
/// The base's.
core::Result<DominatingPair> dominating_pair(const PostProcessed& mechanism, Direction direction);
/// The base with `size` times the sensitivity (or the parameter that plays its part).
/// Fails: not_supported for bases without such a parameter.
core::Result<DominatingPair> dominating_pair(const Group& mechanism, Direction direction);

}  // namespace assay::accounting
