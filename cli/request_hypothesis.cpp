#include "cli/request_hypothesis.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accounting/audit/enclose.hpp"
#include "accounting/audit/error_region.hpp"
#include "cli/request_claim.hpp"
#include "cli/request_mechanism.hpp"

namespace assay::cli {
namespace {

using accounting::Ball;
using accounting::Domain;
using accounting::Guarantee;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::array<std::string_view, 6> fields = {"claim", "composition", "false_positive", "test", "source", "note"};
constexpr std::size_t most_rates = 10'000;

struct Rates {
  Rational false_positive, false_negative;
};

struct HypothesisAsk {
  Guarantee guarantee;
  std::vector<Rational> rates;
  bool is_list = false;
  std::optional<Rates> test;
};

/// Whether no false-negative rate below `rate` is left at that false-positive rate; on the edge there is none.
std::optional<bool> at_least(const Guarantee& guarantee, const Rational& positive, const Rational& negative,
                             const Effort& effort) {
  if (const auto exact = accounting::exact_least_false_negative(guarantee, positive)) return negative >= *exact;
  for (long bits = 128; bits <= 8192 && !effort.deadline.passed(); bits *= 2) {
    const Ball least = accounting::least_false_negative(guarantee, positive, bits);
    if (certainly_less(negative, least)) return false;
    if (certainly_less(least, negative)) return true;
  }
  return std::nullopt;
}

/// A test is in the region where it and its complement (positive where it was negative) are.
Result<bool> allowed(const Guarantee& guarantee, const Rates& test, const Effort& effort) {
  const std::optional<bool> plain = at_least(guarantee, test.false_positive, test.false_negative, effort);
  const std::optional<bool> turned = at_least(guarantee, 1 - test.false_positive, 1 - test.false_negative, effort);
  if ((plain && !*plain) || (turned && !*turned)) return false;
  if (plain && turned) return true;
  return core::Error{ErrorCode::limit_exceeded, "/test",
                     "the rates lie so near the region's edge that no precision tried tells on which side"};
}

Result<Outcome> answer(const HypothesisAsk& ask, const Effort& effort) {
  Outcome outcome;
  outcome.method = "closed_form";
  outcome.theorems = {accounting::region_theorem(ask.guarantee)};
  accounting::AuditQuestion question;
  question.digits = effort.digits;
  question.deadline = effort.deadline;
  Array least;
  for (const Rational& rate : ask.rates) {
    accounting::Answer value = accounting::enclosed(question, "closed_form", outcome.theorems, [&](long bits) {
      return accounting::least_false_negative(ask.guarantee, rate, bits);
    });
    if (const auto exact = accounting::exact_least_false_negative(ask.guarantee, rate)) {
      value.value = accounting::Value(*exact, 64);
      value.converged = true;
    }
    outcome.rests_on(value);
    least.push_back(enclosure(value.value, effort.digits));
  }
  if (!least.empty())
    outcome.result.emplace_back("false_negative", ask.is_list ? Json(std::move(least)) : std::move(least.front()));
  if (ask.test) {
    const Result<bool> inside = allowed(ask.guarantee, *ask.test, effort);
    if (!inside) return inside.error();
    outcome.result.emplace_back("test", *inside ? "allowed" : "excluded");
  }
  return outcome;
}

void read_guarantee(ObjectReader& in, HypothesisAsk& ask) {
  const Json *claim = in.find("claim"), *composition = in.find("composition");
  if ((claim == nullptr) == (composition == nullptr))
    return in.fail(claim == nullptr ? ErrorCode::missing_field : ErrorCode::invalid_parameter, "claim",
                   "a region belongs to a claim, or to a composition: give one of the two");
  if (claim != nullptr) {
    const accounting::Claim given = in.keep(read_claim(*claim, in.place("claim"), Corner::literal)).claim;
    if (!in.failed() && (given.alpha || given.probabilistic))
      in.fail(ErrorCode::not_supported, "claim",
              "no region is known here of a claim of one Renyi order or of probabilistic privacy; claim "
              "{epsilon, delta}, {mu} or {rho}");
    if (in.failed()) return;
    if (given.rho) ask.guarantee = accounting::ConcentratedGuarantee{*given.rho};
    if (given.mu) ask.guarantee = accounting::GaussianGuarantee{*given.mu};
    if (given.epsilon) ask.guarantee = accounting::ApproxGuarantee{*given.epsilon, *given.delta};
    return;
  }
  const DecodedComposition decoded = in.keep(read_composition(*composition, in.place("composition")));
  if (!in.failed()) ask.guarantee = in.keep(accounting::guarantee_of(decoded.composition));
}

Rational read_rate(ObjectReader& in, const Json& value, std::string_view name, const std::string& at) {
  return in.keep(read_in_domain(value, name, at, Domain::unit)).value;
}

void read_rates(ObjectReader& in, HypothesisAsk& ask) {
  const Json* given = in.find("false_positive");
  if (given == nullptr) return;
  const Array* list = given->array();
  ask.is_list = list != nullptr;
  if (list == nullptr) {
    ask.rates.push_back(read_rate(in, *given, "false_positive", in.place("false_positive")));
    return;
  }
  if (list->empty() || list->size() > most_rates)
    return in.fail(list->empty() ? ErrorCode::invalid_parameter : ErrorCode::limit_exceeded, "false_positive",
                   "a list of 1 to " + std::to_string(most_rates) + " rates, got " + std::to_string(list->size()));
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    ask.rates.push_back(
        read_rate(in, (*list)[i], "false_positive", in.place("false_positive") + "/" + std::to_string(i)));
}

void read_test(ObjectReader& in, HypothesisAsk& ask) {
  const Json* given = in.find("test");
  if (given == nullptr) return;
  constexpr std::array<std::string_view, 2> names = {"false_positive", "false_negative"};
  ObjectReader test(*given, in.place("test"), "a test", names);
  const auto rate = [&](std::string_view name) {
    const Json* value = test.require(name);
    return value == nullptr ? Rational(0) : read_rate(test, *value, name, test.place(name));
  };
  const Rational positive = rate("false_positive"), negative = rate("false_negative");
  ask.test = Rates{positive, negative};
  if (test.failed()) in.fail(*test.fault());
}

Work read(ObjectReader& in) {
  for (const std::string_view text : {"source", "note"})
    if (const Json* given = in.find(text)) in.keep(read_string(*given, text, in.place(text)));
  HypothesisAsk ask;
  read_guarantee(in, ask);
  if (!in.failed()) read_rates(in, ask);
  if (!in.failed()) read_test(in, ask);
  if (!in.failed() && ask.rates.empty() && !ask.test)
    in.fail(ErrorCode::missing_field, "false_positive",
            "ask for the least false-negative rate at a false_positive rate, or whether a test is allowed");
  return [ask = std::move(ask)](const Effort& effort) { return answer(ask, effort); };
}

Json reference(std::string_view name) { return Object{{"$ref", "#/definitions/" + std::string(name)}}; }

Json form(Object properties) {
  Array required;
  for (const auto& [key, ignored] : properties) required.emplace_back(key);
  return Object{{"type", "object"},
                {"required", std::move(required)},
                {"additionalProperties", false},
                {"properties", std::move(properties)}};
}

Object properties() {
  Object all{
      {"claim",
       Object{{"oneOf", Array{form({{"epsilon", reference("nonnegative")}, {"delta", reference("unit")}}),
                              form({{"mu", reference("nonnegative")}}), form({{"rho", reference("nonnegative")}})}}}},
      {"composition", Object{{"description", "One mechanism run once, as in the request delta"},
                             {"type", "array"},
                             {"items", Object{{"type", "object"}}},
                             {"minItems", Json::integer(1)},
                             {"maxItems", Json::integer(1)}}},
      {"false_positive", Object{{"oneOf", Array{reference("unit"), Object{{"type", "array"},
                                                                          {"items", reference("unit")},
                                                                          {"minItems", Json::integer(1)},
                                                                          {"maxItems", Json::integer(most_rates)}}}}}},
      {"test", form({{"false_positive", reference("unit")}, {"false_negative", reference("unit")}})}};
  for (const std::string_view text : {"source", "note"})
    all.emplace_back(text, Object{{"description", "Free text"}, {"type", "string"}});
  return all;
}

Object rest() {
  const auto one = [](std::string_view name) { return Json(Object{{"required", Array{name}}}); };
  return Object{{"required", Array{"request"}},
                {"oneOf", Array{one("claim"), one("composition")}},
                {"anyOf", Array{one("false_positive"), one("test")}}};
}

}  // namespace

const OwnKind hypothesis_kind = {"hypothesis", fields, read, properties, rest};

}  // namespace assay::cli
