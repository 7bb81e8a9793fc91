// The prover's side of certificates about persuasion.
#pragma once

#include "cli/own_kind.hpp"
#include "core/json.hpp"
#include "proofs/certificate/write.hpp"

namespace assay::cli {

/// A certificate of what was answered: the verdict, else the least kappa, else the largest delta.
/// Shape: result: the answer as printed; effort: its digits, and the time that is left.
proofs::Certified certify_persuasion(const core::Json& request, const core::Json& result, const Effort& effort);

}  // namespace assay::cli
