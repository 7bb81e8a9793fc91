// Closed forms, each an interval that holds the value, at a precision of `bits`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "proofs/checker/exact.hpp"
#include "proofs/checker/interval.hpp"
#include "proofs/checker/pairs.hpp"

namespace assay::checker {

/// delta(epsilon) of the Gaussian loss of mu^2 (theorem `gaussian-profile`).
Interval gaussian_delta(const Rational& mu_squared, const Rational& epsilon, long bits);

/// delta(epsilon) of `steps` Laplace losses of one shift (theorem `laplace-composition`).
Interval laplace_delta(const Rational& shift, unsigned long steps, const Rational& epsilon, long bits);

/// e^{(a-1)(a rho - epsilon)} (1 - 1/a)^a / (a - 1), which bounds delta(epsilon) from above (theorem `zcdp-to-dp`).
Interval zcdp_delta(const Rational& rho, const Rational& order, const Rational& epsilon, long bits);

/// The largest privacy loss of a composition: `rational` plus the sum of n log r, or infinite.
struct LargestLoss {
  bool infinite = false;
  Rational rational = 0;
  std::vector<std::pair<Rational, Rational>> logs;  // (n, r)
};
struct Counted {
  Pair pair;
  Integer count;
};
LargestLoss largest_loss(const std::vector<Counted>& parts);
Interval value(const LargestLoss& loss, long bits);

/// A function of the precision, as the closed forms are when their parameters are set.
using Enclosure = std::function<Interval(long bits)>;

/// Whether a decimal is the value rounded up (down) in its last place: value <= x < value + one unit (the reverse).
bool rounds_up_to(const Enclosure& value, const std::string& decimal);
bool rounds_down_to(const Enclosure& value, const std::string& decimal);

/// That decimal, of `digits` significant digits.
std::string rounded_up(const Enclosure& value, std::size_t digits);
std::string rounded_down(const Enclosure& value, std::size_t digits);

}  // namespace assay::checker
