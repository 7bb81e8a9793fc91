// What each theorem that a certificate may cite leaves to the reader of the certificate to believe.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "proofs/checker/json.hpp"

namespace assay::checker {

/// Every theorem that a certificate may cite, with those of its hypotheses that no program can check, word for word as
/// in docs/theorems.
const std::map<std::string, std::vector<std::string>>& citable();

/// Adds those of a theorem to a list of {theorem, asserted}, each once.
/// Fails: refuses an id that is not citable.
void remember(const std::string& theorem, Json& hypotheses);

}  // namespace assay::checker
