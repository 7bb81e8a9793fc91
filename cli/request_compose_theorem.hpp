// The spellings of composition theorems, shared by codec, response and schema.
#pragma once

#include <span>
#include <string_view>

#include "accounting/verdict/compose_theorems.hpp"

namespace assay::cli {

struct CompositionTheoremName {
  std::string_view name;
  accounting::CompositionTheorem theorem;
};
std::span<const CompositionTheoremName> composition_theorem_names();

}  // namespace assay::cli
