// Linear statistics of real records, published without noise: what they tell about single records.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/prior_class/gaussian.hpp"
#include "persuasive/release/finding.hpp"
#include "scoring/linear_algebra.hpp"
#include "scoring/scored.hpp"

namespace assay::persuasive {

inline constexpr std::size_t max_matrix_records = 400;

/// What is published: A x. Without rows it is the mean (or the sum) of `records` records, absent: of infinitely many.
struct LinearStatistics {
  std::optional<core::Integer> records;
  scoring::Matrix rows;

  bool is_mean() const { return rows.empty(); }
};

/// The rows as a matrix; the row of ones for a mean. Shape: finitely many records.
scoring::Matrix matrix(const LinearStatistics& statistics);

/// Leverages: the diagonal of the projection onto the row space. A record is determined exactly where its leverage
/// is 1.
std::vector<core::Rational> leverages(const scoring::Matrix& rows);

/// A prior and the posterior after A x, both Gaussian with exact parameters.
struct Update {
  scoring::Vector prior_mean;
  scoring::Matrix prior_covariance;
  scoring::Vector posterior_mean;
  scoring::Matrix posterior_covariance;
};
Update update(const scoring::Matrix& rows, const scoring::Vector& mean, const scoring::Matrix& covariance,
              const scoring::Vector& truth);

/// S(prior, truth) - S(posterior, truth), exactly. Infinite where a posterior is sure of the truth.
/// Shape:  one prior; the truth has one entry a record.
/// Fails:  not_supported for a rule that a Gaussian cannot take.
/// Source: theorem `gaussian-marginal-gain`, theorem `joint-gain-of-exact-release`.
core::Result<Finding> gain(const Update& update, const scoring::Scoring& scoring, const scoring::Vector& truth);

/// The supremum of the gain over the priors of a class and the data that its bound allows: the least kappa, the same
/// for every delta below 1, since nothing is random given the data. Fails:  not_supported where no theorem covers the
/// class with the score. Source: theorem `exact-linear-release`, theorem `exact-release-mahalanobis`, theorem
/// `exact-release-structured`,
///         theorem `scaled-scores-of-exact-release`, theorem `student-exact-release`.
core::Result<Finding> largest_gain(const LinearStatistics& statistics, const GaussianPriors& priors,
                                   const scoring::Scoring& scoring);

}  // namespace assay::persuasive
