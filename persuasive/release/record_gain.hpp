// The gain about one record from exact linear statistics, in closed form.
#pragma once

#include <cstddef>
#include <optional>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/prior_class/gaussian.hpp"
#include "persuasive/release/finding.hpp"
#include "scoring/linear_algebra.hpp"
#include "scoring/scored.hpp"

namespace assay::persuasive {

/// A record as a class of covariances by condition number sees it.
struct RecordOfClass {
  core::Rational leverage;
  bool highest = true;  // no record has a higher leverage
  std::optional<core::Integer> records;
  std::size_t index = 0;
  std::optional<scoring::Vector> weights;  // of one statistic that is not the mean
  bool several = false;                    // more than one statistic
};

/// Over a class that does not fix the covariance (or fixes a multiple of the identity).
core::Result<Finding> record_gain_of_class(const RecordOfClass& record, const GaussianPriors& priors,
                                           const scoring::Scoring& scoring);

/// Over a class with the covariance V: independent rows, leverage below 1.
core::Result<Finding> record_gain(const scoring::Matrix& rows, const scoring::Matrix& v, std::size_t record,
                                  const GaussianPriors& priors, const scoring::Scoring& scoring);

}  // namespace assay::persuasive
