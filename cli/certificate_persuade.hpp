// The prover's side of certificates about persuasion.
#pragma once

#include "accounting/numeric/deadline.hpp"
#include "core/json.hpp"
#include "proofs/certificate/write.hpp"

namespace assay::cli {

/// A certificate of what was answered: the verdict, else the least kappa, else the largest delta.
/// Shape: result: the answer as printed.
proofs::Certified certify_persuasion(const core::Json& request, const core::Json& result,
                                     const accounting::Deadline& deadline);

}  // namespace assay::cli
