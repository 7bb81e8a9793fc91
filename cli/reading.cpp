// Typed values out of JSON.
#include "cli/reading.hpp"

#include <algorithm>

#include "core/below.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;

Error invalid(const std::string& at, std::string message) {
  return {ErrorCode::invalid_parameter, at, std::move(message)};
}

/// The text of a number or string; null for other types.
const std::string* number_text(const Json& value) {
  if (const Json::Number* number = value.number()) return &number->text;
  return value.string();
}

std::string cut(std::string text, std::size_t longest) {
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  // Never between the bytes of one UTF-8 character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text + "...";
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string spell(const Json& value) {
  if (const Json::Array* array = value.array()) return "an array of " + std::to_string(array->size());
  if (value.object() != nullptr) return "an object";
  return cut(core::write_json(value), 60);
}

std::string join(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

core::Result<core::ExactNumber> read_real(const Json& value, std::string_view name, const std::string& at) {
  const std::string* text = number_text(value);
  if (text == nullptr)
    return invalid(at, std::string(name) + " must be a number or a string that spells one, got " + spell(value));
  core::Result<core::ExactNumber> number = core::parse_number(*text);
  if (number) return number;
  if (number.error().code != ErrorCode::invalid_parameter)
    return Error{number.error().code, at, std::string(name) + ": " + number.error().message};
  return invalid(at, std::string(name) + " must be a finite number: a decimal or a fraction, got " + spell(value));
}

core::Result<std::uint64_t> read_integer(const Json& value, std::string_view name, const std::string& at,
                                         std::uint64_t lowest, std::uint64_t highest) {
  const Error refused = invalid(at, std::string(name) + " must be an integer from " + std::to_string(lowest) + " to " +
                                        std::to_string(highest) + ", got " + spell(value));
  if (const std::string* text = value.string(); text != nullptr && !all_digits(*text)) return refused;
  if (number_text(value) == nullptr) return refused;
  const core::Result<core::ExactNumber> number = read_real(value, name, at);
  if (!number) return number.error();
  const core::Rational& x = number->value;
  if (denominator(x) != 1 || x < lowest || x > highest) return refused;
  return numerator(x).convert_to<std::uint64_t>();
}

core::Result<bool> read_boolean(const Json& value, std::string_view name, const std::string& at) {
  if (const bool* flag = value.boolean()) return *flag;
  return invalid(at, std::string(name) + " must be true or false, got " + spell(value));
}

core::Result<std::string> read_string(const Json& value, std::string_view name, const std::string& at) {
  if (const std::string* text = value.string()) return *text;
  return invalid(at, std::string(name) + " must be a string, got " + spell(value));
}

ObjectReader::ObjectReader(const Json& value, std::string at, std::string_view what,
                           std::span<const std::string_view> known)
    : value_(value), at_(std::move(at)), what_(what) {
  const Json::Object* members = value.object();
  if (members == nullptr) {
    fail(invalid(at_, what_ + " must be an object, got " + spell(value)));
    return;
  }
  for (const auto& [name, ignored] : *members)
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      fail(ErrorCode::unknown_field, name,
           what_ + " has no field " + spell(Json(name)) + "; its fields are " + join(known));
      return;
    }
}

const Json* ObjectReader::find(std::string_view name) const { return failed() ? nullptr : value_.find(name); }

const Json* ObjectReader::require(std::string_view name) {
  const Json* member = find(name);
  if (member == nullptr) fail(ErrorCode::missing_field, name, what_ + " needs the field " + std::string(name));
  return member;
}

std::string ObjectReader::place(std::string_view name) const { return at_ + "/" + core::pointer_token(name); }

void ObjectReader::fail(Error fault) {
  if (!fault_) fault_ = std::move(fault);
}

void ObjectReader::fail(ErrorCode code, std::string_view name, std::string message) {
  fail(Error{code, place(name), std::move(message)});
}

bool is_logarithm(const Json& value) { return value.string() != nullptr && value.string()->starts_with("ln"); }

core::Result<core::Rational> read_logarithm(const Json& value, std::string_view name, const std::string& at) {
  std::string_view inside = std::string_view(*value.string()).substr(2);
  if (inside.size() > 2 && inside.front() == '(' && inside.back() == ')')
    inside = inside.substr(1, inside.size() - 2);
  else if (inside.starts_with(' ') && inside.find('/') == std::string_view::npos)
    inside = inside.substr(1);
  else
    inside = {};
  const core::Result<core::ExactNumber> number = core::parse_number(inside);
  if (!number && number.error().code == ErrorCode::limit_exceeded) return core::below(at, number.error());
  if (!number || number->value <= 0)
    return Error{
        ErrorCode::invalid_parameter, at,
        std::string(name) +
            " must be a number, or the logarithm of a positive rational such as \"ln 3\" or \"ln(3/2)\", got " +
            spell(value)};
  return number->value;
}

bool read_delta_kind(ObjectReader& in, std::string_view alias) {
  const Json* kind = in.find("delta_kind");
  if (kind == nullptr) return false;
  const std::string name = in.keep(read_string(*kind, "delta_kind", in.place("delta_kind")));
  if (!in.failed() && name != "probabilistic" && name != "approximate" && name != alias)
    in.fail(ErrorCode::invalid_parameter, "delta_kind",
            "delta_kind must be approximate or probabilistic, got " + spell(*kind));
  return name == "probabilistic";
}

}  // namespace assay::cli
