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
  std::size_t score = 0;  // which of the scores asked it is about

  bool is_exact() const { return compare(lower, upper) == 0; }
};

/// What the two say of the larger of their suprema: the case that is shown is the one of the larger lower end.
/// Gives:  lower <= max of both suprema <= upper; what cannot be told apart raises the upper end to a bound of both.
Finding worse(Finding a, Finding b);

}  // namespace assay::persuasive
