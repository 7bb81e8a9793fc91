// The persuade kind: least kappa, largest delta, verdict, worst case, and what they mean.
#pragma once

#include "cli/own_kind.hpp"
#include "cli/persuade_ask.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const PersuadeAsk& ask, const Effort& effort);

}  // namespace assay::cli
