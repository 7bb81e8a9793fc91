// JSON -> the divergences of a divergence request.
#include "cli/request_divergence.hpp"

#include <array>
#include <span>

#include "cli/read_ask.hpp"

namespace assay::cli {
namespace {

using accounting::Divergence;
using accounting::DivergenceKind;
using core::ErrorCode;
using core::Json;

constexpr std::array<DivergenceName, 6> names = {{{"kl", DivergenceKind::kl},
                                                  {"tv", DivergenceKind::total_variation},
                                                  {"chi2", DivergenceKind::chi2},
                                                  {"hellinger2", DivergenceKind::hellinger2},
                                                  {"js", DivergenceKind::jensen_shannon},
                                                  {"max", DivergenceKind::max}}};
constexpr std::size_t max_sticks = 1000;

core::Result<accounting::HockeyStick> read_stick(const Json& value, const std::string& at) {
  constexpr std::array<std::string_view, 2> fields = {"epsilon", "weight"};
  ObjectReader in(value, at, "a hockey stick", fields);
  accounting::HockeyStick stick;
  if (const Json* epsilon = in.require("epsilon"))
    stick.epsilon = in.keep(read_real(*epsilon, "epsilon", in.place("epsilon"))).value;
  if (const Json* weight = in.require("weight"))
    stick.weight =
        in.keep(read_in_domain(*weight, "weight", in.place("weight"), accounting::Domain::nonnegative)).value;
  if (in.failed()) return *in.fault();
  return stick;
}

core::Result<Divergence> read_divergence(const Json& value, const std::string& at) {
  Divergence divergence;
  if (value.object() == nullptr) {
    const std::string* text = value.string();
    for (const DivergenceName& known : names)
      if (text != nullptr && *text == known.name) {
        divergence.kind = known.kind;
        return divergence;
      }
    std::vector<std::string_view> all;
    for (const DivergenceName& known : names) all.push_back(known.name);
    return core::Error{ErrorCode::invalid_parameter, at,
                       "a divergence is one of " + join(all) +
                           R"(, {"alpha": order} or {"hockey_stick": [...]}, got )" + spell(value)};
  }
  constexpr std::array<std::string_view, 2> fields = {"alpha", "hockey_stick"};
  ObjectReader in(value, at, "a divergence", fields);
  const Json *alpha = in.find("alpha"), *sticks = in.find("hockey_stick");
  if (!in.failed() && (alpha == nullptr) == (sticks == nullptr))
    in.fail({ErrorCode::invalid_parameter, at, "a divergence object has alpha or hockey_stick, one of them"});
  if (in.failed()) return *in.fault();
  if (alpha != nullptr) {
    divergence.kind = DivergenceKind::renyi;
    divergence.order = in.keep(read_order(*alpha, "alpha", in.place("alpha"))).value;
  } else {
    divergence.kind = DivergenceKind::hockey_stick;
    const Json::Array* list = sticks->array();
    if (list == nullptr || list->empty() || list->size() > max_sticks)
      in.fail(ErrorCode::invalid_parameter, "hockey_stick",
              "hockey_stick is a list of 1 to " + std::to_string(max_sticks) + " objects of epsilon and weight");
    for (std::size_t i = 0; !in.failed() && i < list->size(); ++i)
      divergence.sticks.push_back(in.keep(read_stick((*list)[i], in.place("hockey_stick") + "/" + std::to_string(i))));
  }
  if (in.failed()) return *in.fault();
  return divergence;
}

}  // namespace

std::span<const DivergenceName> divergence_names() { return names; }

DivergenceAsk read_ask(ObjectReader& in, std::type_identity<DivergenceAsk>) {
  DivergenceAsk ask;
  const Json* value = in.require("divergence");
  if (value == nullptr) return ask;
  const Json::Array* list = value->array();
  if (list == nullptr) {
    ask.divergences.push_back(in.keep(read_divergence(*value, in.place("divergence"))));
    return ask;
  }
  if (list->empty()) in.fail(ErrorCode::invalid_parameter, "divergence", "an empty list asks nothing");
  if (list->size() > max_list)
    in.fail(ErrorCode::limit_exceeded, "divergence", "a list of at most " + std::to_string(max_list) + " divergences");
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    ask.divergences.push_back(in.keep(read_divergence((*list)[i], in.place("divergence") + "/" + std::to_string(i))));
  return ask;
}

}  // namespace assay::cli
