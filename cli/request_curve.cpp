// JSON -> a curve request: points on one or several curves of the same composition.
#include "cli/read_ask.hpp"
#include "cli/request_level.hpp"

namespace assay::cli {

using core::Result;

Asked read_levels(ObjectReader& in, std::string_view name, std::vector<accounting::LossLevel>& levels) {
  return read_asked(in, name, [&](const core::Json& value, std::string_view field, const std::string& at) {
    const Result<Level> read = read_level(value, field, at);
    if (!read) return Result<core::ExactNumber>(read.error());
    if (read->infinite)
      return Result<core::ExactNumber>(
          core::Error{core::ErrorCode::invalid_parameter, at,
                      std::string(field) + " must be a finite number: a decimal or a fraction, got " + spell(value)});
    levels.push_back({read->value.shift, read->value.ratio});
    return Result<core::ExactNumber>(core::ExactNumber{read->value.shift, std::nullopt});
  });
}

CurveAsk read_ask(ObjectReader& in, std::type_identity<CurveAsk>) {
  CurveAsk ask;
  if (in.find("epsilon") != nullptr) ask.epsilons = read_levels(in, "epsilon", ask.levels);
  if (in.find("delta") != nullptr) ask.deltas = read_probabilities(in, "delta");
  if (in.find("alpha") != nullptr) ask.orders = read_asked(in, "alpha", read_order);
  if (in.find("type1") != nullptr) ask.type1 = read_probabilities(in, "type1");
  if (!in.failed() && !ask.epsilons && !ask.deltas && !ask.orders && !ask.type1)
    in.fail(core::ErrorCode::missing_field, "epsilon", "a curve asks at epsilon, delta, alpha or type1, or several");
  return ask;
}

}  // namespace assay::cli
