// Renyi moments of one Laplace step on a Poisson sample, in closed form.
#pragma once

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// log E_P[e^{(order - 1) L}] of the pair that Poisson sampling at 0 < rate < 1 makes of the base, order real.
/// remove: E_Q[(1 - q + q e^L)^order]; add: E_P[(1 - q + q e^{-L})^{1 - order}], L the loss of the base.
/// Bound: a hypergeometric value in balls (Arb's arb_hypgeom_2f1), cut to the largest value of the integrand.
/// Source: theorem `sampled-laplace-moment`.
Ball sampled_laplace_log_moment(const LaplaceLoss& base, const core::Rational& rate, Direction direction,
                                const core::Rational& order, long bits);

}  // namespace assay::accounting
