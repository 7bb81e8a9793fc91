#include "cli/request_utility.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accounting/composition/refine.hpp"
#include "accounting/verdict/combine.hpp"
#include "accounting/verdict/utility.hpp"
#include "cli/read_ask.hpp"
#include "cli/schema_fields.hpp"

namespace assay::cli {
namespace {

namespace rr = accounting::randomized_response_mean;
using accounting::Ball;
using accounting::Domain;
using accounting::Selection;
using accounting::SelectionRule;
using accounting::Target;
using accounting::Value;
using core::ErrorCode;
using core::Json;
using core::Rational;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::uint64_t max_size = 1'000'000'000'000'000;
constexpr std::uint64_t max_exact = 20'000, max_mixed = 2'000;
constexpr std::size_t max_scores = 1000, max_flips = 200, max_two_sided = 50;

struct Field {
  std::string_view name;
  std::optional<Domain> domain;  // absent: an integer, a word, a list
};
constexpr std::array<Field, 20> all_fields = {{{"mechanism", {}},
                                               {"gamma", Domain::open_half},
                                               {"truth_probability", Domain::unit},
                                               {"n", {}},
                                               {"ones", {}},
                                               {"observed_mean", Domain::unit},
                                               {"proportion", Domain::unit},
                                               {"alpha", Domain::positive},
                                               {"beta", Domain::open_unit},
                                               {"scale", Domain::positive},
                                               {"sigma", Domain::positive},
                                               {"epsilon", Domain::positive},
                                               {"sensitivity", Domain::positive},
                                               {"monotonic", {}},
                                               {"noise", {}},
                                               {"candidates", {}},
                                               {"t", Domain::nonnegative},
                                               {"scores", {}},
                                               {"coordinates", {}},
                                               {"note", {}}}};
constexpr auto fields = [] {
  std::array<std::string_view, all_fields.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = all_fields[i].name;
  return names;
}();

struct Family {
  std::string_view name;
  std::vector<std::string_view> takes;
};
const std::vector<Family>& families() {
  static const std::vector<std::string_view> selection = {"epsilon", "scale",      "sensitivity", "monotonic",
                                                          "noise",   "candidates", "t",           "scores"};
  static const std::vector<Family> all = {
      {"randomized_response",
       {"gamma", "truth_probability", "n", "ones", "observed_mean", "proportion", "alpha", "beta"}},
      {"exponential", selection},
      {"permute_and_flip", selection},
      {"noisy_max", selection},
      {"laplace", {"scale", "coordinates", "beta"}},
      {"gaussian", {"sigma", "coordinates", "beta"}}};
  return all;
}

std::optional<Rational> real(ObjectReader& in, std::string_view name) {
  const Json* value = in.find(name);
  if (value == nullptr) return std::nullopt;
  const auto field = std::find_if(all_fields.begin(), all_fields.end(), [&](const Field& f) { return f.name == name; });
  return in.keep(read_in_domain(*value, name, in.place(name), *field->domain)).value;
}

std::optional<std::uint64_t> whole(ObjectReader& in, std::string_view name, std::uint64_t lowest, std::uint64_t most) {
  const Json* value = in.find(name);
  if (value == nullptr) return std::nullopt;
  return in.keep(read_integer(*value, name, in.place(name), lowest, most), lowest);
}

/// Statements in the order of their keys; each a value with its theorem.
struct Statements {
  Outcome outcome;
  long digits;

