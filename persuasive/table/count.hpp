// Exact sums over all tables that agree with a release: their number, their weight under a prior, and the law of each
// cell, by dynamic programming over the unfinished relations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// Weight of each value of a variable: entry i is that of value `low + i`.
struct ValueWeights {
  Amount low = 0;
  std::vector<core::Rational> weights;
};

struct WeightedCount {
  /// Sum over tables of the product of weights: exact where lower == upper. Absent upper: infinitely many.
  core::Rational lower = 0;
  std::optional<core::Rational> upper;
  /// Per variable, the share of the sum that each value has (unnormalised); empty where not exact or not asked.
  std::vector<ValueWeights> marginals;
  bool exact() const { return upper && lower == *upper; }
};

struct CountOptions {
  bool marginals = false;
  /// Most states of the dynamic program kept at one time.
  std::size_t max_states = 3'000'000;
};

/// Sum over the tables of a system with whole-number values.
/// Shape:  spans finite, one a variable (after tighten); weights one a variable, covering its span; nonnegative.
/// Gives:  the exact sum, or, past max_states or the deadline, bounds: 0 or the least product that one table has, and
///         the product over free cells.
/// Source: theorem `table-counting`.
WeightedCount weighted_count(const System& system, const std::vector<Span>& spans,
                             const std::vector<ValueWeights>& weights, const CountOptions& options,
                             const accounting::Deadline& deadline);

}  // namespace assay::persuasive
