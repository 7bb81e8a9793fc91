// What the request kinds beyond delta, epsilon and verify ask, once decoded: one struct a kind.
//
// Each names its kind, its fields, and which of them must be there; the schema is made from these.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/curve/divergence.hpp"
#include "accounting/loss/loss_level.hpp"
#include "accounting/verdict/calibrate.hpp"
#include "accounting/verdict/compose_theorems.hpp"
#include "core/rational.hpp"

namespace assay::cli {

/// The longest list of reals in one request: it bounds the size of the response.
inline constexpr std::size_t max_list = 10'000;

/// Reals that a request asks about: one alone, or a list (which is answered by a list).
struct Asked {
  std::vector<core::Rational> values;
  bool is_list = false;
};

struct RenyiAsk {
  static constexpr std::string_view kind = "renyi";
  static constexpr std::array<std::string_view, 3> fields = {"composition", "adjacency", "alpha"};
  static constexpr std::array<std::string_view, 2> required = {"composition", "alpha"};
  Asked orders;
};

struct DivergenceAsk {
  static constexpr std::string_view kind = "divergence";
  static constexpr std::array<std::string_view, 3> fields = {"composition", "adjacency", "divergence"};
  static constexpr std::array<std::string_view, 2> required = {"composition", "divergence"};
  std::vector<accounting::Divergence> divergences;
};

struct TradeoffAsk {
  static constexpr std::string_view kind = "tradeoff";
  static constexpr std::array<std::string_view, 3> fields = {"composition", "adjacency", "type1"};
  static constexpr std::array<std::string_view, 2> required = {"composition", "type1"};
  Asked type1;
};

struct RiskAsk {
  static constexpr std::string_view kind = "risk";
  static constexpr std::array<std::string_view, 5> fields = {"composition", "adjacency", "prior", "fpr", "baseline"};
  static constexpr std::array<std::string_view, 1> required = {"composition"};
  std::optional<Asked> priors, false_positive_rates, baselines;
};

/// A composition with one parameter left open.
struct CalibrateAsk {
  static constexpr std::string_view kind = "calibrate";
  static constexpr std::array<std::string_view, 3> fields = {"composition", "adjacency", "target"};
  static constexpr std::array<std::string_view, 2> required = {"composition", "target"};
  static constexpr bool solves = true;
  accounting::Unknown unknown;
  accounting::CompositionAt composition;
  accounting::Claim target;
  std::string pointer;  // of the open parameter
};

/// Points of several curves of one composition.
struct CurveAsk {
  static constexpr std::string_view kind = "curve";
  static constexpr std::array<std::string_view, 6> fields = {"composition", "adjacency", "epsilon",
                                                             "delta",       "alpha",     "type1"};
  static constexpr std::array<std::string_view, 1> required = {"composition"};
  std::optional<Asked> epsilons;              // the rational part of each level
  std::vector<accounting::LossLevel> levels;  // the same with logarithms of rationals
  std::optional<Asked> deltas, orders, type1;
};

struct LossDistributionAsk {
  static constexpr std::string_view kind = "loss_distribution";
  static constexpr std::array<std::string_view, 5> fields = {"composition", "adjacency", "points", "step", "range"};
  static constexpr std::array<std::string_view, 1> required = {"composition"};
  std::vector<core::Rational> points;
};

struct ComposeTheoremAsk {
  static constexpr std::string_view kind = "compose_theorem";
  static constexpr std::array<std::string_view, 4> fields = {"composition", "adjacency", "theorem", "delta"};
  static constexpr std::array<std::string_view, 3> required = {"composition", "theorem", "delta"};
  std::vector<accounting::CompositionTheorem> theorems;
  bool is_list = false;
  core::Rational delta = 0;  // in total
};

}  // namespace assay::cli
