// Oracle rows of tests/data/vectors: requests of the contract, each with its value, read for engine tests.
#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/ball.hpp"
#include "core/json_reader.hpp"
#include "core/rational.hpp"

namespace assay::tests {

struct VectorRow {
  std::string id, request, adjacency, value;
  long digits = 0;
  accounting::Composition composition;
  core::Rational argument;  // epsilon of a delta request, delta of an epsilon request
};

inline core::Rational number_of(const core::Json& json) {
  const std::string* text = json.string();
  const auto* number = json.number();
  REQUIRE((text || number));
  const auto parsed = core::parse_number(text ? *text : number->text);
  REQUIRE(parsed.has_value());
  return parsed->value;
}

inline std::uint64_t integer_of(const core::Json* json, std::uint64_t otherwise) {
  return json ? static_cast<std::uint64_t>(numerator(number_of(*json))) : otherwise;
}

inline accounting::Mechanism mechanism_of(const core::Json& json) {
  using namespace accounting;
  const std::string& name = *json.find("mechanism")->string();
  const auto real = [&](const char* key) { return number_of(*json.find(key)); };
  const auto optional = [&](const char* key) -> std::optional<core::Rational> {
    const core::Json* found = json.find(key);
    return found ? std::optional(number_of(*found)) : std::nullopt;
  };
  const core::Rational sensitivity = optional("sensitivity").value_or(1);
  if (name == Gaussian::name) return {Gaussian{real("sigma"), sensitivity}};
  if (name == Laplace::name) return {Laplace{real("scale"), sensitivity}};
  if (name == DiscreteLaplace::name) return {DiscreteLaplace{real("scale"), integer_of(json.find("sensitivity"), 1)}};
  if (name == RandomizedResponse::name)
    return {RandomizedResponse{optional("truth_probability"), optional("epsilon"), optional("gamma"),
                               integer_of(json.find("categories"), 2)}};
  if (name == PureDp::name) return {PureDp{real("epsilon")}};
  if (name == ApproxDp::name) return {ApproxDp{real("epsilon"), real("delta")}};
  if (name == Gdp::name) return {Gdp{real("mu")}};
  if (name == PoissonSampled::name)
    return {PoissonSampled{real("rate"), std::make_shared<const Mechanism>(mechanism_of(*json.find("base")))}};
  FAIL("a vector names an unknown mechanism: ", name);
  return {};
}

/// All rows of tests/data/vectors/<file>.
inline std::vector<VectorRow> vector_rows(const std::string& file) {
  std::ifstream in("tests/data/vectors/" + file);
  REQUIRE(in.good());
  std::vector<VectorRow> rows;
  for (std::string line; std::getline(in, line);) {
    const auto json = core::read_json(line);
    REQUIRE(json.has_value());
    const core::Json& request = *json->find("request");
    VectorRow row;
    row.id = *json->find("id")->string();
    row.request = *request.find("request")->string();
    if (const auto* adjacency = request.find("adjacency")) row.adjacency = *adjacency->string();
    row.value = *json->find("value")->string();
    const core::Json& digits = *json->find("digits");
    row.digits = digits.number() ? std::stol(digits.number()->text) : 40;  // "exact": as many as it has
    for (const core::Json& part : *request.find("composition")->array())
      row.composition.push_back({mechanism_of(part), integer_of(part.find("count"), 1)});
    row.argument = number_of(*request.find(row.request == "delta" ? "epsilon" : "delta"));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The reals that round to the row's value: it is printed to at least 30 digits, its last may be off by one.
inline accounting::Ball value_of(const VectorRow& row, long bits) {
  const auto number = core::parse_number(row.value);
  REQUIRE(number.has_value());
  accounting::Ball value(number->value, bits);
  return number->half_unit ? value + accounting::Ball::plus_minus(accounting::Ball(*number->half_unit * 2, bits))
                           : value;
}

}  // namespace assay::tests
