// Fuzz target: tables as people have them. The first byte names the reader: c CSV, m microdata, j JJ, a the files of
// tau-ARGUS (parts apart by a line of %), r a request's table. What is accepted becomes a release or an error that says
// something; a JJ file that is read, written and read again stays the same.
// As a fuzzer: clang++ -std=c++20 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/tables.fuzz.cpp with the sources
// of
//              the program but its main, then run it on a copy of tests/fuzz/corpus/tables.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/table_import.hpp"
#include "cli/table_text.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"

namespace {

using namespace assay;

void expect(bool holds) {
  if (!holds) std::abort();
}

core::Result<core::Json> import(char reader, std::string_view text) {
  cli::ImportOptions options;
  options.rule = "1..2";
  if (reader == 'c') return cli::table_from_csv(text, options);
  if (reader == 'j') return cli::table_from_jj(text, options);
  if (reader == 'm') {
    const auto rows = cli::read_csv(text, ',');
    if (!rows) return rows.error();
    for (std::size_t i = 0; !rows->empty() && i < rows->front().size() && i < 3; ++i)
      options.dimensions.push_back(rows->front()[i]);
    return cli::table_from_microdata(text, options);
  }
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == '%')
      parts.emplace_back();
    else
      parts.back() += c;
  parts.resize(3);
  options.rule.clear();
  options.hierarchies["x.hrc"] = parts[2];
  return cli::table_from_argus(parts[0], parts[1], options);
}

void check_release(const core::Json& table) {
  const auto release = cli::read_release(table, "/table");
  if (!release) return expect(!release.error().message.empty());
  for (const auto& relation : release->relations)
    for (const auto& term : relation.terms) expect(term.cell < release->cells.size());
  const std::string jj = cli::jj_from_release(*release);
  cli::ImportOptions options;
  options.kind = release->kind == persuasive::TableKind::count ? "count" : "magnitude";
  const auto again = cli::table_from_jj(jj, options);
  if (!again) return expect(!again.error().message.empty());  // decimals cut short may no longer add up
  const auto back = cli::read_release(*again->find("table"), "/table");
  if (back) expect(cli::jj_from_release(*back) == jj);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const char reader = static_cast<char>(data[0]);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (reader == 'r') {
    const auto json = core::read_json(text);
    if (json) check_release(*json);
    return 0;
  }
  const auto request = import(reader, text);
  if (!request) {
    expect(!request.error().message.empty());
    return 0;
  }
  expect(core::read_json(core::write_json(*request)).has_value());
  if (const core::Json* table = request->find("table")) check_release(*table);
  return 0;
}
