// Decodes priors and scores of tables.
#include "cli/table_prior.hpp"

#include <array>

#include "cli/request_mechanism.hpp"
#include "cli/table_text.hpp"

namespace assay::cli {
namespace {

using accounting::Domain;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::PriorClass;
using persuasive::TablePrior;
using persuasive::TableScore;
using Family = TablePrior::Family;

constexpr std::array<std::string_view, 14> prior_fields = {"class",     "lower",       "upper", "rate", "size",
                                                           "successes", "probability", "total", "base", "concentration",
                                                           "floor",     "weight",      "name",  "note"};

struct FamilyName {
  std::string_view name;
  Family family;
  std::string_view parameter;
};
constexpr std::array<FamilyName, 6> families = {
    {{"uniform_completions", Family::uniform_completions, ""},
     {"uniform", Family::uniform, ""},
     {"poisson", Family::poisson, "rate"},
     {"negative_binomial", Family::negative_binomial, "probability"},
     {"multinomial", Family::multinomial, "probability"},
     {"dirichlet_multinomial", Family::dirichlet_multinomial, "concentration"}}};

std::vector<Rational> read_parameters(ObjectReader& in, std::string_view name) {
  std::vector<Rational> all;
  const Json* value = in.require(name);
  if (value == nullptr) return all;
  if (value->array() == nullptr) return {in.keep(read_in_domain(*value, name, in.place(name), Domain::positive)).value};
  for (std::size_t i = 0; i < value->array()->size() && !in.failed(); ++i)
    all.push_back(
        in.keep(read_in_domain((*value->array())[i], name, in.place(name) + "/" + std::to_string(i), Domain::positive))
            .value);
  return all;
}

Rational read_one(ObjectReader& in, std::string_view name, Domain domain) {
  const Json* value = in.require(name);
  return value == nullptr ? Rational(1) : in.keep(read_in_domain(*value, name, in.place(name), domain)).value;
}

/// The fields that a class has beside "class"; any other of the known ones would pass in silence.
void only(ObjectReader& in, std::span<const std::string_view> allowed, const std::string& kind) {
  for (const std::string_view field : prior_fields) {
    if (field == "class" || field == "name" || field == "note" || in.find(field) == nullptr) continue;
    if (std::find(allowed.begin(), allowed.end(), field) == allowed.end())
      in.fail(ErrorCode::unknown_field, field, "the class " + kind + " has no field " + std::string(field));
  }
}

void read_rates(ObjectReader& in, const Json& rate, PriorClass& priors) {
  constexpr std::array<std::string_view, 2> ends = {"lower", "upper"};
  ObjectReader of(rate, in.place("rate"), "an interval of rates", ends);
  priors.poisson_rates = true;
  priors.rate_low = read_one(of, "lower", Domain::positive);
  priors.rate_high = read_one(of, "upper", Domain::positive);
  if (of.failed()) return in.fail(*of.fault());
  if (priors.rate_low > priors.rate_high)
    in.fail(ErrorCode::invalid_parameter, "rate", "the lower rate exceeds the upper rate");
}

TablePrior read_member(ObjectReader& in, const FamilyName& family, const std::string& at) {
  TablePrior prior;
  prior.family = family.family;
  prior.pointer = at;
  constexpr std::uint64_t most = 1'000'000'000;
  std::vector<std::string_view> allowed;
  if (!family.parameter.empty()) {
    allowed.push_back(family.parameter);
    prior.parameters = read_parameters(in, family.parameter);
  }
  if (family.family == Family::uniform) {
    allowed = {"lower", "upper"};
    for (const std::string_view end : allowed) {
      const Json* value = in.require(end);
      if (value == nullptr) continue;
      (end == "lower" ? prior.lower : prior.upper) =
          Rational(static_cast<long>(in.keep(read_integer(*value, end, in.place(end), 0, most))));
    }
  }
  if (family.family == Family::negative_binomial) {
    const bool older = in.find("size") != nullptr;
    if (older && in.find("successes") != nullptr)
      in.fail(ErrorCode::invalid_parameter, "size", "size is another name of successes: give one of them");
    allowed.push_back(older ? "size" : "successes");
    prior.size = read_one(in, allowed.back(), Domain::positive);
  }
  if (family.family == Family::multinomial || family.family == Family::dirichlet_multinomial) {
    allowed.push_back("total");
    if (const Json* total = in.require("total"))
      prior.total =
          static_cast<persuasive::Amount>(in.keep(read_integer(*total, "total", in.place("total"), 0, 1'000'000)));
  }
  only(in, allowed, std::string(family.name));
  return prior;
}

Result<PriorClass> read_one_class(const Json& value, const std::string& at) {
  ObjectReader in(value, at, "a class of priors", prior_fields);
  PriorClass priors;
  priors.pointer = at;
  const Json* kind = in.require("class");
  if (kind == nullptr) return *in.fault();
  const std::string name = in.keep(read_string(*kind, "class", in.place("class")));
  std::vector<std::string_view> names;
  for (const FamilyName& family : families) names.push_back(family.name);
  for (const std::string_view other : {"contamination", "truth_floor", "belief_floor"}) names.push_back(other);
  if (std::find(names.begin(), names.end(), name) == names.end())
    in.fail(ErrorCode::invalid_parameter, "class", "class must be one of " + join(names) + ", got " + spell(*kind));
  const Json* rate = in.find("rate");
  if (name == "poisson" && rate != nullptr && rate->object() != nullptr) {
    read_rates(in, *rate, priors);
  } else if (name == "contamination") {
    constexpr std::array<std::string_view, 2> allowed = {"base", "weight"};
    only(in, allowed, name);
    if (const Json* base = in.require("base")) priors = in.keep(read_prior_class(*base, in.place("base")));
    priors.contamination = read_one(in, "weight", Domain::open_unit);
    if (!in.failed() && priors.members.empty())
      in.fail(ErrorCode::not_supported, "base", "contamination of one prior, or of a list");
  } else if (name == "truth_floor" || name == "belief_floor") {
    constexpr std::array<std::string_view, 1> allowed = {"floor"};
    only(in, allowed, name);
    (name == "truth_floor" ? priors.truth_floor : priors.belief_floor) = read_one(in, "floor", Domain::open_unit);
  } else {
    for (const FamilyName& family : families)
      if (family.name == name) priors.members.push_back(read_member(in, family, at));
  }
  if (in.failed()) return *in.fault();
  return priors;
}

}  // namespace

Result<PriorClass> read_prior_class(const Json& value, const std::string& at) {
  const Json::Array* list = value.array();
  if (list == nullptr) return read_one_class(value, at);
  if (list->empty()) return Error{ErrorCode::invalid_parameter, at, "an empty list of priors"};
  PriorClass all;
  all.pointer = at;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = at + "/" + std::to_string(i);
    Result<PriorClass> one = read_one_class((*list)[i], place);
    if (!one) return one.error();
    if (one->members.size() != 1 || one->contamination != 0)
      return Error{ErrorCode::not_supported, place, "a list holds single priors"};
    all.members.push_back(one->members.front());
  }
  return all;
}

