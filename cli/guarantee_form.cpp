#include "cli/guarantee_form.hpp"

#include <array>
#include <utility>

#include "cli/nearest.hpp"
#include "cli/reading.hpp"
#include "cli/release_answer.hpp"
#include "cli/request_law.hpp"
#include "cli/request_mechanism.hpp"
#include "cli/request_rule.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using scoring::ExactReal;
using Kind = GuaranteeForm::Kind;
using Priors = GuaranteeForm::Priors;

constexpr std::array<std::string_view, 12> fields = {"epsilon",   "delta",       "delta_kind", "alpha",
                                                     "rho",       "scores",      "priors",     "kappa",
                                                     "criterion", "composition", "accuracy",   "post_processed"};

bool is_solve(const Json& value) {
  const Json* solve = value.find("solve");
  return solve != nullptr && solve->boolean() != nullptr && *solve->boolean() && value.object()->size() == 1;
}

Slot<ExactReal> read_level_slot(ObjectReader& in, std::string_view name) {
  const Json* value = in.find(name);
  if (value == nullptr) return {};
  if (is_solve(*value)) return {std::nullopt, true};
  return {in.keep(read_level_text(*value, name, in.place(name))), false};
}

Slot<Rational> read_unit_slot(ObjectReader& in, std::string_view name) {
  const Json* value = in.find(name);
  if (value == nullptr) return {};
  if (is_solve(*value)) return {std::nullopt, true};
  return {in.keep(read_in_domain(*value, name, in.place(name), Domain::unit)).value, false};
}

