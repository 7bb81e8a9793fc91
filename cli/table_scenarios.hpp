// The JSON of rules, insiders, earlier releases and candidate patterns of a `table` request.
#pragma once

#include "cli/reading.hpp"
#include "cli/request_table.hpp"

namespace assay::cli {

/// Reads the members rules, insiders, previous, candidates, added_at_most and group.
void read_scenarios(ObjectReader& in, TableAsk& ask);

}  // namespace assay::cli
