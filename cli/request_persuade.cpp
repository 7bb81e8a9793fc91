#include "cli/request_persuade.hpp"

#include <array>
#include <utility>

#include "cli/persuade_release.hpp"

namespace assay::cli {
namespace {

using core::Json;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::array<std::string_view, 8> fields = {"release", "truth",     "output", "scores",
                                                    "priors",  "criterion", "kappa",  "delta"};

Work read(ObjectReader& in) {
  if (in.require("release") == nullptr) return {};
  Object members;
  for (const std::string_view name : fields)
    if (const Json* value = in.find(name)) members.emplace_back(name, *value);
  core::Result<Work> work = read_release(members);
  if (work) return std::move(work).value();
  in.fail(work.error());
  return {};
}

Object properties() {
  Object all;
  for (const std::string_view name : fields) all.emplace_back(name, Object{{"description", "As the contract has it"}});
  return all;
}

Object rest() { return {{"required", Array{"request", "release", "scores", "priors"}}}; }

}  // namespace

const OwnKind persuade_kind = {"persuade", fields, read, properties, rest};

}  // namespace assay::cli
