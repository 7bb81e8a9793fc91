// The request `convert`: what one notion of privacy implies in terms of another.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind convert_kind;

}  // namespace assay::cli
