// The mean gain of a two-point Receiver over the outputs, and its supremum over the mass of the truth.
#pragma once

#include <optional>
#include <vector>

#include "persuasive/guarantee/problem.hpp"
#include "persuasive/two_point/gain_bound.hpp"

namespace assay::persuasive {

/// A loss that is computed (or infinite), with its mass.
struct WeightedLoss {
  Real loss;
  Real mass;
};

/// sup over floor <= q <= ceiling of the sum of mass (s(q) - s(r_q(loss))), for a continuous rule that is not log.
GainBound largest_mean(const Score& score, const TruthMass& truth, const std::vector<WeightedLoss>& law,
                       std::size_t distance, const accounting::Deadline& deadline);

/// For log: the mean at q = floor, or with an order the exponential mean; both fall in q.
Real log_mean(const core::Rational& floor, const std::vector<WeightedLoss>& law,
              const std::optional<core::Rational>& order);

/// E[-ln(floor + (1 - floor) e^-L)] for L ~ N(mu^2/2, mu^2) and 0 < floor < 1.
/// Bound: to the bits asked; to few where the deadline has passed, and [0, -ln floor] or better where it passes
/// meanwhile.
Real gaussian_log_mean(const core::Rational& floor, const core::Rational& mu_squared,
                       const accounting::Deadline& deadline);

/// The same for one Laplace loss of this shift.
Real laplace_log_mean(const core::Rational& floor, const core::Rational& shift);

}  // namespace assay::persuasive
