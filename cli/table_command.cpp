#include "cli/table_command.hpp"

#include <algorithm>
#include <iostream>

#include <unistd.h>

#include "cli/batch.hpp"
#include "cli/input.hpp"
#include "cli/respond.hpp"
#include "cli/table_import.hpp"
#include "cli/table_page.hpp"
#include "cli/table_text.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::Json;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

constexpr std::size_t max_file = std::size_t{64} << 20;

Result<std::string> read_file(const std::string& path) {
  const Result<Input> input = open_input(path);
  if (!input) return input.error();
  return read_all(*input, max_file);
}

Result<Json> import_table(const std::string& text, const TableOptions& options) {
  ImportOptions import;
  import.total = options.total;
  import.kind = options.kind;
  import.dimensions = options.dimensions;
  import.value = options.value;
  import.rule = options.rule;
  import.separator = options.semicolons ? ';' : ',';
  for (const std::string& hierarchy : options.hierarchies) {
    const std::size_t equals = hierarchy.find('=');
    const std::string name = hierarchy.substr(0, equals);
    Result<std::string> file = read_file(equals == std::string::npos ? hierarchy : hierarchy.substr(equals + 1));
    if (!file) return file.error();
    import.hierarchies[name] = std::move(file).value();
  }
  if (options.from == "microdata") return table_from_microdata(text, import);
  if (options.from == "jj") return table_from_jj(text, import);
  if (options.from == "json") return core::read_json(text);
  if (options.from == "argus") {
    Result<std::string> metadata = read_file(options.metadata);
    if (!metadata) return metadata.error();
    return table_from_argus(text, *metadata, import);
  }
  return table_from_csv(text, import);
}

int complain(const Error& error) {
  std::cerr << "assay: " << (error.pointer.empty() ? "" : error.pointer + ": ") << error.message << '\n';
  return status::unusable;
}

bool is_true(const Json* value) { return value != nullptr && value->boolean() != nullptr && *value->boolean(); }

int verdict_status(const Json& response) {
  const Json* result = response.find("result");
  const Json* verdict = result == nullptr ? nullptr : result->find("verdict");
  if (verdict != nullptr && verdict->string() != nullptr && *verdict->string() == "fails") return status::error;
  const Json* ranges = result == nullptr ? nullptr : result->find("ranges");
  if (ranges != nullptr && ranges->array() != nullptr)
    for (const Json& range : *ranges->array())
      if (is_true(range.find("disclosed"))) return status::error;
  return is_true(response.find("converged")) ? status::good : status::undecided;
}

}  // namespace

int run_table(const std::string& text, const TableOptions& options, bool certificate) {
  Result<Json> request = import_table(text, options);
  if (!request) return complain(request.error());
  if (request->object() == nullptr) return complain({core::ErrorCode::invalid_parameter, "", "a request is an object"});
  if (options.from != "json") {
    Array ask{"ranges"};
    if (options.kind == "count")
      for (const char* more : {"completions", "posterior", "kappa"}) ask.emplace_back(more);
    request->object()->emplace_back("ask", std::move(ask));
    if (!options.kappa.empty()) request->object()->emplace_back("kappa", options.kappa);
  }
  if (certificate) {
    std::erase_if(*request->object(), [](const Json::Member& member) { return member.first == "certificate"; });
    request->object()->emplace_back("certificate", true);
  }
  if (options.format == "request")
    return write_all(STDOUT_FILENO, core::write_json(*request) + "\n") == 0 ? status::good : status::unusable;
  if (options.format == "jj") {
    const Json* table = request->find("table");
    if (table == nullptr) table = request->find("tables");
    if (table == nullptr) return complain({core::ErrorCode::missing_field, "/table", "there is no table"});
    const Result<persuasive::Release> release = read_release(*table, "/table");
    if (!release) return complain(release.error());
    return write_all(STDOUT_FILENO, jj_from_release(*release)) == 0 ? status::good : status::unusable;
  }
  Reply reply = respond(core::write_json(*request));
  Result<Json> response = core::read_json(reply.text);
  // Too many tables to count, or infinitely many: the ranges stand alone.
  if (!reply.ok && options.from != "json") {
    for (auto& [name, value] : *request->object())
      if (name == "ask") value = Array{"ranges"};
    const Reply ranges = respond(core::write_json(*request));
    if (ranges.ok) {
      reply = ranges;
      response = core::read_json(reply.text);
    }
  }
  if (!response) return complain(response.error());
  std::string out = reply.text + "\n";
  const bool page = reply.ok && !certificate;
  if (page && options.format == "text") out = table_as_text(*request, *response);
  if (page && options.format == "html") out = table_as_html(*request, *response);
  if (page && options.format == "svg") out = table_as_svg(*request, *response);
  if (!reply.ok && options.format != "json") {
    std::cerr << "assay: " << reply.text << '\n';
    return status::unusable;
  }
  if (write_all(STDOUT_FILENO, out) != 0 || !reply.ok) return status::unusable;
  return verdict_status(*response);
}

}  // namespace assay::cli
