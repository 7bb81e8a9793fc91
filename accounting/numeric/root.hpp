// Roots of increasing functions, bracketed by the signs of balls.
#pragma once

#include <functional>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// Encloses the x with f(x) = target of a function that increases on the whole line.
///
/// Shape: f gives a ball that holds its value at a rational; low < high are where the search begins, each moved out by
/// doubled steps until a sign proves that the root lies inside.
///
/// Gives: a ball that holds every such x; the whole line where no bracket could be proven.
///
/// Bound: 2 bits halvings; wider than the part where the balls of f do not tell f(x) from the target by a factor.
Ball root_of(const std::function<Ball(const core::Rational&)>& f, const Ball& target, core::Rational low,
             core::Rational high, long bits);

}  // namespace assay::accounting
