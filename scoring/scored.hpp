// What a forecast is worth: a rule, a law, an outcome or the law that outcomes follow.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "core/result.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/law.hpp"
#include "scoring/rule.hpp"

namespace assay::scoring {

/// A rule, and the coordinates of the outcome that it is about: all, those named jointly, or the worst of each alone.
struct Scoring {
  Rule rule;
  std::vector<std::size_t> coordinates;
  bool each = false;
};

/// An index of a category, or a point.
using Outcome = std::variant<std::size_t, Vector>;

struct Scored {
  /// S(forecast, outcome), where an outcome is given.
  std::optional<ExactReal> score;
  /// E S(forecast, X) for X of the forecast; absent where no closed form is known.
  std::optional<ExactReal> entropy;
  /// E_truth [S(forecast, X) - S(truth, X)], where a truth is given.
  std::optional<ExactReal> divergence;
};

/// Scores a forecast.
/// Shape:  outcome and truth are of the forecast's space, otherwise the answer is an error.
/// Fails:  not_supported for a rule that the law cannot take or a divergence without a closed form; invalid_parameter
///         for an outcome outside the support; pointers are fields of a request: /rule, /outcome, /truth.
/// Source: theorem `scores-of-probability-vectors`, theorem `scores-of-real-laws`.
core::Result<Scored> evaluate(const Scoring& scoring, const Law& forecast, const std::optional<Outcome>& outcome,
                              const std::optional<Law>& truth);

}  // namespace assay::scoring
