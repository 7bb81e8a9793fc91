// The maximum of a smooth function on an interval, enclosed.
#pragma once

#include <functional>

#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"

namespace assay::persuasive {

struct IntervalFunction {
  /// Enclosures over every real of a ball; infinite or not-a-number where the formula breaks down there.
  std::function<accounting::Ball(const accounting::Ball&)> value, slope;
};

struct IntervalMaximum {
  accounting::Ball value;
  core::Rational at = 0;             // a point where the function is next to it
  core::Rational low = 0, high = 0;  // every point where a continuous function attains it lies between
};

/// The supremum over [low, high], low < high, to about 2^-bits of relative accuracy where the deadline allows.
/// Gives: a ball that holds it: bisection with values at midpoints below, first-order expansions above; pieces where
/// the
///        slope keeps its sign end at their better end.
IntervalMaximum maximum(const IntervalFunction& f, const core::Rational& low, const core::Rational& high, long bits,
                        const accounting::Deadline& deadline);

/// x^y for a ball x >= 0 that may hold 0, and a real y that is not 0.
accounting::Ball real_power(const accounting::Ball& x, const core::Rational& y);

}  // namespace assay::persuasive
