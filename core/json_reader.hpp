// Strict JSON text -> Json. Refuses what a lenient reader would let pass in silence.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/result.hpp"

namespace assay::core {

/// No text is read deeper than this, whatever the limits say: a Json is destroyed, compared and written recursively.
inline constexpr std::size_t max_json_depth = 1000;

struct JsonLimits {
  std::size_t max_bytes = std::size_t{8} << 20;
  std::size_t max_depth = 64;
  std::size_t max_values = 1'000'000;
};

/// Reads one JSON text, whole.
/// Shape: numbers keep their text ("-0", "1.00", "1e400" as spelled); strings may hold NUL (spelled \u0000).
/// Fails: invalid_json for malformed text, invalid UTF-8, a byte order mark, duplicate keys, trailing bytes, NaN or
///        Infinity, an empty text;
///        limit_exceeded past the limits, and for a number longer than max_number_length. The error's pointer is the
///        RFC 6901 place where reading stopped; its message names the byte.
Result<Json> read_json(std::string_view text, const JsonLimits& limits = {});

/// `token` escaped for an RFC 6901 pointer ('~' -> "~0", '/' -> "~1").
std::string pointer_token(std::string_view token);

}  // namespace assay::core
