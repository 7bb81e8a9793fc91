// JSON -> the scores of a persuade request.
#pragma once

#include <vector>

#include "cli/reading.hpp"
#include "persuasive/guarantee/problem.hpp"

namespace assay::cli {

/// The member scores: one score a rule, one a record for a rule about each. Faults go to the reader.
std::vector<persuasive::Score> read_scores(ObjectReader& in, const persuasive::DataSpace& space);

}  // namespace assay::cli
