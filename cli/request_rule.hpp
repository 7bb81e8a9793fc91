// JSON -> scoring rules, with the coordinates that they are about.
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/result.hpp"
#include "scoring/scored.hpp"

namespace assay::cli {

/// A rule by its name, or {"rule": name, ...} with its parameters.
/// Fails: invalid_parameter for an unknown rule or a parameter out of its range, missing_field for one that is needed.
core::Result<scoring::Scoring> read_rule(const core::Json& value, const std::string& at);

/// "1..4": the outcomes from 1 to 4.
core::Result<scoring::Region> read_region(const core::Json& value, std::string_view name, const std::string& at);

/// The schema of a rule.
core::Json rule_schema();

}  // namespace assay::cli
