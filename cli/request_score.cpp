#include "cli/request_score.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "cli/request_law.hpp"
#include "cli/request_rule.hpp"
#include "scoring/finite.hpp"
#include "scoring/scored.hpp"

namespace assay::cli {
namespace {

using core::ErrorCode;
using core::Json;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::array<std::string_view, 4> fields = {"rule", "forecast", "outcome", "truth"};

struct ScoreAsk {
  scoring::Scoring scoring;
  scoring::Law forecast;
  std::optional<scoring::Outcome> outcome;
  std::optional<scoring::Law> truth;
};

scoring::Outcome read_outcome(ObjectReader& in, const Json& value, const scoring::Law& forecast) {
  const std::string at = in.place("outcome");
  if (std::holds_alternative<scoring::Categories>(forecast))
    return static_cast<std::size_t>(in.keep(read_integer(value, "outcome", at, 0, max_categories)));
  if (value.array() != nullptr) return in.keep(read_reals(value, "outcome", at, max_dimension));
  return scoring::Vector{in.keep(read_real(value, "outcome", at)).value};
}

Result<Outcome> answer(const ScoreAsk& ask, const Effort& effort) {
  const Result<scoring::Scored> scored = scoring::evaluate(ask.scoring, ask.forecast, ask.outcome, ask.truth);
  if (!scored) return scored.error();
  Outcome outcome;
  bool exact = true;
  const auto add = [&](std::string_view name, const std::optional<scoring::ExactReal>& x) {
    if (!x) return;
    outcome.result.emplace_back(name, enclosure(*x, effort.digits));
    exact = exact && x->as_rational() != nullptr;
  };
  add("score", scored->score);
  add("entropy", scored->entropy);
  if (!scored->entropy) outcome.result.emplace_back("entropy", Json());
  add("divergence", scored->divergence);
  outcome.method = exact ? "exact" : "closed_form";
  const bool finite = std::holds_alternative<scoring::Categories>(ask.forecast) ||
                      (std::holds_alternative<scoring::Discrete>(ask.forecast) && scoring::takes_pmf(ask.scoring.rule));
  outcome.theorems = {finite ? "scores-of-probability-vectors" : "scores-of-real-laws"};
  return outcome;
}

Work read(ObjectReader& in) {
  ScoreAsk ask;
  if (const Json* rule = in.require("rule")) ask.scoring = in.keep(read_rule(*rule, in.place("rule")));
  if (const Json* forecast = in.require("forecast")) ask.forecast = in.keep(read_law(*forecast, in.place("forecast")));
  if (const Json* outcome = in.find("outcome")) ask.outcome = read_outcome(in, *outcome, ask.forecast);
  if (const Json* truth = in.find("truth")) ask.truth = in.keep(read_law(*truth, in.place("truth")));
  return [ask = std::move(ask)](const Effort& effort) { return answer(ask, effort); };
}

Object properties() {
  const Json real = Object{{"$ref", "#/definitions/real"}};
  return {{"rule", rule_schema()},
          {"forecast", law_schema()},
          {"outcome", Object{{"description", "An index of a category, a number, or a list of coordinates"},
                             {"oneOf", Array{real, Object{{"type", "array"}, {"items", real}}}}}},
          {"truth", law_schema()}};
}

Object rest() { return {{"required", Array{"request", "rule", "forecast"}}}; }

}  // namespace

Json enclosure(const scoring::ExactReal& x, long digits) {
  if (const core::Rational* r = x.as_rational()) return enclosure(accounting::Value(*r, 64), digits);
  if (!x.is_finite()) {
    const std::string text = x.is_positive_infinity() ? "inf" : "-inf";
    return Object{{"lower", text}, {"upper", text}};
  }
  return enclosure(accounting::Value(x.ball_to_digits(digits)), digits);
}

const OwnKind score_kind = {"score", fields, read, properties, rest};

}  // namespace assay::cli
