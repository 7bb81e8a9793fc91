// What a response says when a certificate was asked for.
#pragma once

#include <chrono>

#include "core/json.hpp"

namespace assay::cli {

/// Adds `certificate` to a response whose `request` and `result` are there, or `no_certificate`: the reason.
/// Shape: digits: those of the result.
void add_certificate(core::Json::Object& response, const core::Json& request, long digits,
                     std::chrono::nanoseconds time);

}  // namespace assay::cli
