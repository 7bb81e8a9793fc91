// What is found about one question of persuasive privacy: a bracket, and where it is worst.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "persuasive/exact/real.hpp"
#include "persuasive/kernel.hpp"

namespace assay::persuasive {

/// The masses that a prior gives, datum by datum; what is not named has none.
using SparsePrior = std::vector<std::pair<std::size_t, Real>>;

/// Where a supremum is attained or approached.
struct WorstCase {
  std::size_t score = 0;  // index in the scores asked
  std::size_t data = 0;   // the truth
  SparsePrior prior;      // the limit where it is only approached
  std::vector<Output> outputs;
  bool attained = false;
  std::string sequence;  // how it is approached, where it is not attained
};

/// lower <= truth <= upper; the worst case belongs to `lower`.
struct Bracket {
  Real lower, upper;
  WorstCase worst;
  std::vector<std::string> theorems;
  bool found = false;  // false before anything was compared

  static Bracket exactly(Real x, WorstCase worst, std::vector<std::string> theorems) {
    return {x, x, std::move(worst), std::move(theorems), true};
  }
};

/// The supremum over two families of cases.
Bracket worse(Bracket a, Bracket b);

}  // namespace assay::persuasive
