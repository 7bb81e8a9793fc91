// JJ files, and the files of tau-ARGUS (.tab, .rda, .hrc).
#include <algorithm>
#include <sstream>

#include "cli/table_import.hpp"
#include "cli/table_json.hpp"
#include "core/rational.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

Error bad(std::string message) { return {ErrorCode::invalid_parameter, "", std::move(message)}; }

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Digits, at most nine of them.
std::optional<std::size_t> small_number(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoul(text);
}

}  // namespace

Result<Json> table_from_jj(std::string_view text, const ImportOptions& options) {
  const std::vector<std::string> lines = lines_of(text);
  const auto fault = [&](std::size_t line, const std::string& what) {
    return bad("line " + std::to_string(line + 1) + ": " + what);
  };
  if (lines.size() < 3)
    return bad("a JJ file has 0, the number of cells, the cells, the number of relations, the relations");
  const auto count = small_number(lines[1]);
  if (!count || *count + 3 > lines.size()) return fault(1, "the number of cells does not fit the file");
  if (*count > persuasive::max_table_cells)
    return Error{ErrorCode::limit_exceeded, "", "a table of at most a million cells"};
  Array cells;
  for (std::size_t i = 0; i < *count; ++i) {
    const std::vector<std::string> words = words_of(lines[2 + i]);
    if (words.size() < 4 || !core::parse_number(words[1]))
      return fault(2 + i, "a cell has index, value, weight, status");
    if (words[0] != std::to_string(i)) return fault(2 + i, "cells are numbered from 0 in order");
    Object cell{{"at", Array{Json(words[0])}}, {"value", words[1]}};
    if (words[3] == "u" || words[3] == "m") {
      cell.emplace_back("status", "suppressed");
      cell.emplace_back("reason", words[3] == "u" ? "primary" : "secondary");
    } else if (words[3] != "s" && words[3] != "z") {
      return fault(2 + i, "the status is s, z, u or m, got " + words[3]);
    }
    cells.emplace_back(std::move(cell));
  }
  const std::size_t start = 2 + *count;
  const auto relations = small_number(lines[start]);
  if (!relations || start + 1 + *relations > lines.size()) return fault(start, "the number of relations does not fit");
  Array sums;
  for (std::size_t r = 0; r < *relations; ++r) {
    const std::size_t place = start + 1 + r;
    std::string line = lines[place];
    for (char& c : line)
      if (c == ':' || c == '(' || c == ')') c = ' ';
    const std::vector<std::string> words = words_of(line);
    const auto terms = words.size() >= 2 ? small_number(words[1]) : std::nullopt;
    if (!terms || words.size() != 2 + 2 * *terms) return fault(place, "a relation is: 0 n : index (coefficient) ...");
    const auto zero = core::parse_number(words[0]);
    if (!zero || zero->value != 0) return fault(place, "only relations that sum to 0 are read");
    std::vector<std::string> plus, minus;
    for (std::size_t t = 0; t < *terms; ++t) {
      const std::string &index = words[2 + 2 * t], &coefficient = words[3 + 2 * t];
      const auto number = small_number(index);
      if (!number || *number >= *count) return fault(place, "there is no cell " + index);
      if (coefficient == "1" || coefficient == "+1")
        plus.push_back(index);
      else if (coefficient == "-1")
        minus.push_back(index);
      else
        return fault(place, "coefficients are 1 and -1, got " + coefficient);
    }
    if (minus.size() != 1) std::swap(plus, minus);
    if (minus.size() != 1) return fault(place, "one total and its parts: one coefficient differs in sign");
    Array parts;
    for (const std::string& part : plus) parts.push_back(Array{Json(part)});
    sums.push_back(Object{{"total", Array{Json(minus.front())}}, {"parts", std::move(parts)}});
  }
  return table_request(Object{{"cells", std::move(cells)}, {"relations", std::move(sums)}, {"kind", options.kind}},
                       options);
}

std::string jj_from_release(const persuasive::Release& release) {
  std::string text = "0\n" + std::to_string(release.cells.size()) + "\n";
  for (std::size_t c = 0; c < release.cells.size(); ++c) {
    const persuasive::TableCell& cell = release.cells[c];
    const std::string value = cell.value ? core::to_decimal(*cell.value, 30, core::Rounding::down) : "0";
    const bool suppressed = cell.status != persuasive::CellStatus::published;
    const char* status = !suppressed ? "s" : cell.reason == persuasive::SuppressionReason::secondary ? "m" : "u";
    text += std::to_string(c) + " " + value + " 1 " + status + " 0 " + value + " 0 0 0\n";
  }
  text += std::to_string(release.relations.size()) + "\n";
  for (const persuasive::Relation& relation : release.relations) {
    text += core::to_decimal(relation.constant, 30, core::Rounding::down) + " " +
            std::to_string(relation.terms.size()) + " :";
    for (const persuasive::Relation::Term& term : relation.terms)
      text += " " + std::to_string(term.cell) + " (" + std::to_string(term.coefficient) + ")";
    text += "\n";
  }
  return text;
}

