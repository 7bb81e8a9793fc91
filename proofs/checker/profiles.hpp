// Closed forms, each an interval that holds the value, at a precision of `bits`.
#pragma once

#include <vector>

#include "proofs/checker/pairs.hpp"

namespace assay::checker {

/// delta(epsilon) of the Gaussian loss of mu^2 (theorem `gaussian-profile`), and the probability of a loss above
/// epsilon.
Interval gaussian_delta(const Rational& mu_squared, const Interval& epsilon);
Interval gaussian_tail(const Rational& mu_squared, const Interval& epsilon);

/// delta(epsilon) of `steps` Laplace losses of one shift (theorem `laplace-composition`).
Interval laplace_delta(const Rational& shift, unsigned long steps, const Real& epsilon, long bits);

/// e^{(a-1)(a rho - epsilon)} (1 - 1/a)^a / (a - 1), which bounds delta(epsilon) from above (theorem `zcdp-to-dp`).
Interval zcdp_delta(const Rational& rho, const Rational& order, const Interval& epsilon);

/// The largest privacy loss of a composition.
/// Fails: refuses zCDP parts (they have no pair).
Real largest_loss(const std::vector<Counted>& parts);

}  // namespace assay::checker
