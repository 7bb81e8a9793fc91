// The prover's side of certificates about the ranges of a table.
#pragma once

#include <string>

#include "accounting/numeric/deadline.hpp"
#include "core/json.hpp"
#include "proofs/certificate/write.hpp"

namespace assay::cli {

/// A certificate of the ends of ranges that multipliers of the relations prove, and why others have none.
struct TableCertificate {
  proofs::Certified certified;
  std::string left_out;
};
TableCertificate certify_ranges(const core::Json& request, const accounting::Deadline& deadline);

}  // namespace assay::cli
