// The steps of a certificate: what each theorem takes from earlier steps, and what it gives.
#pragma once

#include <cstddef>
#include <string>

#include "proofs/checker/json.hpp"

namespace assay::checker {

struct Conclusion {
  std::string verdict;  // holds, fails
  Json hypotheses;      // what the theorems cited leave to believe: a list of {theorem, asserted}
};

/// Follows the steps in their order; `at` is the one that is looked at, counted from 1. With `completes`, where a step
/// states the empty text (or no pair, no mechanism) what it should state is written into it.
/// Fails: refuses the first step that does not follow, and steps that end without a conclusion (at = 0).
Conclusion follow(const Json& claim, Json& steps, bool completes, std::size_t& at);

}  // namespace assay::checker
