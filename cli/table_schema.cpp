#include "cli/table_schema.hpp"

#include <string>
#include <string_view>

#include "cli/request_table.hpp"
#include "core/json_reader.hpp"

namespace assay::cli {
namespace {

using core::Json;
using Object = Json::Object;
using Array = Json::Array;

/// The schema of one table; `real` is defined beside every schema.
constexpr std::string_view table_text = R"({
  "type": "object", "required": ["cells", "kind"], "additionalProperties": false,
  "properties": {
    "kind": {"enum": ["count", "magnitude"]},
    "absent": {"description": "What a cell is that the release lacks", "enum": ["unpublished", "zero"]},
    "dimensions": {"type": "array", "items": {
      "type": "object", "required": ["name"], "additionalProperties": false,
      "properties": {
        "name": {"type": "string"},
        "codes": {"type": "array", "items": {"type": ["string", "number"]}},
        "total": {"description": "The code of the sum of the codes that are no parts", "type": ["string", "number", "null"]},
        "children": {"description": "Parent to parts, or to several lists of parts", "type": "object",
                     "additionalProperties": {"type": "array", "minItems": 1}}}}},
    "cells": {"type": "array", "items": {
      "type": "object", "required": ["at"], "additionalProperties": false,
      "properties": {
        "at": {"description": "One code a dimension", "type": ["array", "string"], "minItems": 1,
               "items": {"type": ["string", "number"]}},
        "value": {"description": "Published; of a suppressed cell the truth, if the sender gives it",
                  "oneOf": [{"$ref": "#/definitions/real"}, {"type": "null"}]},
        "status": {"enum": ["published", "suppressed", "rounded", "perturbed"]},
        "reason": {"enum": ["primary", "secondary"]},
        "base": {"$ref": "#/definitions/real"},
        "rounding": {"enum": ["conventional", "random", "controlled"]},
        "truth": {"$ref": "#/definitions/real"},
        "deviation": {"description": "Largest difference of a perturbed value", "$ref": "#/definitions/real"},
        "chances": {"description": "Chance of the printed value given each true value", "type": "object",
                    "additionalProperties": {"$ref": "#/definitions/real"}},
        "contributors": {"$ref": "#/definitions/real"},
        "contributions": {"type": "array", "items": {"oneOf": [{"$ref": "#/definitions/real"}, {
          "type": "object", "required": ["value"], "additionalProperties": false,
          "properties": {"value": {"$ref": "#/definitions/real"}, "contributor": {"type": ["string", "number"]},
                         "weight": {"$ref": "#/definitions/real"}}}]}}}}},
    "relations": {"type": "array", "items": {
      "type": "object", "required": ["total", "parts"], "additionalProperties": false,
      "properties": {"total": {"type": ["array", "string"]}, "parts": {"type": "array", "minItems": 1}}}}}})";

constexpr std::string_view knowledge_text = R"({
  "type": "object", "additionalProperties": false,
  "properties": {
    "lower": {"oneOf": [{"$ref": "#/definitions/real"}, {"type": "null"}]},
    "upper": {"oneOf": [{"$ref": "#/definitions/real"}, {"type": "null"}]},
    "zeros": {"enum": ["published", "unknown"]},
    "rule": {"oneOf": [{"type": "null"}, {
      "type": "object", "required": ["suppressed_if"], "additionalProperties": false,
      "properties": {
        "suppressed_if": {"description": "Values that are suppressed: 1..2, 3.., 0", "type": ["string", "number"]},
        "secondary": {"description": "What else is suppressed", "enum": ["none", "unknown", "smallest_other"]}}}]}}})";

constexpr std::string_view priors_text = R"({
  "description": "A class of priors, or a list of priors",
  "type": ["object", "array"], "minItems": 1, "required": ["class"],
  "properties": {"class": {"enum": ["uniform_completions", "uniform", "poisson", "negative_binomial", "multinomial",
                                    "dirichlet_multinomial", "contamination", "truth_floor", "belief_floor"]}}})";

constexpr std::string_view score_text = R"({
  "type": ["string", "object"], "required": ["rule"],
  "properties": {"rule": {"type": "string"}, "cell": {"type": ["array", "string"]},
                 "order": {"$ref": "#/definitions/real"}, "ties": {"enum": ["uniform", "lowest_index", "adversarial"]}}})";

