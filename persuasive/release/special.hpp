// Releases of real records that are not exact linear statistics: with noise, on a grid, mean with variance; exponential
// records.
#pragma once

#include <cstddef>
#include <optional>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/release/finding.hpp"
#include "scoring/linear_algebra.hpp"
#include "scoring/rule.hpp"

namespace assay::persuasive {

/// One Gaussian prior and one truth; T = a'x + N(0, noise^2), scored about one record by its mean and variance.
struct NoisyStatistic {
  scoring::Vector weights, mean, truth;
  scoring::Matrix covariance;
  core::Rational noise_variance;
  std::size_t record = 0;
};

/// P_x[gain > kappa].
/// Source: theorem `noisy-linear-release`.
scoring::ExactReal tail(const NoisyStatistic& statistic, const scoring::ExactReal& kappa);
/// The least kappa with P_x[gain > kappa] <= delta, 0 <= delta < 1.
scoring::ExactReal level(const NoisyStatistic& statistic, const core::Rational& delta);

enum class GridRounding { down, nearest };

/// -ln Q(T in the bin of the truth) for a'x rounded to multiples of `grid`: the gain of the log score about all
/// records. Source: theorem `grid-release`.
scoring::ExactReal grid_gain(const scoring::Vector& weights, const scoring::Vector& mean,
                             const scoring::Matrix& covariance, const scoring::Vector& truth,
                             const core::Rational& grid, GridRounding rounding);

/// Independent N(m, v) records, their mean and variance (divisor n) published: the gain of dawid_sebastiani about one.
/// Source: theorem `mean-and-variance-release`.
scoring::ExactReal mean_and_variance_gain(const core::Rational& mean, const core::Rational& variance,
                                          const scoring::Vector& truth, std::size_t record);

/// Independent exponential records, their sum published: the gain of dawid_sebastiani about one.
/// Source: theorem `exponential-sum-release`.
scoring::ExactReal exponential_sum_gain(const core::Rational& rate, const scoring::Vector& truth, std::size_t record);

}  // namespace assay::persuasive
