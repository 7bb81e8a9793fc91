#include "cli/request_rule.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "cli/nearest.hpp"
#include "cli/reading.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using scoring::Rule;
using scoring::Scoring;
using scoring::Ties;
using Object = Json::Object;
using Array = Json::Array;

/// Powers of higher orders have more digits than anybody wants.
constexpr long most_order = 1000;
constexpr std::size_t most_acts = 1000, most_outcomes = 2000;
constexpr std::uint64_t most_coordinate = 1'000'000;

struct TiesName {
  std::string_view name;
  Ties ties;
};
constexpr std::array<TiesName, 4> ties_names = {{{"uniform", Ties::uniform},
                                                 {"lowest_index", Ties::lowest_index},
                                                 {"strict", Ties::strict},
                                                 {"adversarial", Ties::adversarial}}};

/// A rational above `lowest` (and below `highest`, where that is not the same).
Rational read_between(ObjectReader& in, std::string_view name, long lowest, long highest) {
  const Json* value = in.require(name);
  if (value == nullptr) return 0;
  const Rational x = in.keep(read_real(*value, name, in.place(name))).value;
  if (!in.failed() && (x <= lowest || x >= highest))
    in.fail(ErrorCode::invalid_parameter, name,
            std::string(name) + " must lie strictly between " + std::to_string(lowest) + " and " +
                std::to_string(highest) + ", got " + spell(*value));
  return x;
}

Ties read_ties(ObjectReader& in, std::span<const TiesName> allowed) {
  const Json* value = in.require("ties");
  if (value == nullptr) return Ties::uniform;
  std::vector<std::string_view> names;
  for (const TiesName& entry : allowed) {
    names.push_back(entry.name);
    if (value->string() != nullptr && *value->string() == entry.name) return entry.ties;
  }
  in.fail(ErrorCode::invalid_parameter, "ties", "ties must be one of " + join(names) + ", got " + spell(*value));
  return Ties::uniform;
}

std::vector<std::vector<Rational>> read_loss(ObjectReader& in) {
  std::vector<std::vector<Rational>> loss;
  const Json* value = in.require("loss");
  if (value == nullptr) return loss;
  const Array* rows = value->array();
  if (rows == nullptr || rows->empty()) {
    in.fail(ErrorCode::invalid_parameter, "loss", "loss must be a list of rows, one an act, got " + spell(*value));
    return loss;
  }
  if (rows->size() > most_acts)
    in.fail(ErrorCode::limit_exceeded, "loss", "a loss of at most " + std::to_string(most_acts) + " acts");
  for (std::size_t a = 0; a < rows->size() && !in.failed(); ++a) {
    const std::string at = in.place("loss") + "/" + std::to_string(a);
    const Array* row = (*rows)[a].array();
    if (row == nullptr || row->empty() || row->size() > most_outcomes ||
        (a > 0 && row->size() != loss.front().size())) {
      in.fail({ErrorCode::invalid_parameter, at,
               "an act of the loss has one number an outcome, and all acts equally many; got " + spell((*rows)[a])});
      break;
    }
    std::vector<Rational>& numbers = loss.emplace_back();
    for (std::size_t x = 0; x < row->size() && !in.failed(); ++x)
      numbers.push_back(in.keep(read_real((*row)[x], "loss", at + "/" + std::to_string(x))).value);
  }
  return loss;
}

scoring::Region read_required_region(ObjectReader& in) {
  const Json* value = in.require("region");
  return value == nullptr ? scoring::Region{} : in.keep(read_region(*value, "region", in.place("region")));
}

