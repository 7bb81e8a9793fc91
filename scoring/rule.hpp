// The scoring rules: plain values. All are negatively oriented: smaller is better for whoever forecast.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/rational.hpp"

namespace assay::scoring {

/// What a tie between modes or Bayes acts counts. `adversarial` reads a tie of a prior against the Receiver and a tie
/// of a posterior in favour (see Belief), so that no other rule of ties shows a larger gain.
enum class Ties { uniform, lowest_index, strict, adversarial };

/// Outcomes first <= x <= last.
struct Region {
  core::Integer first = 0, last = 0;
};

struct Logarithmic {
  static constexpr std::string_view name = "log";
};
struct Brier {
  static constexpr std::string_view name = "brier";
};
struct Spherical {
  static constexpr std::string_view name = "spherical";
};
struct Pseudospherical {
  static constexpr std::string_view name = "pseudospherical";
  core::Rational order = 2;  // > 1
};
struct Power {
  static constexpr std::string_view name = "power";
  core::Rational order = 2;  // > 1
};
struct Tsallis {
  static constexpr std::string_view name = "tsallis";
  core::Rational order = 2;  // > 0, not 1
};
struct RankedProbability {
  static constexpr std::string_view name = "ranked_probability";
};
struct ZeroOne {
  static constexpr std::string_view name = "zero_one";
  Ties ties = Ties::uniform;
};
struct Decision {
  static constexpr std::string_view name = "decision";
  std::vector<std::vector<core::Rational>> loss;  // a row an act, a column an outcome; at least one row
  Ties ties = Ties::adversarial;                  // lowest_index or adversarial
};
struct Crps {
  static constexpr std::string_view name = "crps";
};
struct Energy {
  static constexpr std::string_view name = "energy";
  core::Rational order = 1;  // in (0, 2)
};
struct DawidSebastiani {
  static constexpr std::string_view name = "dawid_sebastiani";
};
struct DawidSebastianiMarginal {
  static constexpr std::string_view name = "dawid_sebastiani_marginal";
};
struct Interval {
  static constexpr std::string_view name = "interval";
  core::Rational coverage;  // in (0, 1)
};
struct Quantile {
  static constexpr std::string_view name = "quantile";
  core::Rational level;  // in (0, 1)
};
struct Hyvarinen {
  static constexpr std::string_view name = "hyvarinen";
};
struct CensoredLikelihood {
  static constexpr std::string_view name = "censored_likelihood";
  Region region;
};
struct ConditionalLikelihood {
  static constexpr std::string_view name = "conditional_likelihood";
  Region region;
};

using Rule = std::variant<Logarithmic, Brier, Spherical, Pseudospherical, Power, Tsallis, RankedProbability, ZeroOne,
                          Decision, Crps, Energy, DawidSebastiani, DawidSebastianiMarginal, Interval, Quantile,
                          Hyvarinen, CensoredLikelihood, ConditionalLikelihood>;

inline std::string_view name(const Rule& rule) {
  return std::visit([](const auto& r) { return r.name; }, rule);
}

}  // namespace assay::scoring
