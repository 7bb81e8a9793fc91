#include "cli/schema_fields.hpp"

#include <string>
#include <utility>

#include "cli/asks.hpp"
#include "cli/request_compose_theorem.hpp"
#include "cli/request_divergence.hpp"

namespace assay::cli {
namespace {

using core::Json;
using Object = Json::Object;
using Array = Json::Array;

Json number(std::string_view text) { return Json::Number{std::string(text)}; }

Json object(Object properties, Array required) {
  return Object{{"type", "object"},
                {"required", std::move(required)},
                {"additionalProperties", false},
                {"properties", std::move(properties)}};
}

Json list(Json items, std::size_t most) {
  return Object{{"type", "array"},
                {"items", std::move(items)},
                {"minItems", number("1")},
                {"maxItems", number(std::to_string(most))}};
}

Json divergence_schema() {
  Array words;
  for (const DivergenceName& known : divergence_names()) words.emplace_back(known.name);
  const Json stick = object({{"epsilon", schema_reference("real")}, {"weight", schema_reference("nonnegative")}},
                            {"epsilon", "weight"});
  const Json one = Object{
      {"oneOf", Array{Object{{"enum", std::move(words)}}, object({{"alpha", schema_reference("positive")}}, {"alpha"}),
                      object({{"hockey_stick", list(stick, 1000)}}, {"hockey_stick"})}}};
  return Object{{"oneOf", Array{one, list(one, max_list)}}};
}

}  // namespace

Json schema_reference(std::string_view definition) {
  return Object{{"$ref", "#/definitions/" + std::string(definition)}};
}

Json schema_integer(std::uint64_t lowest, std::uint64_t highest) {
  return Object{{"type", Array{"integer", "string"}},
                {"minimum", number(std::to_string(lowest))},
                {"maximum", number(std::to_string(highest))},
                {"pattern", "^[0-9]+$"}};
}

Json schema_list_or_one(std::string_view definition) {
  return Object{{"oneOf", Array{schema_reference(definition), list(schema_reference(definition), max_list)}}};
}

std::optional<Json> question_field_schema(std::string_view kind, std::string_view name) {
  if (kind == RenyiAsk::kind && name == "alpha") return schema_list_or_one("positive");
  if (kind == DivergenceAsk::kind && name == "divergence") return divergence_schema();
  if (kind == TradeoffAsk::kind && name == "type1") return schema_list_or_one("unit");
  if (kind == RiskAsk::kind && (name == "prior" || name == "fpr" || name == "baseline"))
    return schema_list_or_one("unit");
  if (kind == CurveAsk::kind && name == "alpha") return schema_list_or_one("positive");
  if (kind == CurveAsk::kind && name == "type1") return schema_list_or_one("unit");
  if (kind == LossDistributionAsk::kind && name == "points") return schema_list_or_one("real");
  if (kind == LossDistributionAsk::kind && name == "step") return schema_reference("positive");
  if (kind == LossDistributionAsk::kind && name == "range")
    return Object{
        {"type", "array"}, {"items", schema_reference("real")}, {"minItems", number("2")}, {"maxItems", number("2")}};
  if (kind == ComposeTheoremAsk::kind && name == "delta") return schema_reference("open_unit");
  if (kind == ComposeTheoremAsk::kind && name == "theorem") {
    Array words;
    for (const CompositionTheoremName& known : composition_theorem_names()) words.emplace_back(known.name);
    const Json one = Object{{"enum", std::move(words)}};
    return Object{{"oneOf", Array{one, list(one, composition_theorem_names().size())}}};
  }
  if (kind == CalibrateAsk::kind && name == "composition")
    return Object{{"description", "Mechanisms as in other requests, one parameter of one of them {\"solve\": true}"},
                  {"type", "array"},
                  {"items", Object{{"type", "object"}, {"required", Array{"mechanism"}}}},
                  {"minItems", number("1")}};
  return std::nullopt;
}

}  // namespace assay::cli
