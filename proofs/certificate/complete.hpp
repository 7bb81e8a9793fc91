// A certificate out of a claim and steps that leave open what a checker computes.
#pragma once

#include <string>

#include "core/json.hpp"
#include "proofs/certificate/write.hpp"

namespace assay::proofs {

/// Numbers the steps and has the checker fill in what they state; the reason, where it refuses.
/// Shape:  numbers are texts, but for counts and places; a step's open member is the empty text.
Certified complete(core::Json claim, const core::Json::Array& steps, const std::string& verdict);

}  // namespace assay::proofs
