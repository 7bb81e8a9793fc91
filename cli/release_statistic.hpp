// JSON -> statistics that are published, and classes of real records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/prior_class/gaussian.hpp"
#include "persuasive/release/special.hpp"
#include "scoring/rule.hpp"

namespace assay::cli {

struct ReleasedStatistic {
  enum class Kind { mean, sum, linear, mean_and_variance, partition, suppressed_cells };
  Kind kind = Kind::mean;
  std::optional<core::Integer> records;  // absent: the limit of infinitely many
  scoring::Matrix rows;                  // linear
  /// Gaussian noise of this variance, or discrete Laplace noise of this ratio.
  std::optional<core::Rational> noise_variance, noise_ratio;
  std::optional<core::Rational> grid;
  persuasive::GridRounding rounding = persuasive::GridRounding::nearest;
  std::optional<scoring::Region> suppressed_if;
};

/// One statistic or a list of them.
core::Result<std::vector<ReleasedStatistic>> read_statistics(const core::Json& value, const std::string& at);

/// The classes gaussian and student.
core::Result<persuasive::GaussianPriors> read_gaussian_priors(const core::Json& value, const std::string& at);

}  // namespace assay::cli
