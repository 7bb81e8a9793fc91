// The errors that zero-concentrated privacy leaves to a test: the Renyi divergences of its two outcomes.
#pragma once

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// sup over orders a > 1 of max(D_a(Bern(t), Bern(f)), D_a(Bern(f), Bern(t)))/a: the least rho for which a test may
/// have the true-positive rate t beside the false-positive rate f. Shape:  both balls lie inside (0, 1). Gives:  a ball
/// that holds it, of about `digits` digits where t and f have more; increasing in t > f, decreasing in f. Source:
/// theorem `region-zcdp`.
Ball least_rho(const Ball& t, const Ball& f, long digits);

/// The least false-negative rate that rho-zCDP leaves to a test of false-positive rate alpha in (0, 1).
/// Gives:  a ball that holds it, of about `digits` digits.
/// Source: theorems `region-zcdp`, `monotone-inverse`.
Ball least_false_negative_zcdp(const core::Rational& rho, const core::Rational& alpha, long digits);

}  // namespace assay::accounting
