// The request `audit`: what an experiment proves about epsilon.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind audit_kind;

}  // namespace assay::cli
