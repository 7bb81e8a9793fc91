// Whole-number weights of the cells of a system, and sums of their products over its tables.
#pragma once

#include <vector>

#include "core/rational.hpp"
#include "persuasive/table/span_set.hpp"

namespace assay::persuasive {

/// Weights of the values low, low + 1, ... of one cell, over one denominator.
struct WholeWeights {
  Amount low = 0;
  std::vector<core::Integer> weights;
  core::Integer denominator = 1;
};

struct TableSums {
  /// The sum over tables of the product of the weights, without their denominators.
  core::Integer total = 0;
  /// By variable, the part of each value of its span; empty where not asked, or where there was no room or time.
  std::vector<std::vector<core::Integer>> parts;
};

}  // namespace assay::persuasive
