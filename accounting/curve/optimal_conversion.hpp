// The exact worst case of a Renyi guarantee at one order, in both unknowns.
#pragma once

#include "accounting/curve/convert.hpp"

namespace assay::accounting {

/// The least epsilon >= 0 with optimal_delta(point, epsilon) <= delta. Shape: 0 < delta < 1.
Value optimal_epsilon(const RenyiPoint& point, const core::Rational& delta, const Target& target);

}  // namespace assay::accounting
