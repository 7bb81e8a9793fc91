#include "cli/request_level.hpp"

#include "cli/reading.hpp"

namespace assay::cli {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Result;

Result<Level> read_level(const Json& value, std::string_view name, const std::string& at) {
  const std::string* text = value.string();
  if (text != nullptr && *text == "inf") return Level{{}, true};
  if (text == nullptr || !text->starts_with("ln")) {
    const Result<core::ExactNumber> number = read_real(value, name, at);
    if (!number) return number.error();
    return Level{persuasive::LogNumber::rational(number->value), false};
  }
  std::string_view inside = std::string_view(*text).substr(2);
  const bool bracketed = inside.size() > 2 && inside.front() == '(' && inside.back() == ')';
  if (bracketed)
    inside = inside.substr(1, inside.size() - 2);
  else if (inside.starts_with(' '))
    inside = inside.substr(1);
  else
    inside = {};
  if (!bracketed && inside.find('/') != std::string_view::npos) inside = {};
  const Result<core::ExactNumber> number = core::parse_number(inside);
  if (!number && number.error().code == ErrorCode::limit_exceeded)
    return Error{ErrorCode::limit_exceeded, at, number.error().message};
  if (!number || number->value <= 0)
    return Error{ErrorCode::invalid_parameter, at,
                 std::string(name) +
                     " must be a number, \"inf\", or the logarithm of a positive rational such as \"ln 3\" or "
                     "\"ln(3/2)\", got " +
                     spell(value)};
  return Level{persuasive::LogNumber::log(number->value), false};
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
