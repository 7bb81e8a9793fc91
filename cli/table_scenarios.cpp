// Decodes rules, insiders, earlier releases and candidates.
#include "cli/table_scenarios.hpp"

#include <algorithm>
#include <array>

#include "cli/request_mechanism.hpp"
#include "cli/table_text.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::Insider;
using persuasive::SensitivityRule;
using persuasive::WeightConvention;

/// Calls f(item, place) for the items of a list.
template <class F>
void each(ObjectReader& in, std::string_view name, const Json& list, const F& f) {
  if (list.array() == nullptr)
    return in.fail(ErrorCode::invalid_parameter, name, std::string(name) + " is a list, got " + spell(list));
  for (std::size_t i = 0; i < list.array()->size() && !in.failed(); ++i)
    f((*list.array())[i], in.place(name) + "/" + std::to_string(i));
}

Result<std::size_t> read_dimension_name(const persuasive::Release& release, const Json& value, const std::string& at) {
  for (std::size_t d = 0; d < release.dimensions.size(); ++d)
    if (value.string() != nullptr && *value.string() == release.dimensions[d]) return d;
  return Error{ErrorCode::invalid_parameter, at, "the table has no dimension " + spell(value)};
}

struct RuleName {
  std::string_view name;
  SensitivityRule::Kind kind;
  std::vector<std::string_view> fields;
};
const std::vector<RuleName>& rule_names() {
  using Kind = SensitivityRule::Kind;
  static const std::vector<RuleName> names = {
      {"threshold", Kind::threshold, {"minimum", "holdings", "weights"}},
      {"dominance", Kind::dominance, {"n", "k", "at_least", "holdings", "weights", "absolute"}},
      {"p_percent", Kind::p_percent, {"p", "holdings", "weights", "absolute"}},
      {"prior_posterior", Kind::prior_posterior, {"p", "q", "holdings", "weights", "absolute"}},
      {"zero", Kind::zero, {}},
      {"group", Kind::group, {"dimension", "coalition"}}};
  return names;
}

Result<SensitivityRule> read_rule(const Json& value, const std::string& at, const persuasive::Release& release) {
  constexpr std::array<std::string_view, 11> fields = {"rule",     "minimum",  "n",       "k",        "p",        "q",
                                                       "at_least", "holdings", "weights", "absolute", "dimension"};
  std::vector<std::string_view> known(fields.begin(), fields.end());
  known.push_back("coalition");
  ObjectReader in(value, at, "a rule", known);
  SensitivityRule rule;
  rule.pointer = at;
  const Json* name = in.require("rule");
  if (name == nullptr) return *in.fault();
  const RuleName* chosen = nullptr;
  std::vector<std::string_view> names;
  for (const RuleName& entry : rule_names()) {
    names.push_back(entry.name);
    if (name->string() != nullptr && *name->string() == entry.name) chosen = &entry;
  }
  if (chosen == nullptr) {
    in.fail(ErrorCode::invalid_parameter, "rule", "rule must be one of " + join(names) + ", got " + spell(*name));
    return *in.fault();
  }
  rule.kind = chosen->kind;
  for (const std::string_view field : known)
    if (field != "rule" && in.find(field) != nullptr &&
        std::find(chosen->fields.begin(), chosen->fields.end(), field) == chosen->fields.end())
      in.fail(ErrorCode::unknown_field, field, "the rule " + std::string(chosen->name) + " has no such field");
  const auto real = [&](std::string_view field, Rational& to, bool needed, Domain domain) {
    const Json* given = needed ? in.require(field) : in.find(field);
    if (given != nullptr) to = in.keep(read_in_domain(*given, field, in.place(field), domain)).value;
  };
  const auto flag = [&](std::string_view field, bool& to) {
    if (const Json* given = in.find(field)) to = in.keep(read_boolean(*given, field, in.place(field)));
  };
  using Kind = SensitivityRule::Kind;
  if (rule.kind == Kind::threshold) real("minimum", rule.minimum, true, Domain::positive);
  if (rule.kind == Kind::dominance) {
    if (const Json* n = in.require("n"))
      rule.n = static_cast<long>(in.keep(read_integer(*n, "n", in.place("n"), 1, 1000)));
    real("k", rule.k, true, Domain::positive);
  }
  if (rule.kind == Kind::p_percent || rule.kind == Kind::prior_posterior) real("p", rule.p, true, Domain::positive);
  if (rule.kind == Kind::prior_posterior) real("q", rule.q, true, Domain::positive);
  if (rule.kind == Kind::group) {
    if (const Json* dimension = in.require("dimension"))
      rule.dimension = in.keep(read_dimension_name(release, *dimension, in.place("dimension")));
    real("coalition", rule.coalition, false, Domain::nonnegative);
  }
  flag("at_least", rule.at_least);
  flag("holdings", rule.holdings);
  flag("absolute", rule.absolute);
  if (const Json* weights = in.find("weights")) {
    const std::string text = in.keep(read_string(*weights, "weights", in.place("weights")));
    if (text == "expanded")
      rule.weights = WeightConvention::expanded;
    else if (text == "sample_top")
      rule.weights = WeightConvention::sample_top;
    else if (text == "known")
      rule.weights = WeightConvention::known;
    else if (text == "unweighted")
      rule.weights = WeightConvention::unweighted;
    else
      in.fail(ErrorCode::invalid_parameter, "weights", "one of unweighted, expanded, sample_top, known");
  }
  if (in.failed()) return *in.fault();
  return rule;
}

