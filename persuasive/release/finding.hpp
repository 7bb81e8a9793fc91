// What is found about the gain from a release: a bracket, and where it is attained.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scoring/exact_real.hpp"

namespace assay::persuasive {

/// lower <= supremum of the gain <= upper; what attains or approaches it in words and numbers.
struct Finding {
  scoring::ExactReal lower, upper;
  bool attained = true;
  std::optional<std::size_t> record;  // the one whose score gains most
  std::string prior, data;            // how the worst prior and the worst data look
  std::vector<std::string> theorems;

  bool is_exact() const { return compare(lower, upper) == 0; }
};

}  // namespace assay::persuasive
