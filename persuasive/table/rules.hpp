// The sensitivity rules of statistical offices, each by its published definition, cell by cell.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/table/release.hpp"

namespace assay::persuasive {

/// How sampling weights enter; the four conventions can give opposite verdicts.
enum class WeightConvention {
  none,        // there are no weights
  unweighted,  // contributions as they are, whatever their weights
  expanded,    // each contribution counts weight times, in the total and among the largest
  sample_top,  // the largest as sampled, the total weighted (Handbook on Statistical Disclosure Control)
  known        // weights are public: the remainder is the weighted total minus the two largest with their weights
};

struct SensitivityRule {
  enum class Kind { threshold, dominance, p_percent, prior_posterior, zero, group };
  Kind kind = Kind::threshold;
  /// threshold: unsafe below this many contributors.
  core::Rational minimum = 3;
  /// dominance (n, k): unsafe where the n largest make more than k per cent.
  long n = 1;
  core::Rational k = 80;
  /// dominance: k per cent itself is unsafe too.
  bool at_least = false;
  /// p_percent: p. prior_posterior: p and q.
  core::Rational p = 10, q = 100;
  /// Contributions of one contributor count as one (holdings).
  bool holdings = false;
  WeightConvention weights = WeightConvention::none;
  /// Ranks and sums absolute values; without it negative contributions are not judged.
  bool absolute = false;
  /// group: the dimension whose categories are sensitive, and the size of the coalition.
  std::size_t dimension = 0;
  core::Rational coalition = 0;
  std::string pointer;
};

struct RuleVerdict {
  std::size_t cell = 0;
  std::size_t rule = 0;
  bool unsafe = false;
  /// How far a range must reach above the value: the upper protection level.
  std::optional<core::Rational> upper_protection;
};

/// Verdicts of every rule on every cell that it can judge: cells with contributions (or, for counts, a value).
/// Fails: not_supported for negative contributions without `absolute`, or weights without a convention.
/// Source: theorem `table-rules`.
core::Result<std::vector<RuleVerdict>> judge(const Release& release, const std::vector<SensitivityRule>& rules);

}  // namespace assay::persuasive
