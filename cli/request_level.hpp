// JSON -> a kappa or an epsilon, logarithms of rationals included.
#pragma once

#include <string>
#include <string_view>

#include "cli/persuade_ask.hpp"
#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// A number as read_real has it, "inf", "ln N" or "ln(N/M)" with N, M > 0.
/// Fails: invalid_parameter for other text; limit_exceeded for text past the limits.
core::Result<Level> read_level(const core::Json& value, std::string_view name, const std::string& at);

/// The schema of one.
core::Json level_schema();

}  // namespace assay::cli
