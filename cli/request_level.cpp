#include "cli/request_level.hpp"

#include "cli/reading.hpp"

namespace assay::cli {

using core::Json;
using core::Result;

Result<Level> read_level(const Json& value, std::string_view name, const std::string& at) {
  const std::string* text = value.string();
  if (text != nullptr && *text == "inf") return Level{{}, true};
  if (is_logarithm(value)) {
    const Result<core::Rational> argument = read_logarithm(value, name, at);
    if (!argument) return argument.error();
    return Level{persuasive::LogNumber::log(*argument), false};
  }
  const Result<core::ExactNumber> number = read_real(value, name, at);
  if (!number) return number.error();
  return Level{persuasive::LogNumber::rational(number->value), false};
}

Json level_schema() {
  using Object = Json::Object;
  return Object{
      {"description",
       "An exact real: a JSON number, or a string that spells a decimal, a fraction, inf, or the logarithm of a "
       "positive rational (ln 3, ln(3/2))"},
      {"type", Json::Array{"number", "string"}},
      {"pattern",
       "^(inf|ln [0-9.eE+-]+|ln[(][0-9.eE+/-]+[)]|-?((0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?|(0|[1-9][0-9]*)/"
       "(0|[1-9][0-9]*)))$"}};
}

}  // namespace assay::cli
