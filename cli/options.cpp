// The command line: one table of commands and one of options drives parsing and --help alike.
#include "cli/options.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include <CLI/CLI.hpp>

#include "cli/version.hpp"

namespace assay::cli {
namespace {

struct CommandEntry {
  Command command;
  const char* name;
  const char* help;
};

constexpr std::array<CommandEntry, 7> commands = {
    {{Command::eval, "eval", "Answer one request, or an array of them"},
     {Command::batch, "batch", "Answer JSON Lines: one request a line, one response a request, in order"},
     {Command::verify, "verify", "Decide claims and print a table; one verify request, an array, or a .jsonl file"},
     {Command::audit, "audit", "Run a program on two inputs and say what its outputs prove about epsilon"},
     {Command::table, "table", "Say what a published table reveals: CSV, microdata, JJ or tau-ARGUS files"},
     {Command::schema, "schema", "Print the JSON Schema of one request kind, or of every one"},
     {Command::explain, "explain", "Print a theorem that answers rest on: statement, hypotheses, source, proof"}}};

/// Everything about the black box and what is claimed of it.
void add_audit_options(CLI::App& app, AuditOptions& to) {
  app.add_option("--run", to.program, "The program: a path, or a name that PATH finds")->required();
  app.add_option("--inputs", to.inputs, "Two neighbouring inputs; each is given as the program's last argument")
      ->expected(2)
      ->required();
  app.add_option("--arg", to.arguments, "An argument before the input; may be repeated")->allow_extra_args(false);
  app.add_option("--runs", to.runs, "Runs of each input")->check(CLI::Range(2UL, 10'000'000UL))->capture_default_str();
  app.add_flag("--stream", to.stream,
               "Start the program once an input, with the number of runs as one more argument; "
               "it prints one output a line");
  app.add_option("--claim-epsilon", to.claim_epsilon, "The epsilon that is claimed");
  app.add_option("--claim-delta", to.claim_delta, "The delta that is claimed with it")->capture_default_str();
  app.add_option("--claim-mu", to.claim_mu, "The mu of Gaussian privacy that is claimed instead");
  app.add_option("--delta", to.delta, "The delta at which epsilon is bounded (default: the one claimed)");
  app.add_option("--confidence", to.confidence, "Of the bound, strictly between 0 and 1")->capture_default_str();
  app.add_option("--seconds", to.seconds, "Time for all runs")->check(CLI::Range(1, 86400))->capture_default_str();
  app.add_option("--run-seconds", to.one_run_seconds, "Time for one run")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  app.add_option("--memory", to.memory_mib, "Memory of the program in MiB")
      ->check(CLI::Range(16UL, 1UL << 20U))
      ->capture_default_str();
}

/// How a table is read and shown.
void add_table_options(CLI::App& app, Options& to) {
  TableOptions& table = to.table;
  app.add_option("FILE", to.file, "The file to read; - is standard input")->capture_default_str();
  app.add_option("--from", table.from, "The form of the file")
      ->check(CLI::IsMember({"csv", "microdata", "jj", "argus", "json"}))
      ->capture_default_str();
  app.add_option("--format", table.format, "What is printed; request and jj do not audit")
      ->check(CLI::IsMember({"text", "html", "svg", "json", "request", "jj"}))
      ->capture_default_str();
  app.add_option("--kind", table.kind, "What the cells are")
      ->check(CLI::IsMember({"count", "magnitude"}))
      ->capture_default_str();
  app.add_option("--total", table.total, "The code of totals")->capture_default_str();
  app.add_option("--value", table.value, "The column of values");
  app.add_option("--dimension", table.dimensions, "A column that makes the table (microdata); may be repeated")
      ->allow_extra_args(false);
  app.add_option("--hierarchy", table.hierarchies, "DIMENSION=FILE.hrc (argus: NAME.hrc=FILE); may be repeated")
      ->allow_extra_args(false);
  app.add_option("--metadata", table.metadata, "The .rda file of a .tab file");
  app.add_option("--suppressed-if", table.rule, "The rule, which the reader knows: 1..2");
  app.add_option("--kappa", table.kappa, "The kappa that must be met: a number, or 'ln 3'");
  app.add_flag("--semicolons", table.semicolons, "Fields are separated by semicolons");
}

bool reads_requests(Command command) {
  return command == Command::eval || command == Command::batch || command == Command::verify;
}

struct OptionEntry {
  const char* name;  // a positional argument where it has no dashes
  const char* help;
  bool (*applies)(Command);
  CLI::Option* (*add)(CLI::App&, const OptionEntry&, Options&);
};

constexpr std::array<OptionEntry, 6> options = {
    {{"FILE", "The file to read; - is standard input", reads_requests,
      [](CLI::App& app, const OptionEntry& entry, Options& to) {
        return app.add_option(entry.name, to.file, entry.help)->capture_default_str();
      }},
     {"-j,--jobs", "Requests to work on at the same time (default: one a processor)", reads_requests,
      [](CLI::App& app, const OptionEntry& entry, Options& to) {
        return app.add_option(entry.name, to.jobs, entry.help)->check(CLI::Range(1, 1024));
      }},
     {"--json", "Print the responses as JSON instead of a text for people",
      [](Command c) { return c == Command::verify || c == Command::audit; },
      [](CLI::App& app, const OptionEntry& entry, Options& to) {
        return app.add_flag(entry.name, to.json, entry.help);
      }},
     {"--certificate", "Print the responses as JSON, one a line, each with a certificate for assay-check",
      [](Command c) { return c == Command::verify || c == Command::eval || c == Command::table; },
      [](CLI::App& app, const OptionEntry& entry, Options& to) {
        return app.add_flag(entry.name, to.certificate, entry.help);
      }},
     {"KIND", "The kind, as the field request of a request names it; without one, every kind",
      [](Command c) { return c == Command::schema; },
      [](CLI::App& app, const OptionEntry& entry, Options& to) {
        return app.add_option(entry.name, to.subject, entry.help);
      }},
     {"ID", "The theorem's id, as responses list it", [](Command c) { return c == Command::explain; },
      [](CLI::App& app, const OptionEntry& entry, Options& to) {
        return app.add_option(entry.name, to.subject, entry.help)->required();
      }}}};

constexpr const char* footer =
    "Exit status of eval and batch: 0 every request was answered, 1 a response is an error.\n"
    "Exit status of verify: 0 every claim holds, 1 one fails, 3 none fails but one is undecided.\n"
    "Exit status of audit: 0 the claim is consistent with the runs (or none was made), 1 it is refuted, 3 the time "
    "ended first.\n"
    "Exit status of table: 0 no cell is disclosed (and kappa is met), 1 one is, 3 it could not be decided.\n"
    "2: the command line, the input or the output is of no use.";

}  // namespace

std::variant<Options, int> read_options(int argc, const char* const* argv) {
  Options chosen;
  chosen.jobs = std::max(1U, std::thread::hardware_concurrency());
  CLI::App app("assay proves privacy claims: every number it prints is an enclosure that holds the true value.",
               "assay");
  app.set_version_flag("--version", std::string("assay ") + version);
  app.footer(footer);
  app.require_subcommand(1);
  for (const CommandEntry& entry : commands) {
    CLI::App* command = app.add_subcommand(entry.name, entry.help);
    command->callback([&chosen, &entry] { chosen.command = entry.command; });
    for (const OptionEntry& option : options)
      if (option.applies(entry.command)) option.add(*command, option, chosen);
    if (entry.command == Command::audit) add_audit_options(*command, chosen.audit);
    if (entry.command == Command::table) add_table_options(*command, chosen);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& fault) {
    return app.exit(fault) == 0 ? 0 : 2;
  }
  return chosen;
}

}  // namespace assay::cli
