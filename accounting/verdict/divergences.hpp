// Renyi, f-divergence and trade-off questions about a composition: each direction of the adjacency, the worse reported.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "accounting/curve/divergence.hpp"
#include "accounting/verdict/answer.hpp"
#include "accounting/verdict/directions.hpp"

namespace assay::accounting {

/// Each divergence, the larger of the adjacency's directions.
/// Shape: one answer a divergence, in order.
/// Fails: not_supported, invalid_parameter or limit_exceeded, with a pointer into the request.
core::Result<std::vector<Answer>> divergences(const Question& question, std::span<const Divergence> asked);

/// The least type II error at each type I error in [0, 1], rejecting P: the smaller of the adjacency's directions.
core::Result<std::vector<Answer>> tradeoffs(const Question& question, std::span<const core::Rational> type1);

/// One direction's trade-off function and curve, ready for many points: T(P, Q) where P is the data set that the
/// direction names first.
class TradeoffCurve {
 public:
  static core::Result<TradeoffCurve> make(const Question& question, Direction direction);
  Answer at(const core::Rational& type1, const Question& question);
  /// delta(epsilon) of (P, Q).
  Answer delta(const core::Rational& epsilon, const Question& question);
  /// The loss of (P, Q), in the hands of its engine.
  ComposedLoss& loss() { return forward_->loss; }
  const std::vector<std::string>& theorems() const { return theorems_; }

 private:
  TradeoffCurve() = default;
  std::optional<core::Rational> mu_squared_;
  std::optional<DirectedLoss> forward_, backward_;  // backward_ empty: the pair is symmetric
  std::vector<std::string> theorems_;
  Direction direction_ = Direction::remove;
};

}  // namespace assay::accounting
