// The prover's side of certificates: from a decided claim to a chain of steps that the checker accepts.
//
// Nothing here is trusted. It chooses theorems, grids and precisions, asks the checker's own functions what they give,
// and hands over only what they accept.
#pragma once

#include <chrono>
#include <string>

#include "core/json.hpp"

namespace assay::proofs {

/// The text of a certificate, or the reason why there is none.
struct Certified {
  std::string certificate, reason;
};

/// A certificate of the verdict on a `verify` request.
/// Shape:  request as read, its numbers unrounded; holds: the verdict; time: what the search may take.
Certified certify(const core::Json& request, bool holds, std::chrono::milliseconds time);

}  // namespace assay::proofs