void fill(ObjectReader& in, scoring::Pseudospherical& r) { r.order = read_between(in, "order", 1, most_order); }
void fill(ObjectReader& in, scoring::Power& r) { r.order = read_between(in, "order", 1, most_order); }
void fill(ObjectReader& in, scoring::Tsallis& r) {
  r.order = read_between(in, "order", 0, most_order);
  if (!in.failed() && r.order == 1)
    in.fail(ErrorCode::invalid_parameter, "order", "tsallis of order 1 is the rule log, its limit: ask that");
}
void fill(ObjectReader& in, scoring::ZeroOne& r) { r.ties = read_ties(in, ties_names); }
void fill(ObjectReader& in, scoring::Decision& r) {
  r.loss = read_loss(in);
  r.ties = read_ties(in, std::array<TiesName, 2>{ties_names[1], ties_names[3]});
}
void fill(ObjectReader& in, scoring::Energy& r) {
  if (in.find("order") != nullptr) r.order = read_between(in, "order", 0, 2);
}
void fill(ObjectReader& in, scoring::Interval& r) { r.coverage = read_between(in, "coverage", 0, 1); }
void fill(ObjectReader& in, scoring::Quantile& r) { r.level = read_between(in, "level", 0, 1); }
void fill(ObjectReader& in, scoring::CensoredLikelihood& r) { r.region = read_required_region(in); }
void fill(ObjectReader& in, scoring::ConditionalLikelihood& r) { r.region = read_required_region(in); }
template <class R>
void fill(ObjectReader&, R&) {}  // no parameters

/// The members of a rule beside its name and coordinates.
template <class R>
std::vector<std::string_view> parameters() {
  if constexpr (requires { R::order; }) return {"order"};
  if constexpr (requires { R::loss; }) return {"loss", "ties"};
  if constexpr (requires { R::ties; }) return {"ties"};
  if constexpr (requires { R::coverage; }) return {"coverage"};
  if constexpr (requires { R::level; }) return {"level"};
  if constexpr (requires { R::region; }) return {"region"};
  return {};
}

template <std::size_t... I>
void for_each_rule(const auto& f, std::index_sequence<I...>) {
  (f(std::type_identity<std::variant_alternative_t<I, Rule>>{}), ...);
}
void for_each_rule(const auto& f) { for_each_rule(f, std::make_index_sequence<std::variant_size_v<Rule>>{}); }

std::vector<std::string_view> rule_names() {
  std::vector<std::string_view> names;
  for_each_rule([&]<class R>(std::type_identity<R>) { names.push_back(R::name); });
  return names;
}

void read_coordinates(ObjectReader& in, Scoring& scoring) {
  const Json *one = in.find("coordinate"), *many = in.find("coordinates");
  if (one != nullptr && many != nullptr)
    return in.fail(ErrorCode::invalid_parameter, "coordinates", "give coordinate or coordinates, not both");
  if (one != nullptr && one->string() != nullptr && *one->string() == "each") {
    scoring.each = true;
  } else if (one != nullptr) {
    scoring.coordinates.push_back(
        in.keep(read_integer(*one, "coordinate (or \"each\")", in.place("coordinate"), 0, most_coordinate)));
  } else if (many != nullptr) {
    const Array* list = many->array();
    if (list == nullptr || list->empty())
      return in.fail(ErrorCode::invalid_parameter, "coordinates",
                     "coordinates must be a list of indices, got " + spell(*many));
    for (std::size_t i = 0; i < list->size() && !in.failed(); ++i) {
      const std::string at = in.place("coordinates") + "/" + std::to_string(i);
      const std::uint64_t c = in.keep(read_integer((*list)[i], "coordinate", at, 0, most_coordinate));
      if (std::find(scoring.coordinates.begin(), scoring.coordinates.end(), c) != scoring.coordinates.end())
        in.fail({ErrorCode::invalid_parameter, at, "coordinate " + std::to_string(c) + " is there twice"});
      scoring.coordinates.push_back(c);
    }
  }
}

template <class R>
Result<Scoring> read_as(const Json& value, const std::string& at) {
  std::vector<std::string_view> fields = {"rule", "coordinate", "coordinates"};
  const std::vector<std::string_view> own = parameters<R>();
  fields.insert(fields.end(), own.begin(), own.end());
  ObjectReader in(value, at, "the rule " + std::string(R::name), fields);
  R rule;
  fill(in, rule);
  Scoring scoring{std::move(rule), {}, false};
  read_coordinates(in, scoring);
  if (in.failed()) return *in.fault();
  return scoring;
}

