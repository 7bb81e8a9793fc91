#include "cli/request_convert.hpp"

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "accounting/verdict/conversion.hpp"
#include "cli/read_ask.hpp"
#include "cli/schema_fields.hpp"

namespace assay::cli {
namespace {

using accounting::Conclusion;
using accounting::Converted;
using accounting::Domain;
using accounting::Notion;
using accounting::Wanted;
using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::array<std::string_view, 2> fields = {"from", "to"};
constexpr std::string_view sources =
    R"({"epsilon"}, {"epsilon", "delta"}, either with "delta_kind": "probabilistic", {"rho"}, {"mu"} or {"alpha", "epsilon"})";
constexpr std::string_view targets =
    R"({"delta"} (for epsilon), {"epsilon"} (for delta), {"alpha"} (for a Renyi bound), {"type1"}, "rho", "mu", or )"
    R"({"epsilon", "delta_kind": "probabilistic"})";

Rational real_of(ObjectReader& in, std::string_view name, Domain domain) {
  const Json* value = in.find(name);
  if (value == nullptr) return 0;
  return in.keep(read_in_domain(*value, name, in.place(name), domain)).value;
}

std::vector<accounting::RenyiPoint> read_points(ObjectReader& in) {
  std::vector<accounting::RenyiPoint> points;
  const Asked orders = read_asked(in, "alpha", [](const Json& json, std::string_view name, const std::string& at) {
    Result<core::ExactNumber> order = read_real(json, name, at);
    if (order && order->value <= 1)
      return Result<core::ExactNumber>(
          Error{ErrorCode::invalid_parameter, at, "the order of a Renyi bound must exceed 1, got " + spell(json)});
    return order;
  });
  const Asked bounds = read_asked(in, "epsilon", [](const Json& json, std::string_view name, const std::string& at) {
    return read_in_domain(json, name, at, Domain::nonnegative);
  });
  if (in.failed()) return points;
  if (orders.values.size() != bounds.values.size())
    in.fail(ErrorCode::invalid_parameter, "epsilon",
            "epsilon must have as many entries as alpha (" + std::to_string(orders.values.size()) + "), got " +
                std::to_string(bounds.values.size()));
  std::set<Rational> seen;
  for (std::size_t i = 0; !in.failed() && i < orders.values.size(); ++i) {
    if (!seen.insert(orders.values[i]).second)
      in.fail({ErrorCode::invalid_parameter, in.place("alpha") + "/" + std::to_string(i), "each order stands once"});
    points.push_back({orders.values[i], bounds.values[i]});
  }
  return points;
}

Result<Notion> read_from(const Json& value, const std::string& at) {
  constexpr std::array<std::string_view, 6> known = {"epsilon", "delta", "rho", "mu", "alpha", "delta_kind"};
  ObjectReader in(value, at, "the notion to convert from", known);
  Notion notion;
  const auto has = [&](std::string_view name) { return in.find(name) != nullptr; };
  const bool probabilistic = read_delta_kind(in);
  const int forms = (has("rho") ? 1 : 0) + (has("mu") ? 1 : 0) + (has("epsilon") ? 1 : 0);
  if (!in.failed() && (forms != 1 || (has("alpha") && (has("delta") || !has("epsilon"))) ||
                       (has("delta") && !has("epsilon")) || (probabilistic && !has("delta"))))
    in.fail({ErrorCode::invalid_parameter, at, "from is one of " + std::string(sources)});
  if (in.failed()) return *in.fault();
  if (has("rho"))
    notion = accounting::ZcdpNotion{real_of(in, "rho", Domain::nonnegative)};
  else if (has("mu"))
    notion = accounting::GdpNotion{real_of(in, "mu", Domain::nonnegative)};
  else if (has("alpha"))
    notion = accounting::RenyiNotion{read_points(in)};
  else if (probabilistic)
    notion = accounting::ProbabilisticNotion{real_of(in, "epsilon", Domain::nonnegative),
                                             real_of(in, "delta", Domain::unit)};
  else
    notion =
        accounting::ApproximateNotion{real_of(in, "epsilon", Domain::nonnegative), real_of(in, "delta", Domain::unit)};
  if (in.failed()) return *in.fault();
  return notion;
}

Result<Conclusion> read_to(const Json& value, const std::string& at) {
  if (const std::string* word = value.string()) {
    if (*word == "rho") return Conclusion{Wanted::rho, 0};
    if (*word == "mu") return Conclusion{Wanted::mu, 0};
  }
  if (value.object() == nullptr)
    return Error{ErrorCode::invalid_parameter, at, "to is one of " + std::string(targets) + ", got " + spell(value)};
  constexpr std::array<std::string_view, 5> known = {"epsilon", "delta", "alpha", "type1", "delta_kind"};
  ObjectReader in(value, at, "the notion to convert to", known);
  const bool probabilistic = read_delta_kind(in);
  struct Form {
    std::string_view name;
    Wanted wanted;
    Domain domain;
  };
  constexpr std::array<Form, 4> forms = {{{"delta", Wanted::epsilon, Domain::unit},
                                          {"epsilon", Wanted::delta, Domain::nonnegative},
                                          {"alpha", Wanted::renyi, Domain::positive},
                                          {"type1", Wanted::type2, Domain::unit}}};
  Conclusion to;
  int given = 0;
  for (const Form& form : forms)
    if (in.find(form.name) != nullptr) {
      ++given;
      to = {form.wanted, real_of(in, form.name, form.domain)};
    }
  if (!in.failed() && (given != 1 || (probabilistic && to.wanted != Wanted::delta)))
    in.fail({ErrorCode::invalid_parameter, at, "to is one of " + std::string(targets)});
  if (in.failed()) return *in.fault();
  if (probabilistic) to.wanted = Wanted::probabilistic_delta;
  return to;
}

std::string_view key(Wanted wanted) {
  switch (wanted) {
    case Wanted::epsilon:
    case Wanted::renyi: return "epsilon";
    case Wanted::delta:
    case Wanted::probabilistic_delta: return "delta";
    case Wanted::rho: return "rho";
    case Wanted::mu: return "mu";
    case Wanted::type2: return "type2";
  }
  return "";
}

Work read(ObjectReader& in) {
  const Json *source = in.require("from"), *destination = in.require("to");
  if (source == nullptr || destination == nullptr) return {};
  const Notion from = in.keep(read_from(*source, in.place("from")));
  const Conclusion to = in.keep(read_to(*destination, in.place("to")));
  if (in.failed()) return {};
  return [from, to](const Effort& effort) -> Result<Outcome> {
    const auto converted = accounting::convert(from, to, {effort.digits + 1, effort.deadline});
    if (!converted) return converted.error();
    const std::string_view name = key(to.wanted);
    Outcome outcome;
    const accounting::Answer& best = converted->all.back();
    outcome.add(name, false, {&best, 1}, effort.digits);
    outcome.result.emplace_back("theorem", best.theorems.back());
    outcome.result.emplace_back("attained", converted->attained);
    Object all;
    for (const accounting::Answer& answer : converted->all)
      all.emplace_back(answer.theorems.back(), enclosure(answer.value, effort.digits));
    outcome.result.emplace_back("by_theorem", std::move(all));
    return outcome;
  };
}

Object properties() {
  return {{"from", Object{{"description", "One of " + std::string(sources)}, {"type", "object"}}},
          {"to", Object{{"description", "One of " + std::string(targets)}, {"type", Array{"object", "string"}}}}};
}

Object rest() { return {{"required", Array{"request", "from", "to"}}}; }

}  // namespace

const OwnKind convert_kind = {"convert", fields, read, properties, rest};

}  // namespace assay::cli
