// The request `persuade`: what a Receiver may gain from what is published.
#pragma once

#include "cli/own_kind.hpp"

namespace assay::cli {

extern const OwnKind persuade_kind;

}  // namespace assay::cli
