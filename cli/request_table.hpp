// The request `table`: what a release of a table reveals, typed.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/own_kind.hpp"
#include "persuasive/table/kappa.hpp"
#include "persuasive/table/means.hpp"
#include "persuasive/table/release.hpp"
#include "persuasive/table/rules.hpp"
#include "persuasive/table/scenarios.hpp"
#include "persuasive/table/system.hpp"

namespace assay::cli {

struct TableAsk {
  persuasive::Release release;
  persuasive::Knowledge knowledge;
  std::set<std::string> ask;
  persuasive::PriorClass priors;
  persuasive::TableScore score = persuasive::TableScore::log;
  scoring::Rule rule;
  std::optional<std::size_t> cell;
  /// The kappa that must not be exceeded: ln(ratio), or a rational.
  struct Threshold {
    std::optional<core::Rational> ratio;
    core::Rational plain = 0;
  };
  std::optional<Threshold> kappa;
  std::vector<persuasive::SensitivityRule> rules;
  bool every_insider = false;
  std::vector<persuasive::Insider> insiders;
  /// Earlier releases alone, and together with this one.
  std::optional<persuasive::Release> previous, joined;
  struct Candidate {
    std::string name;
    std::vector<std::size_t> cells;
  };
  std::vector<Candidate> candidates;
  std::size_t added_at_most = 2;
  /// The dimension whose categories a group might share.
  std::optional<std::size_t> group;
  /// What is printed of the records behind the counts.
  persuasive::MeansQuestion means;
  /// Witness tables at both ends of each range; without a word: where they are few.
  std::optional<bool> witnesses;

  bool asks(const std::string& name) const { return ask.contains(name); }
};

/// The spellings of `ask`.
std::span<const std::string_view> table_asks();

/// A request once more, decoded; nothing where it has a fault.
std::optional<TableAsk> table_ask(const core::Json& request);

core::Result<Outcome> answer_table(const TableAsk& ask, const Effort& effort);

extern const OwnKind table_kind;

}  // namespace assay::cli
