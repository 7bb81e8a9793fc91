// Tables as people have them, turned into requests of kind `table`: CSV, microdata, JJ, and the files of tau-ARGUS.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/table/release.hpp"

namespace assay::cli {

struct ImportOptions {
  std::string total = "Total";
  std::string kind = "count";
  /// microdata: the columns that make the table, and the column that is summed (none: records are counted).
  std::vector<std::string> dimensions;
  std::string value;
  /// "1..2": microdata and complete tables are suppressed by it; the reader knows the rule.
  std::string rule;
  /// Hierarchies by dimension: the text of a .hrc file.
  std::map<std::string, std::string> hierarchies;
  char separator = ',';
};

/// Lines of fields; quotes as in RFC 4180; empty lines are left out, and `lines` is where in the file each row begins.
/// Fails: invalid_parameter for an open quote, or a control character that no text has; limit_exceeded past a million
/// rows.
core::Result<std::vector<std::vector<std::string>>> read_csv(std::string_view text, char separator,
                                                             std::vector<std::size_t>* lines = nullptr);

/// Long format: one column a dimension, and the columns value (freq, count, n), status, reason. An empty value, or a
/// sign of suppression (x, *, <5 and the like), is suppressed.
/// Fails: invalid_parameter for any other value that is no number, naming its line and column.
core::Result<core::Json> table_from_csv(std::string_view text, const ImportOptions& options);

/// One record a line: counted (or summed), with all totals.
core::Result<core::Json> table_from_microdata(std::string_view text, const ImportOptions& options);

/// The JJ format: cells with status s, u, z, m, and relations. Its bounds and protection levels are not used: nobody
/// said that the reader knows them.
core::Result<core::Json> table_from_jj(std::string_view text, const ImportOptions& options);
std::string jj_from_release(const persuasive::Release& release);

/// A .tab file described by a .rda file; hierarchies by the names that the .rda gives.
core::Result<core::Json> table_from_argus(std::string_view tab, std::string_view rda, const ImportOptions& options);

/// A .hrc file: parents to parts, depth by a leading string a level. Top codes are parts of the total.
core::Result<core::Json> children_from_hrc(std::string_view text, const std::string& total, std::string_view lead);

/// The request around a table.
core::Json table_request(core::Json table, const ImportOptions& options);

}  // namespace assay::cli
