// JSON -> the type I errors of a tradeoff request.
#include "cli/read_ask.hpp"

namespace assay::cli {

Asked read_probabilities(ObjectReader& in, std::string_view name) {
  return read_asked(in, name, [](const core::Json& value, std::string_view field, const std::string& at) {
    return read_in_domain(value, field, at, accounting::Domain::unit);
  });
}

TradeoffAsk read_ask(ObjectReader& in, std::type_identity<TradeoffAsk>) { return {read_probabilities(in, "type1")}; }

}  // namespace assay::cli