  void add(std::string_view key, Value value, std::string theorem) {
    accounting::Answer answer{std::move(value), "closed_form", {std::move(theorem)}, true};
    answer.converged = accounting::within(answer.value, digits);
    outcome.add(key, false, {&answer, 1}, digits);
  }
  void exact(std::string_view key, const Rational& x, std::string theorem) {
    add(key, Value(x, 64 + 4 * digits), std::move(theorem));
  }
};

Work response_work(ObjectReader& in) {
  auto gamma = real(in, "gamma");
  const auto truth = real(in, "truth_probability"), observed = real(in, "observed_mean"),
             proportion = real(in, "proportion"), alpha = real(in, "alpha"), beta = real(in, "beta");
  const auto n = whole(in, "n", 1, max_size);
  const auto ones = whole(in, "ones", 0, n.value_or(max_size));
  if (gamma.has_value() == truth.has_value())
    in.fail(ErrorCode::missing_field, "gamma", "one of gamma and truth_probability (1/2 + gamma) is needed");
  if (truth && (*truth <= Rational(1, 2) || *truth >= 1))
    in.fail(ErrorCode::invalid_parameter, "truth_probability", "truth_probability must lie strictly between 1/2 and 1");
  if (truth) gamma = *truth - Rational(1, 2);
  if (!n && !observed && !(alpha && beta))
    in.fail(ErrorCode::missing_field, "n", "give n, observed_mean, or alpha and beta: else nothing is asked");
  const bool error = n && alpha;
  if (error && *n > (ones.value_or(0) == 0 || ones == n ? max_exact : max_mixed))
    in.fail(ErrorCode::limit_exceeded, "n",
            "the exact error probability is summed for n up to " + std::to_string(max_exact) + " (" +
                std::to_string(max_mixed) + " where the bits differ); ask without alpha, or with beta and without n");
  if (in.failed()) return {};
  return [=, g = *gamma](const Effort& effort) -> core::Result<Outcome> {
    constexpr const char* theorem = "randomized-response-mean";
    Statements s{{}, effort.digits};
    if (observed) s.exact("estimate", rr::estimate(g, *observed), theorem);
    if (n) {
      if (ones) s.exact("expectation", Rational(*ones) / *n, theorem);
      s.exact("variance", rr::variance(g, *n), theorem);
      s.exact("variance_bound", Rational(1) / (16 * g * g * *n), theorem);
      if (proportion) s.exact("variance_of_random_bits", rr::variance_of_random_bits(g, *n, *proportion), theorem);
    }
    if (alpha && beta) {
      const Object sizes{{"chebyshev", rr::chebyshev_size(g, *alpha, *beta).str()},
                         {"hoeffding", rr::hoeffding_size(g, *alpha, *beta).str()}};
      if (s.outcome.theorems.empty()) s.outcome.theorems.emplace_back(theorem);
      if (s.outcome.method.empty()) s.outcome.method = "closed_form";
      s.outcome.result.emplace_back("sample_size", sizes);
    }
    if (error)
      s.add("error_probability",
            rr::error_probability(g, *n, ones.value_or(0), *alpha, {effort.digits + 1, effort.deadline}), theorem);
    return std::move(s.outcome);
  };
}

std::optional<SelectionRule> read_rule(ObjectReader& in, std::string_view name) {
  SelectionRule rule;
  rule.kind = name == "permute_and_flip" ? Selection::permute_and_flip : Selection::exponential;
  const Json* noise = in.find("noise");
  if (name == "noisy_max") {
    const std::string word = noise == nullptr ? "" : in.keep(read_string(*noise, "noise", in.place("noise")));
    if (noise == nullptr)
      in.fail(ErrorCode::missing_field, "noise", "noisy_max needs its noise: exponential, gumbel or laplace");
    else if (word == "exponential")
      rule.kind = Selection::permute_and_flip;
    else if (word == "laplace" && in.find("scores") != nullptr && in.find("t") == nullptr)
      rule.kind = Selection::laplace;
    else if (word == "laplace")
      in.fail(
          ErrorCode::not_supported, "noise",
          "no tail statement here covers noisy_max with Laplace noise: give scores, without t, for the distribution "
          "of the choice; exponential noise (permute and flip) is never less accurate at the same epsilon");
    else if (word != "gumbel")
      in.fail(ErrorCode::invalid_parameter, "noise",
              "noise must be exponential, gumbel or laplace, got " + spell(*noise));
  } else if (noise != nullptr) {
    in.fail(ErrorCode::unknown_field, "noise", "noise belongs to noisy_max");
  }
  const auto scale = real(in, "scale"), epsilon = real(in, "epsilon"), sensitivity = real(in, "sensitivity");
  const Json* one_sided = in.find("monotonic");
  const bool monotonic = one_sided != nullptr && in.keep(read_boolean(*one_sided, "monotonic", in.place("monotonic")));
  if (scale.has_value() == epsilon.has_value())
    in.fail(ErrorCode::missing_field, "epsilon", "one of epsilon and scale (2 sensitivity / epsilon) is needed");
  if (scale && (sensitivity || one_sided != nullptr))
    in.fail(ErrorCode::invalid_parameter, "scale", "scale already holds sensitivity and monotonic");
  if (in.failed()) return std::nullopt;
  rule.scale = scale ? *scale : sensitivity.value_or(1) * (monotonic ? 1 : 2) / *epsilon;
  return rule;
}

Work selection_work(ObjectReader& in, std::string_view name) {
  const auto rule = read_rule(in, name);
  auto candidates = whole(in, "candidates", 1, max_size);
  const auto t = real(in, "t");
  std::vector<Rational> scores;
  if (const Json* list = in.find("scores"); list != nullptr && !in.failed()) {
    const Asked asked = read_asked(in, "scores", read_real);
    scores = asked.values;
    const auto limit = [&] {
      if (!rule || rule->kind == Selection::exponential) return max_scores;
      return rule->kind == Selection::laplace ? max_two_sided : max_flips;
    };
    const std::size_t most = limit();
    if (!asked.is_list || scores.size() > most)
      in.fail(ErrorCode::invalid_parameter, "scores", "scores is a list of 1 to " + std::to_string(most) + " reals");
    if (candidates && *candidates != scores.size())
      in.fail(ErrorCode::invalid_parameter, "candidates", "candidates must be the number of scores");
    candidates = scores.size();
  }
  if (!candidates) in.fail(ErrorCode::missing_field, "candidates", "give candidates or scores");
  if (in.failed()) return {};
  return [rule = *rule, d = *candidates, t, scores](const Effort& effort) -> core::Result<Outcome> {
    const bool two_sided = rule.kind == Selection::laplace;
    const char* theorem = two_sided ? "noisy-max-distribution" : "selection-tail";
    const long bits = 96 + 4 * effort.digits;
    Statements s{{}, effort.digits};
    if (t) {
      s.add("tail_threshold", accounting::tail_threshold(rule, d, *t, bits), theorem);
      s.add("tail_probability", exp(Ball(-*t, bits)), theorem);
      s.add("worst_instance_tail", accounting::worst_instance_tail(rule, d, *t, 2 * bits), theorem);
    }
    if (!two_sided) s.add("expected_shortfall_bound", accounting::expected_shortfall_bound(rule, d, bits), theorem);
    if (scores.empty()) return std::move(s.outcome);
    const auto chosen = accounting::choice_probabilities(rule, scores, bits);
    std::vector<accounting::Answer> answers;
    for (const Ball& p : chosen) {
      answers.push_back({Value(p), "closed_form", {theorem}, true});
      answers.back().value.least = 0;
      answers.back().value.most = 1;
      answers.back().converged = accounting::within(answers.back().value, effort.digits);
    }
    s.outcome.add("probabilities", true, answers, effort.digits);
    s.add("expected_shortfall", accounting::expected_shortfall(chosen, scores, bits), theorem);
    return std::move(s.outcome);
  };
}

Work noise_work(ObjectReader& in, bool laplace) {
  const auto size = real(in, laplace ? "scale" : "sigma"), beta = real(in, "beta");
  const std::uint64_t k = whole(in, "coordinates", 1, max_size).value_or(1);
  if (!size) {
    const std::string_view name = laplace ? "scale" : "sigma";
    in.fail(ErrorCode::missing_field, name, std::string(name) + " is needed");
  }
  if (in.failed()) return {};
  return [=, b = *size](const Effort& effort) -> core::Result<Outcome> {
    const char* theorem = laplace ? "laplace-width" : "gaussian-width";
    const long bits = 96 + 4 * effort.digits;
    Statements s{{}, effort.digits};
    s.exact("variance", (laplace ? 2 : 1) * b * b, theorem);
    if (beta) {
      s.add("width",
            laplace ? accounting::laplace_width(b, k, *beta, 2 * bits)
                    : accounting::gaussian_width(b, k, *beta, 2 * bits),
            theorem);
      if (laplace) s.add("union_width", accounting::laplace_union_width(b, k, *beta, bits), theorem);
    }
    if (laplace && k <= 10'000)
      s.exact("expected_one_sided_maximum", accounting::expected_exponential_maximum(b, k), theorem);
    return std::move(s.outcome);
  };
}

Work read(ObjectReader& in) {
  const Json* mechanism = in.require("mechanism");
  if (mechanism == nullptr) return {};
  if (const Json* note = in.find("note")) in.keep(read_string(*note, "note", in.place("note")));
  const std::string name = in.keep(read_string(*mechanism, "mechanism", in.place("mechanism")));
  if (in.failed()) return {};
  std::vector<std::string_view> names;
  for (const Family& family : families()) {
    names.push_back(family.name);
    if (family.name != name) continue;
    for (const Field& field : all_fields)
      if (field.name != "mechanism" && field.name != "note" && in.find(field.name) != nullptr &&
          std::find(family.takes.begin(), family.takes.end(), field.name) == family.takes.end())
        in.fail(ErrorCode::unknown_field, field.name, name + " takes " + join(family.takes));
    if (in.failed()) return {};
    if (name == "randomized_response") return response_work(in);
    if (name == "laplace" || name == "gaussian") return noise_work(in, name == "laplace");
    return selection_work(in, name);
  }
  in.fail(ErrorCode::invalid_parameter, "mechanism",
          "mechanism must be one of " + join(names) + ", got " + spell(*mechanism));
  return {};
}

Object properties() {
  Object all;
  Array names;
  for (const Family& family : families()) names.emplace_back(family.name);
  const auto domain_of = [](Domain domain) {
    switch (domain) {
      case Domain::positive: return "positive";
      case Domain::nonnegative: return "nonnegative";
      case Domain::unit: return "unit";
      case Domain::open_unit: return "open_unit";
      case Domain::open_half: return "open_half";
    }
    return "real";
  };
  for (const Field& field : all_fields) {
    Json schema;
    if (field.domain)
      schema = schema_reference(domain_of(*field.domain));
    else if (field.name == "mechanism")
      schema = Object{{"enum", names}};
    else if (field.name == "monotonic")
      schema = Object{{"type", "boolean"}};
    else if (field.name == "noise")
      schema = Object{{"enum", Array{"exponential", "gumbel", "laplace"}}};
    else if (field.name == "note")
      schema = Object{{"type", "string"}};
    else if (field.name == "scores")
      schema = Object{{"type", "array"},
                      {"items", schema_reference("real")},
                      {"minItems", Json::integer(1)},
                      {"maxItems", Json::integer(max_scores)}};
    else
      schema = schema_integer(field.name == "ones" ? 0 : 1, max_size);
    all.emplace_back(field.name, std::move(schema));
  }
  return all;
}

Object rest() { return {{"required", Array{"request", "mechanism"}}}; }

}  // namespace

const OwnKind utility_kind = {"utility", fields, read, properties, rest};

}  // namespace assay::cli
