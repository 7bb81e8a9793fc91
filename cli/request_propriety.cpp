#include "cli/request_propriety.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "cli/request_law.hpp"
#include "cli/request_rule.hpp"
#include "cli/request_score.hpp"
#include "persuasive/exact/decision_range.hpp"
#include "scoring/propriety.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using scoring::Candidate;
using scoring::Propriety;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::array<std::string_view, 2> fields = {"rule", "categories"};
constexpr std::uint64_t most_categories = 50;
constexpr std::size_t most_forecasts = 500;

struct ProprietyAsk {
  Candidate candidate;
  std::size_t categories = 0;
};

std::string_view name(Propriety propriety) {
  switch (propriety) {
    case Propriety::improper: return "improper";
    case Propriety::proper: return "proper";
    case Propriety::strictly_proper: return "strictly_proper";
  }
  return "improper";
}

Result<Candidate> read_table(const Json& value, const std::string& at) {
  constexpr std::array<std::string_view, 3> known = {"rule", "forecasts", "scores"};
  ObjectReader in(value, at, "a table of scores", known);
  scoring::ScoreTable table;
  const Json *forecasts = in.require("forecasts"), *scores = in.require("scores");
  if (in.failed()) return *in.fault();
  table.forecasts =
      in.keep(read_matrix(*forecasts, "forecasts", in.place("forecasts"), most_forecasts, max_categories));
  table.scores = in.keep(read_matrix(*scores, "scores", in.place("scores"), most_forecasts, max_categories));
  for (std::size_t i = 0; i < table.forecasts.size() && !in.failed(); ++i) {
    in.keep(read_pmf((*forecasts->array())[i], "a forecast", in.place("forecasts") + "/" + std::to_string(i)));
    for (std::size_t j = 0; j < i && !in.failed(); ++j)
      if (table.forecasts[i] == table.forecasts[j])
        in.fail({ErrorCode::invalid_parameter, in.place("forecasts") + "/" + std::to_string(i),
                 "this forecast is there twice"});
  }
  if (!in.failed() &&
      (table.scores.size() != table.forecasts.size() || table.scores.front().size() != table.forecasts.front().size()))
    in.fail(ErrorCode::invalid_parameter, "scores", "scores must have a row a forecast and a column an outcome");
  if (in.failed()) return *in.fault();
  return Candidate(std::move(table));
}

/// Orders from 0 to 1 of power and pseudospherical: candidates that the table of rules leaves out.
std::optional<Result<Candidate>> read_low_order(const Json& value, const std::string& at, const std::string& named) {
  if (named != "power" && named != "pseudospherical") return std::nullopt;
  const Json* order = value.find("order");
  if (order == nullptr) return std::nullopt;
  const Result<core::ExactNumber> a = read_real(*order, "order", at + "/order");
  if (!a || a->value > 1) return std::nullopt;
  if (a->value <= 0)
    return Error{ErrorCode::not_supported, at + "/order",
                 "an order of 0 or less scores some forecasts infinity less infinity; orders above 0 are judged"};
  return Candidate(scoring::LowOrder{named == "pseudospherical", a->value});
}

Result<Candidate> read_candidate(const Json& value, const std::string& at) {
  const Json* named = value.object() == nullptr ? &value : value.find("rule");
  if (named != nullptr && named->string() != nullptr) {
    if (*named->string() == "linear") return Candidate(scoring::Linear{});
    if (*named->string() == "table" && value.object() != nullptr) return read_table(value, at);
    if (const std::optional<Result<Candidate>> low = read_low_order(value, at, *named->string())) return *low;
  }
  const Result<scoring::Scoring> rule = read_rule(value, at);
  if (!rule) return rule.error();
  if (rule->each || !rule->coordinates.empty())
    return Error{ErrorCode::invalid_parameter, at, "propriety is that of the rule itself: leave the coordinates out"};
  return Candidate(rule->rule);
}

Json law(const std::vector<Rational>& p) {
  Array list;
  for (const Rational& x : p) list.emplace_back(x.str());
  return list;
}

Result<Outcome> answer(const ProprietyAsk& ask, const Effort& effort) {
  Result<scoring::Judgement> j = scoring::judge(ask.candidate, ask.categories, effort.deadline);
  if (!j) return j.error();
  if (const auto* rule = std::get_if<scoring::Rule>(&ask.candidate); rule != nullptr && !j->upper)
    if (const auto* decision = std::get_if<scoring::Decision>(rule))
      if (const std::optional<Rational> most = persuasive::greatest_loss(*decision, effort.deadline)) j->upper = *most;
  Outcome outcome;
  outcome.result.emplace_back("verdict", name(j->propriety));
  if (j->local) outcome.result.emplace_back("local", *j->local);
  Object range;
  if (j->lower) range.emplace_back("lower", *enclosure(*j->lower, effort.digits).find("lower"));
  if (j->upper) range.emplace_back("upper", *enclosure(*j->upper, effort.digits).find("upper"));
  outcome.result.emplace_back("range", std::move(range));
  if (j->witness)
    outcome.result.emplace_back("witness", Object{{"truth", law(j->witness->truth)},
                                                  {"forecast", law(j->witness->forecast)},
                                                  {"divergence", enclosure(j->witness->divergence, effort.digits)}});
  outcome.method = "exact";
  outcome.theorems = {"scores-of-probability-vectors", "propriety-of-candidates"};
  return outcome;
}

Work read(ObjectReader& in) {
  ProprietyAsk ask;
  if (const Json* rule = in.require("rule")) ask.candidate = in.keep(read_candidate(*rule, in.place("rule")));
  const bool table = std::holds_alternative<scoring::ScoreTable>(ask.candidate);
  if (table && in.find("categories") != nullptr)
    in.fail(ErrorCode::invalid_parameter, "categories", "a table brings its own categories: leave the field out");
  if (!table)
    if (const Json* categories = in.require("categories"))
      ask.categories = in.keep(read_integer(*categories, "categories", in.place("categories"), 1, most_categories),
                               std::uint64_t{1});
  return [ask = std::move(ask)](const Effort& effort) { return answer(ask, effort); };
}

Object properties() {
  return {
      {"rule", Object{{"description", "A rule, linear, a table, or power and pseudospherical of an order from 0 to 1"},
                      {"type", Array{"string", "object"}}}},
      {"categories",
       Object{{"type", Array{"integer", "string"}}, {"minimum", Json::integer(1)}, {"pattern", "^[0-9]+$"}}}};
}

Object rest() { return {{"required", Array{"request", "rule"}}}; }

}  // namespace

const OwnKind propriety_kind = {"propriety", fields, read, properties, rest};

}  // namespace assay::cli