constexpr std::string_view rules_text = R"({
  "type": "array", "items": {"type": "object", "required": ["rule"], "additionalProperties": false, "properties": {
    "rule": {"enum": ["threshold", "dominance", "p_percent", "prior_posterior", "zero", "group"]},
    "minimum": {"$ref": "#/definitions/real"}, "n": {"type": "integer", "minimum": 1},
    "k": {"$ref": "#/definitions/real"}, "p": {"$ref": "#/definitions/real"}, "q": {"$ref": "#/definitions/real"},
    "at_least": {"type": "boolean"}, "holdings": {"type": "boolean"}, "absolute": {"type": "boolean"},
    "weights": {"enum": ["unweighted", "expanded", "sample_top", "known"]},
    "dimension": {"type": "string"}, "coalition": {"$ref": "#/definitions/real"}}}})";

constexpr std::string_view insiders_text = R"({
  "oneOf": [{"const": "each"}, {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {
    "name": {"type": "string"}, "cells": {"type": "array"}, "contributors": {"type": "array"}}}}]})";

constexpr std::string_view candidates_text = R"({
  "type": "array", "items": {"type": "object", "required": ["suppress"], "additionalProperties": false, "properties": {
    "name": {"type": "string"}, "suppress": {"type": "array"}}}})";

constexpr std::string_view means_text = R"({
  "type": "object", "required": ["printed"], "additionalProperties": false, "properties": {
    "values": {"description": "What a record may be: a whole number in these bounds", "type": "object",
               "additionalProperties": false, "properties": {
                 "lower": {"$ref": "#/definitions/real"}, "upper": {"$ref": "#/definitions/real"}}},
    "printed": {"type": "array", "minItems": 1, "items": {
      "type": "object", "required": ["at"], "additionalProperties": false, "properties": {
        "at": {"type": ["array", "string"]}, "mean": {"$ref": "#/definitions/real"},
        "median": {"$ref": "#/definitions/real"}, "deviation": {"$ref": "#/definitions/real"},
        "sum": {"type": "object", "additionalProperties": false, "properties": {
          "lower": {"$ref": "#/definitions/real"}, "upper": {"$ref": "#/definitions/real"}}}}}}}})";

Json parsed(std::string_view text) {
  core::Result<Json> json = core::read_json(text);
  return json ? std::move(json).value() : Json();
}

}  // namespace

Object table_properties() {
  Object all;
  const Json table = parsed(table_text);
  all.emplace_back("table", table);
  all.emplace_back("tables", Object{{"type", "array"}, {"minItems", Json::integer(1)}, {"items", table}});
  all.emplace_back("knowledge", parsed(knowledge_text));
  Array names;
  for (const std::string_view name : table_asks()) names.emplace_back(name);
  const Json one = Object{{"enum", std::move(names)}};
  all.emplace_back(
      "ask", Object{{"oneOf", Array{one, Object{{"type", "array"}, {"minItems", Json::integer(1)}, {"items", one}}}}});
  all.emplace_back("priors", parsed(priors_text));
  all.emplace_back("score", parsed(score_text));
  all.emplace_back("kappa", Object{{"description", "A number, or \"ln 3\""}, {"type", Array{"number", "string"}}});
  all.emplace_back("rules", parsed(rules_text));
  all.emplace_back("insiders", parsed(insiders_text));
  all.emplace_back(
      "previous", Object{{"description", "Earlier releases: one table or a list"}, {"type", Array{"object", "array"}}});
  all.emplace_back("candidates", parsed(candidates_text));
  all.emplace_back("added_at_most", Object{{"description", "Size of the sets that cheapest tries"},
                                           {"type", "integer"},
                                           {"minimum", Json::integer(0)}});
  all.emplace_back("group",
                   Object{{"description", "A dimension: the chance that a whole group shares one of its categories"},
                          {"type", "string"}});
  all.emplace_back("means", parsed(means_text));
  all.emplace_back("witnesses",
                   Object{{"description", "Print a table at each end of each range"}, {"type", "boolean"}});
  return all;
}

Object table_rest() {
  return Object{{"required", Array{"request", "ask"}},
                {"oneOf", Array{Object{{"required", Array{"table"}}}, Object{{"required", Array{"tables"}}}}}};
}

}  // namespace assay::cli
