// One request, typed: what a line of JSON asks once every field of it was checked.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "accounting/verdict/answer.hpp"
#include "cli/asks.hpp"
#include "cli/own_kind.hpp"
#include "core/json.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::cli {

inline constexpr std::uint64_t max_digits = 1000;
inline constexpr std::uint64_t max_seconds = 86400;
struct DeltaAsk {
  static constexpr std::string_view kind = "delta";
  static constexpr std::array<std::string_view, 4> fields = {"composition", "adjacency", "epsilon", "delta_kind"};
  static constexpr std::array<std::string_view, 2> required = {"composition", "epsilon"};
  Asked epsilons;                             // the rational part of each level
  std::vector<accounting::LossLevel> levels;  // the same with logarithms of rationals
  bool probabilistic = false;
};

struct EpsilonAsk {
  static constexpr std::string_view kind = "epsilon";
  static constexpr std::array<std::string_view, 4> fields = {"composition", "adjacency", "delta", "delta_kind"};
  static constexpr std::array<std::string_view, 2> required = {"composition", "delta"};
  Asked deltas;
  bool probabilistic = false;
};

/// One end of the box that printed decimals stand for.
struct BoxEnd {
  accounting::Composition composition;
  accounting::Claim claim;
  /// False where an interval reaches an open end of its field's domain: this end decides nothing.
  bool in_domain = true;
};

struct VerifyAsk {
  static constexpr std::string_view kind = "verify";
  static constexpr std::array<std::string_view, 6> fields = {"composition", "adjacency", "claim",
                                                             "as_printed",  "source",    "note"};
  static constexpr std::array<std::string_view, 2> required = {"composition", "claim"};
  accounting::Claim claim;
  /// With as_printed: least loss against the easiest claim, most loss against the hardest.
  struct Box {
    BoxEnd easiest, hardest;
  };
  std::optional<Box> as_printed;
};

/// The request kinds of this version.
using Ask = std::variant<DeltaAsk, EpsilonAsk, VerifyAsk, RenyiAsk, DivergenceAsk, TradeoffAsk, RiskAsk, CalibrateAsk,
                         ComposeTheoremAsk, CurveAsk, LossDistributionAsk>;

/// The fields that every request may carry.
inline constexpr std::array<std::string_view, 7> common_fields = {"request", "id",          "digits", "max_seconds",
                                                                  "engine",  "certificate", "label"};

struct Request {
  std::string kind;
  std::optional<std::string> label;
  std::chrono::milliseconds budget{60'000};
  /// Whether the response is to carry a certificate.
  bool certificate = false;
  /// Everything but the deadline, which starts when the answer does.
  accounting::Question question;
  Ask ask;
  /// Of a kind that brings its own decoder (cli/own_kind.hpp): then this is the answer, and `ask` is unused.
  Work work;
};

/// Decodes one request.
/// Fails: with the first fault found and its place; unknown_request for another kind.
core::Result<Request> read_request(const core::Json& json);

/// The spellings of enumerations, shared with the schema.
struct EngineName {
  std::string_view name;
  accounting::Question::Engine engine;
};
std::span<const EngineName> engine_names();
struct AdjacencyName {
  std::string_view name;
  accounting::Adjacency adjacency;
};
std::span<const AdjacencyName> adjacency_names();

}  // namespace assay::cli
