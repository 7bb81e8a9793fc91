// A noisy sum and a noisy count beside it are one Gaussian.
#include "accounting/loss/dominating_pairs.hpp"

namespace assay::accounting {

core::Result<core::Rational> mu_squared(const AdaptiveClipping& mechanism) {
  using core::Rational;
  const auto& [total, gradient, count_stddev] = mechanism;
  if (total.has_value() == gradient.has_value())
    return core::Error{core::ErrorCode::invalid_parameter, "",
                       "adaptive clipping takes exactly one of noise_multiplier, gradient_noise_multiplier"};
  const Rational count = 1 / (4 * count_stddev * count_stddev);
  if (gradient) return Rational(1 / (*gradient * *gradient) + count);
  const Rational both = 1 / (*total * *total);
  if (both <= count)
    return core::Error{core::ErrorCode::invalid_parameter, "/noise_multiplier",
                       "noise_multiplier must be below 2 count_stddev: the count's own noise spends more than both "
                       "queries together may"};
  return both;
}

core::Result<DominatingPair> dominating_pair(const AdaptiveClipping& mechanism, Direction direction) {
  return mu_squared(mechanism).transform([&](const core::Rational& square) {
    // A record that changes can move the sum by twice the clipping norm, and the count by 1.
    return DominatingPair{GaussianLoss{is_replace(direction) ? core::Rational(4 * square) : square},
                          {"gaussian-pair", "adaptive-clipping"}};
  });
}

}  // namespace assay::accounting
