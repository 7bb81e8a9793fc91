// The worst common Poisson rate in an interval: a maximum over one real parameter, enclosed.
#pragma once

#include <utility>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// A polynomial with nonnegative coefficients, not all zero: (exponent, coefficient), exponents ascending.
using PositivePolynomial = std::vector<std::pair<Amount, core::Rational>>;

/// f(rate) = linear * rate + logarithmic * log(rate) + log(factor) + log(plus(rate)) - log(minus(rate)).
struct RateFunction {
  core::Rational linear = 0;
  core::Rational logarithmic = 0;
  core::Rational factor = 1;
  PositivePolynomial plus{{0, 1}};
  PositivePolynomial minus{{0, 1}};
};

struct RateMaximum {
  /// Holds the supremum of f over the interval.
  accounting::Ball value;
  /// The supremum is attained between these rates.
  core::Rational low, high;
};

/// Supremum over [low, high], 0 < low <= high.
/// Gives: an enclosure; as narrow as `bits` allow unless the deadline passes, and valid then too.
/// Source: theorem `table-rate-interval`: rate f'(rate) lies between values at the ends of an interval, since the mean
///         exponent of a polynomial with nonnegative coefficients grows with the rate.
RateMaximum rate_maximum(const RateFunction& f, const core::Rational& low, const core::Rational& high, long bits,
                         const accounting::Deadline& deadline);

}  // namespace assay::persuasive
