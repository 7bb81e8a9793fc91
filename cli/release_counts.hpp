// Releases of counts: sums, and tables of cells of which the small ones are suppressed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/own_kind.hpp"
#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// The classes of priors about counts.
std::span<const std::string_view> count_classes();

/// Decodes a persuade request whose class is one of those.
core::Result<Work> read_count_release(const core::Json& request, const std::string& name);

}  // namespace assay::cli
