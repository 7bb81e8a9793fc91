// JSON -> the orders of a renyi request.
#include "cli/read_ask.hpp"

namespace assay::cli {

core::Result<core::ExactNumber> read_order(const core::Json& value, std::string_view name, const std::string& at) {
  core::Result<core::ExactNumber> order = read_real(value, name, at);
  if (order && order->value <= 0)
    return core::Error{
        core::ErrorCode::invalid_parameter, at,
        std::string(name) + " must be above 0 (1 is the Kullback-Leibler divergence), got " + spell(value)};
  return order;
}

RenyiAsk read_ask(ObjectReader& in, std::type_identity<RenyiAsk>) { return {read_asked(in, "alpha", read_order)}; }

}  // namespace assay::cli
