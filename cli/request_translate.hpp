// The request `translate`: from a guarantee of one kind to what it implies in another.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind translate_kind;

}  // namespace assay::cli
