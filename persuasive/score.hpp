// A proper scoring rule on finite data, as a Receiver is judged by it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/rational.hpp"
#include "persuasive/exact/log_number.hpp"
#include "persuasive/kernel.hpp"
#include "scoring/rule.hpp"

namespace assay::persuasive {

using scoring::Ties;

struct Score {
  enum class Rule {
    log,
    brier,
    spherical,
    pseudospherical,
    power,
    tsallis,
    ranked_probability,
    zero_one,
    decision,
    hinge,
  };
  Rule rule = Rule::log;
  core::Rational order = 2;  // pseudospherical, power, tsallis
  Ties ties = Ties::lowest_index;
  std::vector<std::vector<core::Rational>> loss;  // decision: a row an act, a column a datum
  LogNumber epsilon;                              // hinge
  /// The same rule for scoring::score; absent for hinge.
  std::optional<scoring::Rule> general;
  /// The records that the score is about, jointly; empty: the whole datum.
  std::vector<std::size_t> coordinates;
  std::string name;  // as it was asked

  bool is_piecewise_constant() const { return rule == Rule::zero_one || rule == Rule::decision; }
};

/// The outcomes that a score tells apart, and the one that a datum is: its own index, or that of the records scored, in
/// lexicographic order.
std::size_t seen_size(const Score& score, const DataSpace& space);
std::size_t seen(const Score& score, const DataSpace& space, std::size_t datum);

/// No prior and no output gain more: the width of the score's range over that many outcomes; nothing where it has none.
std::optional<core::Rational> greatest_gain(const Score& score, std::size_t outcomes);

}  // namespace assay::persuasive