void read_class(ObjectReader& in, GuaranteeForm& form) {
  const Json* value = in.require("priors");
  if (value == nullptr) return;
  constexpr std::array<std::string_view, 5> known = {"class", "floor", "ceiling", "points", "weights"};
  constexpr std::array<std::string_view, 3> classes = {"adjacent_pairs", "neighbours", "distance_profile"};
  ObjectReader priors(*value, in.place("priors"), "a class of priors", known);
  const Json* name = priors.require("class");
  const std::string* text = name == nullptr ? nullptr : name->string();
  if (text != nullptr && *text == "all")
    priors.fail(
        ErrorCode::not_supported, "class",
        "differential privacy says nothing of data that are not neighbours: ask neighbours or distance_profile");
  else if (text != nullptr && *text == classes[1])
    form.priors = Priors::neighbours;
  else if (text != nullptr && *text == classes[2])
    form.priors = Priors::distance_profile;
  else if (name != nullptr && (text == nullptr || *text != classes[0]))
    priors.fail(ErrorCode::invalid_parameter, "class", no_such("class here", text == nullptr ? "" : *text, classes));
  form.floor = read_unit_slot(priors, "floor");
  if (form.floor.value) form.range.floor = *form.floor.value;
  if (const Json* ceiling = priors.find("ceiling"))
    form.range.ceiling = priors.keep(read_in_domain(*ceiling, "ceiling", priors.place("ceiling"), Domain::unit)).value;
  if (!priors.failed() && (form.range.floor > form.range.ceiling || form.range.floor == 1 || form.range.ceiling == 0))
    priors.fail(Error{ErrorCode::invalid_parameter, in.place("priors"),
                      "the class is empty: floor must be at most ceiling, and the mass of the truth neither 0 nor 1"});
  if (const Json* points = priors.find("points"))
    form.points =
        priors.keep(read_integer(*points, "points", priors.place("points"), 2, 1'000'000'000), std::uint64_t{2});
  if (form.priors == Priors::distance_profile) {
    if (const Json* weights = priors.require("weights"))
      form.weights = priors.keep(read_pmf(*weights, "weights", priors.place("weights")));
    if (!priors.failed() && form.weights.front() == 0)
      priors.fail(ErrorCode::invalid_parameter, "weights", "the truth (distance 0) needs a positive weight");
  }
  if (priors.failed()) in.fail(*priors.fault());
}

void read_scores(ObjectReader& in, GuaranteeForm& form) {
  const Json* scores = in.require("scores");
  if (scores == nullptr) return;
  const Json::Array* list = scores->array();
  if (list == nullptr || list->size() != 1)
    return in.fail(ErrorCode::invalid_parameter, "scores", "translate takes a list of one rule, got " + spell(*scores));
  const scoring::Scoring rule = in.keep(read_rule(list->front(), in.place("scores") + "/0"));
  if (rule.each || !rule.coordinates.empty())
    in.fail(ErrorCode::not_supported, "scores", "translate scores the whole datum: leave the coordinates out");
  form.rule = rule.rule;
  if (const Json* criterion = in.find("criterion")) {
    const std::string* text = criterion->string();
    form.expectation = text != nullptr && *text == "expectation";
    if (text == nullptr || (*text != "tail" && !form.expectation))
      in.fail(ErrorCode::not_supported, "criterion",
              "translate has the criteria tail and expectation, got " + spell(*criterion));
  }
}

}  // namespace

Result<GuaranteeForm> read_guarantee(const Json& value, const std::string& at) {
  ObjectReader in(value, at, "a guarantee", fields);
  GuaranteeForm form;
  const auto has = [&](std::string_view name) { return in.find(name) != nullptr; };
  const int kinds = (has("alpha") ? 1 : 0) + (has("rho") ? 1 : 0) + (has("scores") ? 1 : 0) +
                    (has("composition") ? 1 : 0) + (has("accuracy") ? 1 : 0);
  if (!in.failed() && kinds > 1)
    in.fail(Error{ErrorCode::invalid_parameter, at,
                  "give the members of one guarantee: {epsilon, delta}, {alpha, epsilon}, {rho}, {scores, priors, "
                  "kappa, delta}, {composition} or {accuracy}"});
  form.epsilon = read_level_slot(in, "epsilon");
  form.delta = read_unit_slot(in, "delta");
  form.kappa = read_level_slot(in, "kappa");
  form.probabilistic = read_delta_kind(in, "hockey_stick");
  if (const Json* flag = in.find("post_processed"))
    form.post_processed = in.keep(read_boolean(*flag, "post_processed", in.place("post_processed")));
  if (const Json* alpha = in.find("alpha")) {
    form.kind = Kind::renyi;
    form.alpha = in.keep(read_real(*alpha, "alpha", in.place("alpha"))).value;
    if (!in.failed() && *form.alpha <= 1)
      in.fail(ErrorCode::invalid_parameter, "alpha", "alpha must be above 1, got " + spell(*alpha));
  } else if (const Json* rho = in.find("rho")) {
    form.kind = Kind::zcdp;
    form.rho = in.keep(read_in_domain(*rho, "rho", in.place("rho"), Domain::positive)).value;
  } else if (const Json* composition = in.find("composition")) {
    form.kind = Kind::composition;
    form.composition = in.keep(read_composition(*composition, in.place("composition"))).composition;
  } else if (has("scores")) {
    form.kind = Kind::persuasion;
    read_scores(in, form);
    read_class(in, form);
  } else if (const Json* accuracy = in.find("accuracy")) {
    form.kind = Kind::accuracy;
    if (*accuracy != Json("balanced"))
      in.fail(ErrorCode::invalid_parameter, "accuracy", "accuracy must be \"balanced\", got " + spell(*accuracy));
  }
  if (!in.failed() && form.epsilon.value && form.epsilon.value->sign().value_or(-1) < 0)
    in.fail(ErrorCode::invalid_parameter, "epsilon", "epsilon must be at least 0");
  if (!in.failed() && form.delta.value && *form.delta.value == 1)
    in.fail(ErrorCode::invalid_parameter, "delta", "delta must be below 1");
  if (in.failed()) return *in.fault();
  return form;
}

}  // namespace assay::cli
