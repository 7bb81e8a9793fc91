// The spellings of divergences, shared by codec, response and schema.
#pragma once

#include <span>
#include <string_view>

#include "accounting/curve/divergence.hpp"

namespace assay::cli {

struct DivergenceName {
  std::string_view name;
  accounting::DivergenceKind kind;
};

/// Those that one word names; renyi and hockey_stick are objects.
std::span<const DivergenceName> divergence_names();

}  // namespace assay::cli
