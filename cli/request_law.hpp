// JSON -> laws of forecasts and truths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/result.hpp"
#include "scoring/law.hpp"

namespace assay::cli {

/// Categories, points or components of a law that a request may list.
inline constexpr std::size_t max_categories = 2000;
inline constexpr std::size_t max_dimension = 200;

/// Fails: invalid_parameter for an unknown distribution, weights that do not sum to 1, a covariance that is not
///        symmetric and positive definite (the failing leading minor named).
core::Result<scoring::Law> read_law(const core::Json& value, const std::string& at);

/// A list of nonnegative rationals that sum to 1 exactly.
core::Result<std::vector<core::Rational>> read_pmf(const core::Json& value, std::string_view name,
                                                   const std::string& at);
core::Result<scoring::Vector> read_reals(const core::Json& value, std::string_view name, const std::string& at,
                                         std::size_t most);
/// Rows of one length.
core::Result<scoring::Matrix> read_matrix(const core::Json& value, std::string_view name, const std::string& at,
                                          std::size_t most_rows, std::size_t most_columns);
/// A symmetric positive definite matrix of that size.
core::Result<scoring::Matrix> read_covariance(const core::Json& value, const std::string& at, std::size_t size);

core::Json law_schema();

}  // namespace assay::cli
