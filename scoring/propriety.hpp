// Whether a rule is proper on finitely many outcomes: proved, or refuted by a forecast that beats the truth.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/rule.hpp"

namespace assay::scoring {

/// -p_x.
struct Linear {
  static constexpr std::string_view name = "linear";
};
/// The formula of power or pseudospherical with an order in (0, 1], where it is not proper or constant.
struct LowOrder {
  bool pseudospherical = false;
  core::Rational order;
};
/// Forecasts with their scores, outcome by outcome.
struct ScoreTable {
  std::vector<std::vector<core::Rational>> forecasts, scores;
};

using Candidate = std::variant<Rule, Linear, LowOrder, ScoreTable>;

enum class Propriety { improper, proper, strictly_proper };

struct Witness {
  std::vector<core::Rational> truth, forecast;
  /// E_truth [S(forecast, X) - S(truth, X)]: below 0 where improper, 0 where proper but not strictly.
  ExactReal divergence;
};

struct Judgement {
  Propriety propriety = Propriety::proper;
  /// The score at an outcome depends on its own probability alone.
  std::optional<bool> local;
  /// Over all forecasts and outcomes; absent where it is not computed.
  std::optional<ExactReal> lower, upper;
  std::optional<Witness> witness;
};

/// The least and the greatest score of a rule over all forecasts and outcomes.
struct ScoreRange {
  ExactReal lower, upper;
};

/// Gives:  nullopt for a rule of numbers, and where the range is not computed.
/// Source: theorem `scores-of-probability-vectors`.
std::optional<ScoreRange> score_range(const Rule& rule, std::size_t categories);

/// Judges a candidate on `categories` outcomes (a table brings its own).
/// Gives:  no witness where the deadline passed before one was found; the verdict on a rule does not wait for one.
/// Fails:  not_supported for a rule of numbers; invalid_parameter for a decision of other outcomes; limit_exceeded for
///         a table that the deadline cut short.
/// Source: theorem `scores-of-probability-vectors`, theorem `propriety-of-candidates`.
core::Result<Judgement> judge(const Candidate& candidate, std::size_t categories,
                              const accounting::Deadline& deadline = {});

}  // namespace assay::scoring
