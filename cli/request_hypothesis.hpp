// The request `hypothesis`: the errors that a guarantee leaves to a test between two neighbouring data sets.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind hypothesis_kind;

}  // namespace assay::cli
