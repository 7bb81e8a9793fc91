// The request `reconstruct`: Dinur and Nissim's bounds, or the attack on given answers.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind reconstruct_kind;

}  // namespace assay::cli
