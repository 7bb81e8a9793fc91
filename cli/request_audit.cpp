#include "cli/request_audit.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/audit_ask.hpp"
#include "cli/request_claim.hpp"
#include "cli/request_mechanism.hpp"

namespace assay::cli {
namespace {

using accounting::AttackCounts;
using accounting::Domain;
using accounting::Guesses;
using accounting::ValueGuesses;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::array<std::string_view, 18> fields = {
    "method",    "confidence",      "delta",           "claim",   "positives", "true_positives",
    "negatives", "false_positives", "canaries",        "guesses", "correct",   "first",
    "second",    "positive_scores", "negative_scores", "source",  "note",      "values"};

struct Method {
  std::string_view name;
  std::vector<std::string_view> needs;
  std::vector<std::string_view> may = {};

  bool takes(std::string_view field) const {
    return std::find(needs.begin(), needs.end(), field) != needs.end() ||
           std::find(may.begin(), may.end(), field) != may.end();
  }
  std::vector<std::string_view> all() const {
    std::vector<std::string_view> both = needs;
    both.insert(both.end(), may.begin(), may.end());
    return both;
  }
};

const std::vector<Method>& methods() {
  static const std::vector<Method> all = {
      {"clopper_pearson", {"positives", "true_positives", "negatives", "false_positives"}},
      {"credible", {"positives", "true_positives", "negatives", "false_positives"}},
      {"one_run", {"canaries", "guesses", "correct"}},
      {"one_run_tradeoff", {"canaries", "guesses", "correct"}, {"values"}},
      {"samples", {"first", "second"}},
      {"scores", {"positive_scores", "negative_scores"}}};
  return all;
}

std::uint64_t read_count(ObjectReader& in, std::string_view name, std::uint64_t lowest) {
  constexpr std::uint64_t most = 1'000'000'000'000'000;
  const Json* value = in.require(name);
  return value == nullptr ? lowest : in.keep(read_integer(*value, name, in.place(name), lowest, most), lowest);
}

/// A part of a whole: more of them than there are is a fault.
std::uint64_t read_part(ObjectReader& in, std::string_view name, std::string_view whole, std::uint64_t total) {
  const std::uint64_t part = read_count(in, name, 0);
  if (!in.failed() && part > total)
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must be at most " + std::string(whole) + " (" + std::to_string(total) + "), got " +
                std::to_string(part));
  return part;
}

AttackCounts read_counts(ObjectReader& in) {
  AttackCounts counts;
  counts.in.trials = read_count(in, "positives", 1);
  counts.in.successes = read_part(in, "true_positives", "positives", counts.in.trials);
  counts.out.trials = read_count(in, "negatives", 1);
  counts.out.successes = read_part(in, "false_positives", "negatives", counts.out.trials);
  return counts;
}

Guesses read_guesses(ObjectReader& in) {
  Guesses guesses;
  guesses.canaries = read_count(in, "canaries", 1);
  guesses.guesses = read_part(in, "guesses", "canaries", guesses.canaries);
  guesses.correct = read_part(in, "correct", "guesses", guesses.guesses);
  return guesses;
}

ValueGuesses read_value_guesses(ObjectReader& in) {
  ValueGuesses guesses{read_guesses(in), 2};
  if (const Json* value = in.find("values"))
    guesses.values = in.keep(read_integer(*value, "values", in.place("values"), 2, 1'000'000'000), std::uint64_t{2});
  return guesses;
}

std::vector<std::string> read_outputs(ObjectReader& in, std::string_view name, bool numbers) {
  std::vector<std::string> outputs;
  const Json* value = in.require(name);
  if (value == nullptr) return outputs;
  const Array* list = value->array();
  const std::string what = numbers ? "a list of at least two numbers" : "a list of at least two numbers or texts";
  if (list == nullptr || list->size() < 2) {
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must be " + what + ": one half chooses the event, the other certifies it");
    return outputs;
  }
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i) {
    const Json& item = (*list)[i];
    const std::string at = in.place(name) + "/" + std::to_string(i);
    if (numbers) in.keep(read_real(item, name, at));
    if (const Json::Number* number = item.number())
      outputs.push_back(number->text);
    else if (const std::string* text = item.string())
      outputs.push_back(*text);
    else
      in.fail({ErrorCode::invalid_parameter, at, "an output is a number or a text, got " + spell(item)});
  }
  return outputs;
}

Samples read_samples(ObjectReader& in) {
  return {read_outputs(in, "first", false), read_outputs(in, "second", false), accounting::EventFamily::all};
}

Samples read_scores(ObjectReader& in) {
  return {read_outputs(in, "positive_scores", true), read_outputs(in, "negative_scores", true),
          accounting::EventFamily::value_thresholds};
}

Experiment read_experiment(ObjectReader& in) {
  const Json* value = in.require("method");
  if (value == nullptr) return {};
  std::vector<std::string_view> names;
  for (const Method& method : methods()) names.push_back(method.name);
  const std::string* name = value->string();
  const Method* chosen = nullptr;
  for (const Method& method : methods())
    if (name != nullptr && *name == method.name) chosen = &method;
  if (chosen == nullptr) {
    in.fail(ErrorCode::invalid_parameter, "method", "method must be one of " + join(names) + ", got " + spell(*value));
    return {};
  }
  // A count of another method would pass in silence.
  for (const Method& method : methods())
    for (const std::string_view field : method.all())
      if (in.find(field) != nullptr && !chosen->takes(field))
        in.fail(ErrorCode::unknown_field, field,
                "the method " + *name + " has no field " + std::string(field) + "; it takes " + join(chosen->all()));
  if (chosen->name == "one_run") return read_guesses(in);
  if (chosen->name == "one_run_tradeoff") return read_value_guesses(in);
  if (chosen->name == "samples") return read_samples(in);
  if (chosen->name == "scores") return read_scores(in);
  if (chosen->name == "credible") return CredibleCounts{read_counts(in)};
  return read_counts(in);
}

void read_deltas(ObjectReader& in, AuditAsk& ask) {
  const Json* given = in.find("delta");
  if (given == nullptr) {
    const auto& claim = ask.question.claim;
    ask.deltas.push_back(claim && claim->delta ? *claim->delta : Rational(0));
    return;
  }
  const Array* list = given->array();
  ask.is_list = list != nullptr;
  if (ask.is_list && (list->empty() || list->size() > 1000))
    return in.fail(list->empty() ? ErrorCode::invalid_parameter : ErrorCode::limit_exceeded, "delta",
                   "a list of 1 to 1000 values, got " + std::to_string(list->size()));
  for (std::size_t i = 0; i < (ask.is_list ? list->size() : 1); ++i) {
    const std::string at = in.place("delta") + (ask.is_list ? "/" + std::to_string(i) : "");
    ask.deltas.push_back(in.keep(read_in_domain(ask.is_list ? (*list)[i] : *given, "delta", at, Domain::unit)).value);
  }
}

void read_audit_claim(ObjectReader& in, AuditAsk& ask) {
  const Json* given = in.find("claim");
  if (given == nullptr) return;
  ask.question.claim = in.keep(read_claim(*given, in.place("claim"), Corner::literal)).claim;
  if (!in.failed() && (ask.question.claim->alpha || ask.question.claim->probabilistic))
    in.fail(ErrorCode::not_supported, "claim",
            "no theorem here holds an experiment against a claim of one Renyi order or of probabilistic privacy; claim "
            "{epsilon, delta}, {mu} or {rho}");
}

Work read(ObjectReader& in) {
  AuditAsk ask;
  for (const std::string_view text : {"source", "note"})
    if (const Json* given = in.find(text)) in.keep(read_string(*given, text, in.place(text)));
  ask.question.confidence = Rational(19, 20);
  if (const Json* given = in.find("confidence"))
    ask.question.confidence =
        in.keep(read_in_domain(*given, "confidence", in.place("confidence"), Domain::open_unit)).value;
  read_audit_claim(in, ask);
  if (!in.failed()) read_deltas(in, ask);
  if (!in.failed()) ask.experiment = read_experiment(in);
  if (!in.failed() && ask.is_list && std::holds_alternative<Samples>(ask.experiment))
    in.fail(ErrorCode::invalid_parameter, "delta",
            "with samples or scores the event is chosen for one delta: give one, not a list");
  return [ask = std::move(ask)](const Effort& effort) { return answer(ask, effort); };
}

Json reference(std::string_view name) { return Object{{"$ref", "#/definitions/" + std::string(name)}}; }

Json count(std::string_view lowest) {
  return Object{
      {"type", Array{"integer", "string"}}, {"minimum", Json::Number{std::string(lowest)}}, {"pattern", "^[0-9]+$"}};
}

Json form(Object properties) {
  Array required;
  for (const auto& [key, ignored] : properties) required.emplace_back(key);
  return Object{{"type", "object"},
                {"required", std::move(required)},
                {"additionalProperties", false},
                {"properties", std::move(properties)}};
}

Object properties() {
  Object all;
  Array names;
  for (const Method& method : methods()) names.emplace_back(method.name);
  all.emplace_back("method", Object{{"enum", std::move(names)}});
  all.emplace_back("confidence", reference("open_unit"));
  all.emplace_back("delta", Object{{"oneOf", Array{reference("unit"), Object{{"type", "array"},
                                                                             {"items", reference("unit")},
                                                                             {"minItems", Json::integer(1)},
                                                                             {"maxItems", Json::integer(1000)}}}}});
  all.emplace_back(
      "claim",
      Object{{"oneOf", Array{form({{"epsilon", reference("nonnegative")}, {"delta", reference("unit")}}),
                             form({{"mu", reference("nonnegative")}}), form({{"rho", reference("nonnegative")}})}}});
  all.emplace_back("values", count("2"));
  for (const std::string_view whole : {"positives", "negatives", "canaries"}) all.emplace_back(whole, count("1"));
  for (const std::string_view part : {"true_positives", "false_positives", "guesses", "correct"})
    all.emplace_back(part, count("0"));
  const auto outputs = [](Json item) {
    return Object{{"type", "array"}, {"items", std::move(item)}, {"minItems", Json::integer(2)}};
  };
  for (const std::string_view side : {"first", "second"})
    all.emplace_back(side, outputs(Object{{"type", Array{"number", "string"}}}));
  for (const std::string_view side : {"positive_scores", "negative_scores"})
    all.emplace_back(side, outputs(reference("real")));
  for (const std::string_view text : {"source", "note"})
    all.emplace_back(text, Object{{"description", "Free text"}, {"type", "string"}});
  return all;
}

Object rest() {
  Array forms;
  for (const Method& method : methods()) {
    Array required{"request", "method"};
    for (const std::string_view field : method.needs) required.emplace_back(field);
    Array others;
    for (const Method& other : methods())
      for (const std::string_view field : other.all())
        if (!method.takes(field)) others.push_back(Object{{"required", Array{field}}});
    forms.push_back(Object{{"required", std::move(required)},
                           {"properties", Object{{"method", Object{{"const", method.name}}}}},
                           {"not", Object{{"anyOf", std::move(others)}}}});
  }
  return Object{{"oneOf", std::move(forms)}};
}

}  // namespace

const OwnKind audit_kind = {"audit", fields, read, properties, rest};

}  // namespace assay::cli
