// Continuous scores over convex classes of priors: branch and bound over the priors themselves.
#pragma once

#include "persuasive/guarantee/problem.hpp"

namespace assay::persuasive {

/// Boxes of priors; on each the gains have a first-order upper bound, maximised over the box and the class by a linear
/// program; below, the gains of the priors met on the way.
/// Gives: a bracket, to the digits asked where the search converges within its limits; else wider.
/// Source: theorem `prior-search`.
core::Result<Bracket> smooth_kappa(const FiniteProblem& problem, const Score& score, const core::Rational& delta);
core::Result<Bracket> smooth_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa);

}  // namespace assay::persuasive
