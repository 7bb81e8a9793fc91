// What a request kind puts into its response.
#pragma once

#include <string>
#include <vector>

#include "accounting/verdict/answer.hpp"
#include "core/json.hpp"

namespace assay::cli {

/// The part of a response that depends on the kind.
struct Outcome {
  core::Json::Object result;
  std::string method;  // "a+b" where two engines took part
  std::vector<std::string> theorems;
  bool converged = true;

  /// Adds the answer's method and theorems, each once and in order.
  void rests_on(const accounting::Answer& answer);
};

/// {"lower", "upper"} of `digits` + 4 significant digits, rounded outward.
core::Json enclosure(const accounting::Value& value, long digits);

}  // namespace assay::cli
