// What scores on the real line are made of: partial moments, quantiles, mean distances.
#pragma once

#include <optional>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/law.hpp"

namespace assay::scoring {

/// E (x - X)_+, the integral of the distribution function up to x, for every x of the ball.
/// Shape: a law of numbers.
accounting::Ball partial_moment(const Law& law, const accounting::Ball& x);
/// The same at one rational, exact where it is rational.
ExactReal partial_moment(const Law& law, const core::Rational& x);

/// P[X <= x] of a law with a density.
accounting::Ball distribution_function(const Law& law, const accounting::Ball& x);

/// The least x with P[X <= x] >= level, 0 < level < 1.
ExactReal quantile(const Law& law, const core::Rational& level);

/// E|X - x|.
ExactReal mean_distance(const Law& law, const core::Rational& x);
/// E|X - X'| / 2 for two independent draws.
ExactReal half_spread(const Law& law);
/// E|X - Y| for independent draws of two laws, where a closed form is here: one of them discrete, both Gaussian or
/// mixtures of Gaussians, or both of one other family (not logistic).
std::optional<ExactReal> mean_distance(const Law& a, const Law& b);

}  // namespace assay::scoring
