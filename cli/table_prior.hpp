// The JSON of priors and scores of a `table` request.
#pragma once

#include <string>

#include "cli/reading.hpp"
#include "cli/request_table.hpp"
#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/table/kappa.hpp"

namespace assay::cli {

/// One class, or a list of priors (their worst case).
core::Result<persuasive::PriorClass> read_prior_class(const core::Json& value, const std::string& at);

/// "log", or {"rule": ..., "cell": ...}, into the ask.
void read_table_score(ObjectReader& in, const core::Json& value, TableAsk& ask);

}  // namespace assay::cli
