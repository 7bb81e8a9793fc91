// Json -> canonical text. What it writes is always valid JSON in valid UTF-8, whatever bytes a string holds.
#include "core/json_writer.hpp"

#include <cstddef>
#include <string_view>

namespace assay::core {
namespace {

/// Length of the well-formed UTF-8 sequence at the front of `bytes`, 0 where there is none (Unicode, table 3-7).
std::size_t sequence_length(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(i < bytes.size() ? bytes[i] : '\0'); };
  const auto tail = [&](std::size_t i) { return (at(i) & 0xC0) == 0x80; };
  const unsigned lead = at(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;  // a continuation byte, or an overlong form of ASCII
  if (lead < 0xE0) return tail(1) ? 2 : 0;
  if (lead < 0xF0) {
    const bool overlong = lead == 0xE0 && at(1) < 0xA0;
    const bool surrogate = lead == 0xED && at(1) > 0x9F;
    return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead < 0xF5) {
    const bool overlong = lead == 0xF0 && at(1) < 0x90;
    const bool too_high = lead == 0xF4 && at(1) > 0x8F;
    return tail(1) && tail(2) && tail(3) && !overlong && !too_high ? 4 : 0;
  }
  return 0;
}

/// The two-character escape of c as its second character, or '\0'.
char short_escape(char c) {
  switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return '\0';
  }
}

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  while (!text.empty()) {
    const char c = text.front();
    std::size_t length = 1;
    if (const char escape = short_escape(c)) {
      out += '\\';
      out += escape;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += hex[static_cast<unsigned char>(c) >> 4];
      out += hex[static_cast<unsigned char>(c) & 0xF];
    } else if (const std::size_t valid = sequence_length(text)) {
      out += text.substr(0, valid);
      length = valid;
    } else {
      out += "\xEF\xBF\xBD";  // U+FFFD, the replacement character
    }
    text.remove_prefix(length);
  }
  out += '"';
}

void append(std::string& out, const Json& value) {
  if (const bool* b = value.boolean()) {
    out += *b ? "true" : "false";
  } else if (const auto* number = value.number()) {
    out += number->text;
  } else if (const auto* string = value.string()) {
    append_string(out, *string);
  } else if (const auto* array = value.array()) {
    char separator = '[';
    for (const Json& element : *array) {
      out += separator;
      append(out, element);
      separator = ',';
    }
    out += array->empty() ? "[]" : "]";
  } else if (const auto* object = value.object()) {
    char separator = '{';
    for (const auto& [name, member] : *object) {
      out += separator;
      append_string(out, name);
      out += ':';
      append(out, member);
      separator = ',';
    }
    out += object->empty() ? "{}" : "}";
  } else {
    out += "null";
  }
}

}  // namespace

std::string write_json(const Json& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace assay::core