Json plain_real() { return Object{{"$ref", "#/definitions/real"}}; }

Json parameter_schema(std::string_view name) {
  if (name == "order") return plain_real();
  if (name == "level" || name == "coverage") return Object{{"$ref", "#/definitions/open_unit"}};
  if (name == "region") return Object{{"type", "string"}, {"pattern", "^[0-9]+[.][.][0-9]+$"}};
  if (name == "ties") {
    Array names;
    for (const TiesName& entry : ties_names) names.emplace_back(entry.name);
    return Object{{"enum", std::move(names)}};
  }
  return Object{{"description", "A row an act, a column an outcome"},
                {"type", "array"},
                {"minItems", Json::integer(1)},
                {"items", Object{{"type", "array"}, {"minItems", Json::integer(1)}, {"items", plain_real()}}}};
}

}  // namespace

Result<scoring::Region> read_region(const Json& value, std::string_view name, const std::string& at) {
  const std::string* text = value.string();
  const std::size_t dots = text == nullptr ? std::string::npos : text->find("..");
  if (dots != std::string::npos) {
    const auto end = [&](std::string part) { return read_integer(Json(std::move(part)), name, at, 0, 1'000'000'000); };
    const Result<std::uint64_t> first = end(text->substr(0, dots)), last = end(text->substr(dots + 2));
    if (first && last && *first <= *last) return scoring::Region{core::Integer(*first), core::Integer(*last)};
  }
  return Error{ErrorCode::invalid_parameter, at,
               std::string(name) + " must be a range of counts such as \"1..4\", got " + spell(value)};
}

Result<Scoring> read_rule(const Json& value, const std::string& at) {
  const Json* named = value.object() == nullptr ? &value : value.find("rule");
  const std::string place = value.object() == nullptr ? at : at + "/rule";
  if (named == nullptr) return Error{ErrorCode::missing_field, place, "a rule needs its name in the field rule"};
  const std::string* name = named->string();
  if (name == nullptr)
    return Error{ErrorCode::invalid_parameter, place, "a rule is a name or an object, got " + spell(*named)};
  std::optional<Result<Scoring>> read;
  for_each_rule([&]<class R>(std::type_identity<R>) {
    if (R::name == *name) read = read_as<R>(value.object() == nullptr ? Json(Object{{"rule", *name}}) : value, at);
  });
  if (read) return *std::move(read);
  if (*name == "hinge")
    return Error{ErrorCode::not_supported, place,
                 "hinge compares a posterior with its own prior: ask persuade with the criterion expectation"};
  return Error{ErrorCode::invalid_parameter, place, no_such("rule", *name, rule_names())};
}

Json rule_schema() {
  Array forms, names;
  for_each_rule([&]<class R>(std::type_identity<R>) {
    const std::vector<std::string_view> own = parameters<R>();
    const bool optional = std::is_same_v<R, scoring::Energy>;
    if (own.empty() || optional) names.emplace_back(R::name);
    Object properties{{"rule", Object{{"const", R::name}}}};
    Array required{"rule"};
    for (const std::string_view parameter : own) {
      properties.emplace_back(parameter, parameter_schema(parameter));
      if (!optional) required.emplace_back(parameter);
    }
    properties.emplace_back("coordinate",
                            Object{{"description", "An index, or each"}, {"type", Array{"integer", "string"}}});
    properties.emplace_back("coordinates", Object{{"type", "array"}, {"items", Object{{"type", "integer"}}}});
    forms.push_back(Object{{"type", "object"},
                           {"required", std::move(required)},
                           {"additionalProperties", false},
                           {"properties", std::move(properties)}});
  });
  forms.insert(forms.begin(), Object{{"enum", std::move(names)}});
  return Object{{"oneOf", std::move(forms)}};
}

}  // namespace assay::cli