Result<Json> children_from_hrc(std::string_view text, const std::string& total, std::string_view lead) {
  std::vector<std::string> stack;  // the last code of each level
  std::vector<std::pair<std::string, Array>> children{{total, {}}};
  for (std::string line : lines_of(text)) {
    std::size_t level = 0;
    while (!lead.empty() && line.starts_with(lead)) {
      line.erase(0, lead.size());
      ++level;
    }
    const std::size_t from = line.find_first_not_of(" \t");
    if (from == std::string::npos) continue;
    line.erase(0, from);
    if (level > stack.size()) return bad("the hierarchy jumps a level at " + line);
    stack.resize(level);
    const std::string parent = level == 0 ? total : stack.back();
    auto place =
        std::find_if(children.begin(), children.end(), [&](const auto& entry) { return entry.first == parent; });
    if (place == children.end()) place = children.insert(children.end(), {parent, {}});
    place->second.emplace_back(line);
    stack.push_back(line);
  }
  if (children.front().second.empty()) return bad("the hierarchy is empty");
  Object object;
  for (auto& [parent, parts] : children) object.emplace_back(parent, std::move(parts));
  return Json(std::move(object));
}

Result<Json> table_from_argus(std::string_view tab, std::string_view rda, const ImportOptions& options) {
  struct Field {
    std::string name, total, hierarchy, lead = "@";
    bool response = false, status = false, dimension = false, ignored = true;
  };
  std::vector<Field> fields;
  char separator = ';';
  std::map<std::string, std::string> meaning;  // letters of the status variable
  for (const std::string& raw : lines_of(rda)) {
    std::string line = raw;
    std::replace(line.begin(), line.end(), '\t', ' ');
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    const auto argument = [&] {
      std::string text = words.size() > 1 ? words[1] : "";
      text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
      return text;
    };
    if (words[0] == "<SEPARATOR>") {
      if (!argument().empty()) separator = argument()[0];
    } else if (words[0].front() != '<') {
      fields.emplace_back();
      fields.back().name = words[0];
    } else if (fields.empty()) {
      continue;
    }
    for (const std::string& word : words) {
      if (word == "<RECODEABLE>") fields.back().dimension = true, fields.back().ignored = false;
      if (word == "<RESPONSE>") fields.back().response = true, fields.back().ignored = false;
      if (word == "<STATUS>") fields.back().status = true, fields.back().ignored = false;
    }
    if (fields.empty()) continue;
    if (words[0] == "<TOTCODE>") fields.back().total = argument();
    if (words[0] == "<HIERCODELIST>") fields.back().hierarchy = argument();
    if (words[0] == "<HIERLEADSTRING>") fields.back().lead = argument();
    if (words[0] == "<SAFE>") meaning[argument()] = "published";
    if (words[0] == "<UNSAFE>") meaning[argument()] = "primary";
    if (words[0] == "<PROTECT>") meaning[argument()] = "published";
  }
  if (meaning.empty()) meaning = {{"S", "published"}, {"U", "primary"}, {"P", "published"}};
  const auto rows = read_csv(tab, separator);
  if (!rows) return rows.error();
  std::optional<std::size_t> value;
  std::vector<std::vector<std::string>> codes(fields.size());
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (fields[f].response && !value) value = f;
  if (!value) return bad("the .rda file names no variable with <RESPONSE>");
  Array cells;
  for (std::size_t r = 0; r < rows->size(); ++r) {
    const std::vector<std::string>& row = (*rows)[r];
    if (row.size() < fields.size())
      return bad("line " + std::to_string(r + 1) + " of the .tab file has too few fields");
    Array at;
    std::string status = "published";
    for (std::size_t f = 0; f < fields.size(); ++f) {
      if (fields[f].dimension) {
        at.emplace_back(row[f]);
        if (std::find(codes[f].begin(), codes[f].end(), row[f]) == codes[f].end()) codes[f].push_back(row[f]);
      }
      if (fields[f].status && !row[f].empty()) {
        const auto known = meaning.find(row[f]);
        status = known != meaning.end() ? known->second : row[f] == "M" || row[f] == "m" ? "secondary" : "primary";
      }
    }
    // An empty field is an empty cell (zero), never one to be guessed.
    Object cell{{"at", std::move(at)}, {"value", row[*value].empty() ? "0" : row[*value]}};
    if (status != "published") {
      cell.emplace_back("status", "suppressed");
      cell.emplace_back("reason", status);
    }
    cells.emplace_back(std::move(cell));
  }
  Array dimensions;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (!fields[f].dimension) continue;
    const std::string total = fields[f].total.empty() ? options.total : fields[f].total;
    Object dimension{{"name", fields[f].name}, {"total", total}};
    const auto hierarchy = options.hierarchies.find(fields[f].hierarchy);
    if (!fields[f].hierarchy.empty()) {
      if (hierarchy == options.hierarchies.end())
        return bad("the .rda file needs the hierarchy " + fields[f].hierarchy + ": name it with --hierarchy");
      Result<Json> children = children_from_hrc(hierarchy->second, total, fields[f].lead);
      if (!children) return children.error();
      dimension.emplace_back("children", std::move(children).value());
    } else {
      Array list;
      for (const std::string& code : codes[f])
        if (code != total) list.emplace_back(code);
      dimension.emplace_back("codes", std::move(list));
    }
    dimensions.emplace_back(std::move(dimension));
  }
  return table_request(
      Object{{"dimensions", std::move(dimensions)}, {"cells", std::move(cells)}, {"kind", options.kind}}, options);
}

}  // namespace assay::cli
