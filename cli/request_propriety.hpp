// The request `propriety`: whether a rule is proper, with a counter-example where it is not.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind propriety_kind;

}  // namespace assay::cli
