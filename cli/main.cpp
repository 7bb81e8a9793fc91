// The program `assay`: reads the command line, runs one command, gives its exit status.
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>

#include <unistd.h>

#include "cli/audit_command.hpp"
#include "cli/batch.hpp"
#include "cli/eval.hpp"
#include "cli/explain.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "cli/reading.hpp"
#include "cli/schema.hpp"
#include "cli/table_command.hpp"

namespace assay::cli {
namespace {

int complain(std::string_view message) {
  std::cerr << "assay: " << message << '\n';
  return status::unusable;
}

int print_schema(const std::string& kind) {
  const std::optional<core::Json> schema = kind.empty() ? any_request_schema() : request_schema(kind);
  if (!schema) {
    const std::vector<std::string_view> kinds = schema_kinds();
    return complain("there is no schema of a request '" + kind + "'; there are " + join(kinds));
  }
  return write_all(STDOUT_FILENO, pretty(*schema)) == 0 ? status::good : status::unusable;
}

int print_theorem(const std::string& id) {
  const std::optional<std::string> text = explanation(id);
  if (!text) return complain(no_such_theorem(id));
  return write_all(STDOUT_FILENO, *text) == 0 ? status::good : status::unusable;
}

int run_command(const Options& options) {
  if (options.command == Command::schema) return print_schema(options.subject);
  if (options.command == Command::explain) return print_theorem(options.subject);
  if (options.command == Command::audit) return run_audit(options.audit, options.json);

  const core::Result<Input> input = open_input(options.file);
  if (!input) return complain(input.error().message);
  if (options.command == Command::batch)
    return run_batch({input->descriptor(), STDOUT_FILENO, options.jobs, ::isatty(STDERR_FILENO) == 1});

  const core::Result<std::string> text = read_all(*input, max_line);
  if (!text) return complain(text.error().message);
  if (options.command == Command::table) return run_table(*text, options.table, options.certificate);
  const bool any = options.command == Command::eval;
  if (any && !options.certificate) return run_eval(*text, options.jobs);
  const bool lines = options.file.ends_with(".jsonl");
  if (options.certificate) return run_certify(*text, lines, any, options.jobs);
  return run_verify(*text, lines, options.json, options.jobs);
}

}  // namespace
}  // namespace assay::cli

int main(int argc, char** argv) {
  // A reader that closes the output shows as EPIPE where it is written.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const std::variant<assay::cli::Options, int> options = assay::cli::read_options(argc, argv);
    if (const int* status = std::get_if<int>(&options)) return *status;
    return assay::cli::run_command(*std::get_if<assay::cli::Options>(&options));
  } catch (const std::exception& fault) {
    std::cerr << "assay: " << fault.what() << '\n';
    return assay::cli::status::unusable;
  }
}
