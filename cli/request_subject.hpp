// JSON -> what a persuade request publishes: kernels, named mechanisms, partitions.
#pragma once

#include <string>

#include "cli/persuade_ask.hpp"
#include "cli/reading.hpp"
#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// The mechanisms of `list` (one object or an array), found at pointer `at`: kernels over one data space where every
/// part is finite with rational probabilities, else named mechanisms with the data 0 and 1. Fails: the first fault;
/// invalid_parameter where the parts have different data; limit_exceeded past the size limits;
///        not_supported for guarantees, which translate answers.
core::Result<Subject> read_published(const core::Json& list, const std::string& at);

/// Whether a release consists of partitions alone: deterministic kernels.
bool is_partition(const core::Json& release);
core::Result<Subject> read_partition(const core::Json& release, const std::string& at);

}  // namespace assay::cli
