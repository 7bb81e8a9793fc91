// Json -> canonical text: no white space, members in the order given, strings escaped minimally, UTF-8 kept.
#pragma once

#include <string>

#include "core/json.hpp"

namespace assay::core {

/// The text that read_json gives back as the same value.
/// Shape: a number's text is written as it stands, so it must be a JSON number; '"', '\' and control characters are
///        escaped (\n and its like short, others as \u00xx); a byte of a string that is not part of valid UTF-8 is
///        written as U+FFFD, so that the whole is always valid.
std::string write_json(const Json& value);

}  // namespace assay::core
