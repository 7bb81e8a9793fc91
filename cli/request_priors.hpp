// JSON -> classes of priors over finite data.
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/prior_class/prior_class.hpp"

namespace assay::cli {

/// Whether the class is one over finite data, which read_priors knows.
bool is_finite_class(std::string_view name);

/// A probability vector of that length (0: any).
/// Fails: invalid_parameter at the list: a negative entry, another length, a sum that is not exactly 1 (named).
core::Result<persuasive::Pmf> read_pmf(const core::Json& value, std::string_view name, const std::string& at,
                                       std::size_t length);

/// Decodes the class for a data space; what can be seen of emptiness without a search is refused.
/// Fails: invalid_parameter, missing_field, not_supported for the classes of releases.
core::Result<persuasive::PriorClass> read_priors(const core::Json& value, const std::string& at,
                                                 const persuasive::DataSpace& space);

/// The schema of every class over finite data.
core::Json priors_schema();

}  // namespace assay::cli
