// The command line, typed.
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "cli/audit_command.hpp"
#include "cli/table_command.hpp"

namespace assay::cli {

enum class Command { eval, batch, verify, audit, table, schema, explain };

struct Options {
  Command command = Command::eval;
  std::string file = "-";  // "-" is standard input
  std::size_t jobs = 1;
  bool json = false;         // verify, audit: responses instead of the table
  bool certificate = false;  // responses with certificates, one a line
  std::string subject;       // schema: the kind, empty for all; explain: the theorem's id
  AuditOptions audit;
  TableOptions table;
};

/// Reads the command line. --help and --version print to standard output, faults to standard error.
/// Gives: the options, or the exit status with which the program ends at once (0, or 2 for a fault).
std::variant<Options, int> read_options(int argc, const char* const* argv);

}  // namespace assay::cli
