// What each theorem that a certificate may cite leaves to the reader of the certificate to believe.
#pragma once

#include <string>
#include <vector>

#include "proofs/checker/json.hpp"

namespace assay::checker {

/// The hypotheses of a theorem that no program can check, word for word as in docs/theorems; empty where there is none.
/// Fails: refuses an id that is not cited in certificates.
const std::vector<std::string>& asserted(const std::string& theorem);

/// Adds them to a list of {theorem, asserted}, each once.
void remember(const std::string& theorem, Json& hypotheses);

/// Every id that a certificate may cite.
std::vector<std::string> citable();

}  // namespace assay::checker
