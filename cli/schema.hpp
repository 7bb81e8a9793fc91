// JSON Schema (draft 7) of the requests, made from the same tables that the decoder reads by.
//
// The decoder is what validates a request (its messages name the field and the sentence); the schema is its public
// description, and a test holds the two together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"

namespace assay::cli {

/// The kinds that have a schema.
std::vector<std::string_view> schema_kinds();

/// The schema of one kind; nullopt for another name.
std::optional<core::Json> request_schema(std::string_view kind);

/// The schema of any request: one of the kinds.
core::Json any_request_schema();

/// JSON text for people: two blanks a level, lists of plain values on one line, a line break at the end.
std::string pretty(const core::Json& value);

}  // namespace assay::cli
