// The log score over convex classes of priors: a matrix game between the prior and the outputs.
#pragma once

#include "persuasive/guarantee/problem.hpp"

namespace assay::persuasive {

/// -ln of the least over events A with P_x[A] > delta of the game value min_q max_{t in A} sum_y q_y m(y,t)/m(x,t).
/// Gives: exact where the search over events ends within the deadline; else a bracket.
/// Source: theorem `prior-game`.
core::Result<Bracket> log_game_kappa(const FiniteProblem& problem, const core::Rational& delta);

/// The largest P_x[A] over events A whose game value is below e^-kappa.
core::Result<Bracket> log_game_delta(const FiniteProblem& problem, const LogNumber& kappa);

}  // namespace assay::persuasive
