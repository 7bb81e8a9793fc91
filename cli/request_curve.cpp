// JSON -> a curve request: points on one or several curves of the same composition.
#include "cli/read_ask.hpp"

namespace assay::cli {

CurveAsk read_ask(ObjectReader& in, std::type_identity<CurveAsk>) {
  CurveAsk ask;
  if (in.find("epsilon") != nullptr) ask.epsilons = read_asked(in, "epsilon", read_real);
  if (in.find("delta") != nullptr) ask.deltas = read_probabilities(in, "delta");
  if (in.find("alpha") != nullptr) ask.orders = read_asked(in, "alpha", read_order);
  if (in.find("type1") != nullptr) ask.type1 = read_probabilities(in, "type1");
  if (!in.failed() && !ask.epsilons && !ask.deltas && !ask.orders && !ask.type1)
    in.fail(core::ErrorCode::missing_field, "epsilon", "a curve asks at epsilon, delta, alpha or type1, or several");
  return ask;
}

}  // namespace assay::cli
