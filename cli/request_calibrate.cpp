// JSON -> a calibrate request: a composition with one parameter open, and the target.
#include <memory>
#include <utility>

#include "cli/read_ask.hpp"
#include "cli/request_claim.hpp"

namespace assay::cli {
namespace {

using core::ErrorCode;
using core::Json;

}  // namespace

CalibrateAsk read_ask(ObjectReader& in, std::type_identity<CalibrateAsk>) {
  CalibrateAsk ask;
  const Json *composition = in.require("composition"), *target = in.require("target");
  if (composition == nullptr || target == nullptr) return ask;
  const std::string at = in.place("composition");
  Solve probe;
  in.keep(read_composition(*composition, at, Corner::literal, &probe));
  ask.target = in.keep(read_claim(*target, in.place("target"), Corner::literal)).claim;
  if (in.failed()) return ask;
  if (probe.found != 1) {
    in.fail({ErrorCode::invalid_parameter, at,
             R"(exactly one parameter is {"solve": true}; there are )" + std::to_string(probe.found)});
    return ask;
  }
  ask.unknown = std::move(probe.unknown);
  ask.pointer = std::move(probe.pointer);
  ask.composition = [json = std::make_shared<const Json>(*composition),
                     at](const core::Rational& value) -> core::Result<accounting::Composition> {
    Solve solve;
    solve.value = value;
    solve.has_value = true;
    auto decoded = read_composition(*json, at, Corner::literal, &solve);
    if (!decoded) return decoded.error();
    return std::move(decoded->composition);
  };
  return ask;
}

}  // namespace assay::cli
