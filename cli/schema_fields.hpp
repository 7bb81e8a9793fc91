// Schemas of the fields that the question kinds add, and the small builders that schemas share.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/json.hpp"

namespace assay::cli {

/// The schema of one field of a request kind of cli/asks.hpp; nullopt for the fields that all kinds share.
std::optional<core::Json> question_field_schema(std::string_view kind, std::string_view name);

core::Json schema_reference(std::string_view definition);
core::Json schema_integer(std::uint64_t lowest, std::uint64_t highest);
/// One value of that definition, or a list of them.
core::Json schema_list_or_one(std::string_view definition);

}  // namespace assay::cli
