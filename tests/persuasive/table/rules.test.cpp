// Sensitivity rules on holdings, whose contributions may have weights.
#include "persuasive/table/rules.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace assay::persuasive;
using assay::core::ErrorCode;
using assay::core::Rational;

Contribution from(const char* contributor, const Rational& value, const Rational& weight) {
  Contribution c;
  c.contributor = contributor;
  c.value = value;
  c.weight = weight;
  return c;
}

SensitivityRule on_holdings(SensitivityRule::Kind kind, WeightConvention weights) {
  SensitivityRule rule;
  rule.kind = kind;
  rule.weights = weights;
  rule.holdings = true;
  rule.k = 95;
  rule.pointer = "/rules/0";
  return rule;
}

Release one_cell(std::vector<Contribution> contributions) {
  Release release;
  release.kind = TableKind::magnitude;
  TableCell cell;
  cell.at = {"a"};
  cell.contributions = std::move(contributions);
  release.cells.push_back(cell);
  return release;
}

TEST_CASE("the contributions of a holder are summed with their weights, in whatever order they come") {
  using Kind = SensitivityRule::Kind;
  const Contribution large = from("h", 50, 1), small = from("h", 10, 5), other = from("o", 10, 1);
  for (const WeightConvention weights : {WeightConvention::known, WeightConvention::sample_top}) {
    const std::vector<SensitivityRule> rules = {on_holdings(Kind::dominance, weights),
                                                on_holdings(Kind::p_percent, weights)};
    const auto first = judge(one_cell({large, small, other}), rules);
    const auto second = judge(one_cell({small, large, other}), rules);
    REQUIRE(first.has_value());
    REQUIRE(second.has_value());
    for (std::size_t i = 0; i < rules.size(); ++i) {
      CHECK((*first)[i].unsafe == (*second)[i].unsafe);
      CHECK((*first)[i].upper_protection == (*second)[i].upper_protection);
    }
    // The holding is 50 + 10, weighted 100, of a weighted total of 110.
    CHECK_FALSE((*first)[0].unsafe);
  }
  SensitivityRule dominance = on_holdings(Kind::dominance, WeightConvention::known);
  dominance.k = 90;
  CHECK((*judge(one_cell({large, small, other}), {dominance}))[0].unsafe);
}

TEST_CASE("a holder is counted by its weight where it has one weight") {
  using Kind = SensitivityRule::Kind;
  const SensitivityRule rule = on_holdings(Kind::dominance, WeightConvention::expanded);
  CHECK(judge(one_cell({from("h", 50, 2), from("h", 10, 2)}), {rule}).has_value());
  const auto refused = judge(one_cell({from("h", 50, 2), from("h", 10, 3)}), {rule});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::not_supported);
  CHECK(refused.error().pointer == "/rules/0/weights");
}

}  // namespace
