// Zero-one and decision scores over convex classes: which best acts, before and after, some prior can have at once.
#pragma once

#include "persuasive/guarantee/problem.hpp"

namespace assay::persuasive {

/// For each way of the prior's best act and of the posterior's at each output, a polytope of priors: whether it is
/// empty is a linear program. Outputs are taken in or left out by branch and bound. Gives: exact where the search ends
/// within the deadline, else a bracket. Fails: limit_exceeded for uniform ties of zero_one over more data than can be
/// tied in all ways. Source: theorem `step-gains`.
core::Result<Bracket> step_search_kappa(const FiniteProblem& problem, const Score& score, const core::Rational& delta);
core::Result<Bracket> step_search_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa);

}  // namespace assay::persuasive
