// What a guarantee leaves of an event's probability when one record changes: the other face of a trade-off function.
#pragma once

#include <functional>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// The strength that an audit bounds: epsilon at delta, mu, or rho. More of it means less privacy.
enum class Notion { epsilon, mu, rho };

/// A lower bound on the probability under one of two neighbours of an event that has probability y under the other:
/// convex and nondecreasing in y, nonincreasing in the strength, at most y.
using LeastMass = std::function<Ball(const Ball& y)>;

/// Under (strength, delta)-privacy, strength-Gaussian privacy or strength-zCDP; delta is of use to the first alone.
/// Shape:  y's ball lies inside (0, 1), the strength is nonnegative.
/// Gives:  a ball that holds the bound.
/// Source: theorems `region-approx`, `region-gaussian`, `zcdp-event`.
LeastMass least_mass(Notion notion, const Ball& strength, const core::Rational& delta);

/// The same in doubles, to choose with: NaN where they do not reach.
std::function<double(double)> least_mass_guess(Notion notion, double strength, double delta);

}  // namespace assay::accounting
