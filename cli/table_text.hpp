// The JSON of a table: dimensions, cells, relations, and what the reader may know.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/reading.hpp"
#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/table/release.hpp"
#include "persuasive/table/system.hpp"

namespace assay::cli {

/// Characters that no code may have: they end texts, or part the codes of an address.
inline bool is_forbidden(char c) { return c == '\0' || c == '\x1e' || c == '\x1f'; }

/// One member of `table` or of `tables`.
core::Result<persuasive::TableText> read_table_text(const core::Json& value, const std::string& at,
                                                    std::optional<persuasive::TableKind>& kind);

/// The whole release: `table`, or the array `tables`.
core::Result<persuasive::Release> read_release(const core::Json& value, const std::string& at);

/// `knowledge`; without it, counts are known to be nonnegative and nothing else is known.
core::Result<persuasive::Knowledge> read_knowledge(const core::Json* value, const std::string& at,
                                                   persuasive::TableKind kind);

/// An address: an array of codes, or one code alone.
core::Result<std::vector<std::string>> read_address(const core::Json& value, const std::string& at);

/// The cell of a release at an address.
core::Result<std::size_t> find_cell(const persuasive::Release& release, const core::Json& value, const std::string& at);

}  // namespace assay::cli
