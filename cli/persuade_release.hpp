// The door to releases: statistics of the data published without a mechanism.
#pragma once

#include <optional>
#include <string_view>

#include "cli/outcome.hpp"
#include "cli/own_kind.hpp"
#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// The members of a persuade request, as they stand: `release` is among them. Partitions over finite classes never come
/// here; they are kernels.
/// Gives: the work of answering, or the first fault.
core::Result<Work> read_release(const core::Json::Object& members);

}  // namespace assay::cli
