// What certificates of kernels, of releases and of tables write alike.
#pragma once

#include <cstddef>
#include <vector>

#include "core/json.hpp"
#include "core/rational.hpp"

namespace assay::cli {

inline core::Json number(std::size_t n) { return core::Json::integer(static_cast<long long>(n)); }

inline core::Json texts(const std::vector<core::Rational>& numbers) {
  core::Json::Array list;
  for (const core::Rational& x : numbers) list.emplace_back(x.str());
  return list;
}

}  // namespace assay::cli