Result<Insider> read_insider(const Json& value, const std::string& at, const persuasive::Release& release) {
  constexpr std::array<std::string_view, 3> fields = {"name", "cells", "contributors"};
  ObjectReader in(value, at, "an insider", fields);
  Insider insider;
  if (const Json* name = in.find("name")) insider.name = in.keep(read_string(*name, "name", in.place("name")));
  if (const Json* cells = in.find("cells"))
    each(in, "cells", *cells, [&](const Json& cell, const std::string& place) {
      insider.cells.push_back(in.keep(find_cell(release, cell, place)));
    });
  if (const Json* who = in.find("contributors"))
    each(in, "contributors", *who, [&](const Json& one, const std::string& place) {
      insider.contributors.push_back(in.keep(read_string(one, "contributor", place)));
    });
  if (!in.failed() && insider.cells.empty() && insider.contributors.empty())
    in.fail(ErrorCode::missing_field, "cells", "an insider knows cells, or is one or more contributors");
  if (in.failed()) return *in.fault();
  return insider;
}

void read_previous(ObjectReader& in, TableAsk& ask) {
  const Json* previous = in.find("previous");
  if (previous == nullptr) return;
  ask.previous = in.keep(read_release(*previous, in.place("previous")));
  if (in.failed()) return;
  // Both together: the tables are linked by their codes.
  const Json* own = in.find("table") != nullptr ? in.find("table") : in.find("tables");
  std::optional<persuasive::TableKind> kind;
  std::vector<persuasive::TableText> tables;
  const auto add = [&](const Json& value, const std::string& at) {
    const Json::Array* list = value.array();
    for (std::size_t i = 0; i < (list == nullptr ? 1 : list->size()) && !in.failed(); ++i)
      tables.push_back(in.keep(list == nullptr ? read_table_text(value, at, kind)
                                               : read_table_text((*list)[i], at + "/" + std::to_string(i), kind)));
  };
  add(*own, in.place(in.find("table") != nullptr ? "table" : "tables"));
  add(*previous, in.place("previous"));
  if (!in.failed()) ask.joined = in.keep(persuasive::make_release(*kind, tables));
}

/// A printed number: half a unit in its last place either way, whole numbers exactly.
std::optional<persuasive::Printed> read_printed(ObjectReader& in, std::string_view name) {
  const Json* value = in.find(name);
  if (value == nullptr) return std::nullopt;
  const core::ExactNumber number = in.keep(read_real(*value, name, in.place(name)));
  return persuasive::Printed{number.value, number.half_unit.value_or(Rational(0))};
}