void read_table_score(ObjectReader& in, const Json& value, TableAsk& ask) {
  std::string name;
  if (value.string() != nullptr) {
    name = *value.string();
  } else {
    constexpr std::array<std::string_view, 4> fields = {"rule", "cell", "order", "ties"};
    ObjectReader of(value, in.place("score"), "a score", fields);
    if (const Json* rule = of.require("rule")) name = of.keep(read_string(*rule, "rule", of.place("rule")));
    if (const Json* cell = of.find("cell")) ask.cell = of.keep(find_cell(ask.release, *cell, of.place("cell")));
    const Json* order = of.find("order");
    const bool ordered = name == "pseudospherical" || name == "power" || name == "tsallis";
    if (order != nullptr && !ordered) of.fail(ErrorCode::unknown_field, "order", "this score has no order");
    if (ordered && !of.failed()) {
      const Rational alpha = read_one(of, "order", Domain::positive);
      if (!of.failed() && (alpha == 1 || (alpha < 1 && name != "tsallis")))
        of.fail(ErrorCode::invalid_parameter, "order", "order must exceed 1 (tsallis: be positive and not 1)");
      if (name == "pseudospherical") ask.rule = scoring::Pseudospherical{alpha};
      if (name == "power") ask.rule = scoring::Power{alpha};
      if (name == "tsallis") ask.rule = scoring::Tsallis{alpha};
    }
    if (const Json* ties = of.find("ties")) {
      const std::string text = of.keep(read_string(*ties, "ties", of.place("ties")));
      scoring::ZeroOne rule;
      if (name != "zero_one" || (text != "uniform" && text != "lowest_index" && text != "adversarial"))
        of.fail(ErrorCode::invalid_parameter, "ties", "zero_one has the ties uniform, lowest_index, adversarial");
      rule.ties = text == "lowest_index"  ? scoring::Ties::lowest_index
                  : text == "adversarial" ? scoring::Ties::adversarial
                                          : scoring::Ties::uniform;
      ask.rule = rule;
    }
    if (of.failed()) return in.fail(*of.fault());
  }
  constexpr std::array<std::string_view, 10> names = {"log",
                                                      "brier",
                                                      "spherical",
                                                      "pseudospherical",
                                                      "power",
                                                      "tsallis",
                                                      "ranked_probability",
                                                      "zero_one",
                                                      "censored_likelihood",
                                                      "conditional_likelihood"};
  if (std::find(names.begin(), names.end(), name) == names.end())
    return in.fail(ErrorCode::invalid_parameter, "score", "the score must be one of " + join(names) + ", got " + name);
  if (name == "log") return;
  ask.score = name == "censored_likelihood"      ? TableScore::censored
              : name == "conditional_likelihood" ? TableScore::conditional
                                                 : TableScore::rule;
  if (name == "brier") ask.rule = scoring::Brier{};
  if (name == "spherical") ask.rule = scoring::Spherical{};
  if (name == "ranked_probability") ask.rule = scoring::RankedProbability{};
  if (name == "zero_one" && !std::holds_alternative<scoring::ZeroOne>(ask.rule)) ask.rule = scoring::ZeroOne{};
  const bool ordered = name == "pseudospherical" || name == "power" || name == "tsallis";
  if (ordered && value.string() != nullptr)
    in.fail(ErrorCode::missing_field, "score", "the score " + name + " needs its order");
}

}  // namespace assay::cli
