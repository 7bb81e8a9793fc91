// What certificates of kernels and of tables write alike.
#pragma once

#include <cstddef>

#include "core/json.hpp"

namespace assay::cli {

inline core::Json number(std::size_t n) { return core::Json::integer(static_cast<long long>(n)); }

}  // namespace assay::cli
