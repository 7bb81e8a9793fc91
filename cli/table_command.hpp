// The command `assay table FILE`: a table as people have it, audited and shown.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

struct TableOptions {
  std::string from = "csv";     // csv, microdata, jj, argus, json
  std::string format = "text";  // text, html, svg, json, request, jj
  std::string total = "Total", kind = "count", value, rule, kappa, metadata;
  std::vector<std::string> dimensions, hierarchies;  // a hierarchy: NAME=FILE
  bool semicolons = false;
};

/// Reads the text, asks, prints. Gives: the exit status: 0 no cell is disclosed (and kappa, if given, is met), 1 one is
/// (or it is not), 2 where the table is of no use, 3 where it could not be decided.
/// With `certificate` the response is printed as JSON, with what assay-check verifies of it.
int run_table(const std::string& text, const TableOptions& options, bool certificate);

}  // namespace assay::cli
