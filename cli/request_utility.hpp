// The request `utility`: how accurate a mechanism's answers are.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind utility_kind;

}  // namespace assay::cli
