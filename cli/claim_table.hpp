// The table of claims for people: one row a claim.
#pragma once

#include <string>
#include <vector>

#include "core/json.hpp"

namespace assay::cli {

/// How one claim came out.
enum class ClaimOutcome { holds, fails, undecided, unanswered, faulty };

/// Reads it from a response: unanswered for an error that is not the request's fault.
ClaimOutcome outcome_of(const core::Json& response);

struct ClaimRow {
  std::string name, claim, verdict, tightest, note;
};

/// One row. `request` may be null (text that could not be read); `position` names a claim without id and label.
ClaimRow claim_row(const core::Json& request, const core::Json& response, std::size_t position);

/// Columns aligned, a heading, and no control character of the input.
std::string claim_table(const std::vector<ClaimRow>& rows);

/// The exit status that the outcomes add up to.
int verify_status(const std::vector<ClaimOutcome>& outcomes);

}  // namespace assay::cli
