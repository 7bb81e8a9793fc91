// JSON -> a loss_distribution request: points, or a step and a range.
#include "cli/read_ask.hpp"

namespace assay::cli {

using core::ErrorCode;
using core::Json;
using core::Rational;

LossDistributionAsk read_ask(ObjectReader& in, std::type_identity<LossDistributionAsk>) {
  LossDistributionAsk ask;
  const Json *points = in.find("points"), *step = in.find("step"), *range = in.find("range");
  if (points != nullptr) {
    if (step != nullptr || range != nullptr)
      in.fail(ErrorCode::invalid_parameter, "points", "give points, or step and range, not both");
    ask.points = read_asked(in, "points", read_real).values;
    return ask;
  }
  if (step == nullptr && range == nullptr) return ask;
  if (step == nullptr || range == nullptr) {
    in.fail(ErrorCode::missing_field, step == nullptr ? "step" : "range", "step and range go together");
    return ask;
  }
  const Rational by = in.keep(read_in_domain(*step, "step", in.place("step"), accounting::Domain::positive)).value;
  const Json::Array* ends = range->array();
  if (ends == nullptr || ends->size() != 2) {
    in.fail(ErrorCode::invalid_parameter, "range", "range is a list of two reals, got " + spell(*range));
    return ask;
  }
  const Rational from = in.keep(read_real((*ends)[0], "range", in.place("range") + "/0")).value;
  const Rational to = in.keep(read_real((*ends)[1], "range", in.place("range") + "/1")).value;
  if (in.failed()) return ask;
  if (from > to || (to - from) / by >= max_list) {
    in.fail(ErrorCode::invalid_parameter, "range",
            "range must ascend, with fewer than " + std::to_string(max_list) + " steps in it");
    return ask;
  }
  for (Rational x = from; x <= to; x += by) ask.points.push_back(x);
  return ask;
}

}  // namespace assay::cli