struct Ends {
  std::optional<Rational> low, high;
};
Ends read_ends(ObjectReader& in, std::string_view name) {
  Ends ends;
  const Json* value = in.find(name);
  if (value == nullptr) return ends;
  constexpr std::array<std::string_view, 2> fields = {"lower", "upper"};
  ObjectReader of(*value, in.place(name), name, fields);
  if (const Json* low = of.find("lower")) ends.low = of.keep(read_real(*low, "lower", of.place("lower"))).value;
  if (const Json* high = of.find("upper")) ends.high = of.keep(read_real(*high, "upper", of.place("upper"))).value;
  if (of.failed()) in.fail(*of.fault());
  return ends;
}

void read_means(ObjectReader& in, TableAsk& ask) {
  const Json* means = in.find("means");
  if (means == nullptr) return;
  constexpr std::array<std::string_view, 2> fields = {"values", "printed"};
  ObjectReader of(*means, in.place("means"), "means", fields);
  const Ends values = read_ends(of, "values");
  ask.means.value_low = values.low;
  ask.means.value_high = values.high;
  if (const Json* printed = of.require("printed"))
    each(of, "printed", *printed, [&](const Json& value, const std::string& place) {
      constexpr std::array<std::string_view, 5> names = {"at", "mean", "median", "deviation", "sum"};
      ObjectReader one(value, place, "a printed mean", names);
      persuasive::CellMean mean;
      if (const Json* at = one.require("at")) mean.cell = one.keep(find_cell(ask.release, *at, one.place("at")));
      mean.mean = read_printed(one, "mean");
      mean.median = read_printed(one, "median");
      mean.deviation = read_printed(one, "deviation");
      const Ends sum = read_ends(one, "sum");
      mean.sum_low = sum.low;
      mean.sum_high = sum.high;
      if (one.failed()) return of.fail(*one.fault());
      ask.means.means.push_back(mean);
    });
  if (of.failed()) in.fail(*of.fault());
}

}  // namespace

void read_scenarios(ObjectReader& in, TableAsk& ask) {
  if (const Json* rules = in.find("rules"))
    each(in, "rules", *rules, [&](const Json& rule, const std::string& place) {
      ask.rules.push_back(in.keep(read_rule(rule, place, ask.release)));
    });
  if (const Json* insiders = in.find("insiders")) {
    ask.every_insider = insiders->string() != nullptr && *insiders->string() == "each";
    if (!ask.every_insider)
      each(in, "insiders", *insiders, [&](const Json& one, const std::string& place) {
        ask.insiders.push_back(in.keep(read_insider(one, place, ask.release)));
      });
  }
  read_previous(in, ask);
  if (const Json* candidates = in.find("candidates"))
    each(in, "candidates", *candidates, [&](const Json& value, const std::string& place) {
      constexpr std::array<std::string_view, 2> fields = {"name", "suppress"};
      ObjectReader of(value, place, "a candidate", fields);
      TableAsk::Candidate candidate;
      if (const Json* name = of.find("name")) candidate.name = of.keep(read_string(*name, "name", of.place("name")));
      if (const Json* cells = of.require("suppress"))
        each(of, "suppress", *cells, [&](const Json& cell, const std::string& at) {
          candidate.cells.push_back(of.keep(find_cell(ask.release, cell, at)));
        });
      if (of.failed()) return in.fail(*of.fault());
      ask.candidates.push_back(std::move(candidate));
    });
  if (const Json* most = in.find("added_at_most"))
    ask.added_at_most =
        static_cast<std::size_t>(in.keep(read_integer(*most, "added_at_most", in.place("added_at_most"), 0, 1000)));
  if (const Json* group = in.find("group"))
    ask.group = in.keep(read_dimension_name(ask.release, *group, in.place("group")));
  if (!in.failed()) read_means(in, ask);
  const auto needs = [&](const char* what, bool there, std::string_view field) {
    if (!in.failed() && ask.asks(what) && !there)
      in.fail(ErrorCode::missing_field, field, std::string(what) + " needs the field " + std::string(field));
  };
  needs("rules", !ask.rules.empty(), "rules");
  needs("insider", ask.every_insider || !ask.insiders.empty(), "insiders");
  needs("previous", ask.previous.has_value(), "previous");
  needs("candidates", !ask.candidates.empty(), "candidates");
  needs("cheapest", ask.kappa.has_value(), "kappa");
  needs("group", ask.group.has_value(), "group");
  needs("means", !ask.means.means.empty(), "means");
}

}  // namespace assay::cli
