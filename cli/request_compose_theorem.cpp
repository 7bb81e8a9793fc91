// JSON -> a compose_theorem request: which theorems, at which total delta.
#include "cli/request_compose_theorem.hpp"

#include <array>

#include "cli/read_ask.hpp"

namespace assay::cli {
namespace {

using accounting::CompositionTheorem;
using core::ErrorCode;
using core::Json;

constexpr std::array<CompositionTheoremName, 6> names = {
    {{"basic", CompositionTheorem::basic},
     {"advanced", CompositionTheorem::advanced},
     {"kov_closed", CompositionTheorem::kov_closed},
     {"zcdp", CompositionTheorem::zcdp},
     {"optimal_homogeneous", CompositionTheorem::optimal_homogeneous},
     {"optimal_heterogeneous", CompositionTheorem::optimal_heterogeneous}}};

core::Result<CompositionTheorem> read_theorem(const Json& value, const std::string& at) {
  std::vector<std::string_view> all;
  for (const CompositionTheoremName& known : names) {
    all.push_back(known.name);
    if (const std::string* text = value.string(); text != nullptr && *text == known.name) return known.theorem;
  }
  return core::Error{ErrorCode::invalid_parameter, at, "theorem must be one of " + join(all) + ", got " + spell(value)};
}

}  // namespace

std::span<const CompositionTheoremName> composition_theorem_names() { return names; }

ComposeTheoremAsk read_ask(ObjectReader& in, std::type_identity<ComposeTheoremAsk>) {
  ComposeTheoremAsk ask;
  if (const Json* delta = in.require("delta"))
    ask.delta = in.keep(read_in_domain(*delta, "delta", in.place("delta"), accounting::Domain::open_unit)).value;
  const Json* value = in.require("theorem");
  if (value == nullptr) return ask;
  const Json::Array* list = value->array();
  ask.is_list = list != nullptr;
  if (list == nullptr) {
    ask.theorems.push_back(in.keep(read_theorem(*value, in.place("theorem"))));
    return ask;
  }
  if (list->empty() || list->size() > names.size())
    in.fail(ErrorCode::invalid_parameter, "theorem", "theorem is one name, or a list of each at most once");
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    ask.theorems.push_back(in.keep(read_theorem((*list)[i], in.place("theorem") + "/" + std::to_string(i))));
  return ask;
}

}  // namespace assay::cli
