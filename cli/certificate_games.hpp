// The games of a certificate about the log score over a class with vertices.
#pragma once

#include <cstddef>
#include <optional>

#include "core/json.hpp"
#include "persuasive/guarantee/problem.hpp"

namespace assay::cli {

/// The step that bounds P_x[gain > kappa] by delta: mixed outputs, one set for each event that is too likely, of which
/// every prior of the class loses in one (theorem `prior-game`).
///
/// Shape: one part, once; the class all, neighbours, contamination or a density band.
///
/// Gives: nullopt where kappa is not met, or the games are too many, or the time ends.
std::optional<core::Json> game_step(const persuasive::FiniteProblem& problem, std::size_t x,
                                    const core::Rational& delta);

}  // namespace assay::cli
