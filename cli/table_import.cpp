#include "cli/table_import.hpp"

#include <algorithm>
#include <set>

#include "cli/table_text.hpp"
#include "core/rational.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

Error bad(std::string message) { return {ErrorCode::invalid_parameter, "", std::move(message)}; }

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Signs that statistical offices print for a value that is not told.
bool is_suppression_sign(const std::string& value) {
  const std::string text = lower(value);
  for (const std::string_view sign :
       {"",  "x", "*",   "**",  "***", ".",   "..", "...", ":",    ":c",         "c",
        "s", "d", "(x)", "(c)", "(s)", "(d)", "na", "n/a", "null", "suppressed", "\u2026"})
    if (text == sign) return true;
  for (const std::string_view less : {"<", "<=", "\u2264"})
    if (text.starts_with(less) && core::parse_number(text.substr(less.size()))) return true;
  return false;
}

/// A column that is named twice would be read once.
std::optional<Error> repeated(const std::vector<std::string>& head) {
  std::set<std::string> names;
  for (const std::string& name : head)
    if (!names.insert(name).second) return bad("line 1: the column " + name + " is named twice");
  return std::nullopt;
}

bool is_number(const std::string& text) { return core::parse_number(text).has_value(); }

/// A dimension out of the codes that occur.
Result<Json> dimension(const std::string& name, const std::vector<std::string>& codes, const ImportOptions& options) {
  Object object{{"name", name}};
  const auto hierarchy = options.hierarchies.find(name);
  if (hierarchy != options.hierarchies.end()) {
    Result<Json> children = children_from_hrc(hierarchy->second, options.total, "@");
    if (!children) return children.error();
    object.emplace_back("children", std::move(children).value());
    object.emplace_back("total", options.total);
    return Json(std::move(object));
  }
  Array list;
  bool total = false;
  for (const std::string& code : codes) {
    total = total || code == options.total;
    if (code != options.total) list.emplace_back(code);
  }
  object.emplace_back("codes", std::move(list));
  if (total) object.emplace_back("total", options.total);
  return Json(std::move(object));
}

/// "1..2" as ends, for suppressing cells here; the request carries the text.
struct Ends {
  Rational first;
  std::optional<Rational> last;
  bool holds(const Rational& x) const { return first <= x && (!last || x <= *last); }
};
Result<std::optional<Ends>> read_rule(const std::string& rule) {
  if (rule.empty()) return std::optional<Ends>();
  const std::size_t dots = rule.find("..");
  const auto first = core::parse_number(rule.substr(0, dots));
  if (!first) return bad("the rule is a range such as 1..2, got " + rule);
  Ends ends{first->value, first->value};
  if (dots != std::string::npos) {
    ends.last.reset();
    if (const std::string rest = rule.substr(dots + 2); !rest.empty()) {
      const auto last = core::parse_number(rest);
      if (!last) return bad("the rule is a range such as 1..2, got " + rule);
      ends.last = last->value;
    }
  }
  return std::optional<Ends>(ends);
}

Json number(const Rational& x) {
  return denominator(x) == 1 ? Json(numerator(x).str()) : Json(numerator(x).str() + "/" + denominator(x).str());
}

Json request_of(Array dimensions, Array cells, const ImportOptions& options) {
  return table_request(
      Object{{"dimensions", std::move(dimensions)}, {"cells", std::move(cells)}, {"kind", options.kind}}, options);
}

/// Where a line of a CSV file has what.
struct Columns {
  std::size_t value = 0;
  std::optional<std::size_t> status, reason;
  std::vector<std::size_t> dimensions;
};
Result<Columns> columns_of(const std::vector<std::string>& head, const ImportOptions& options) {
  Columns columns;
  std::optional<std::size_t> value;
  for (std::size_t i = 0; i < head.size(); ++i) {
    const std::string name = lower(head[i]);
    if (name == "status")
      columns.status = i;
    else if (name == "reason")
      columns.reason = i;
    else if (!value && (options.value.empty() ? name == "value" || name == "freq" || name == "count" || name == "n"
                                              : head[i] == options.value))
      value = i;
    else
      columns.dimensions.push_back(i);
  }
  if (!value) return bad("there is no column value (or freq, count, n)");
  if (columns.dimensions.empty()) return bad("there is no column beside the value: one a dimension is needed");
  columns.value = *value;
  return columns;
}

/// Adds the status of a cell, and the reason for it; `known`: the value is a number.
void add_status(Object& cell, const std::vector<std::string>& row, const Columns& columns, bool known,
                const std::optional<Ends>& rule) {
  std::string state = columns.status ? lower(row[*columns.status]) : "";
  std::string why = columns.reason ? lower(row[*columns.reason]) : "";
  if (state.empty() || state == "s" || state == "p" || state == "published") state = known ? "published" : "suppressed";
  if (state == "primary" || state == "u") {
    state = "suppressed";
    why = "primary";
  } else if (state == "secondary" || state == "m" || state == "d") {
    state = "suppressed";
    why = "secondary";
  }
  if (state == "published" && rule && known && rule->holds(core::parse_number(row[columns.value])->value)) {
    state = "suppressed";
    why = "primary";
  }
  cell.emplace_back("status", state);
  if (!why.empty()) cell.emplace_back("reason", why);
}

/// Microdata with the columns that count.
struct Microdata {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> dimensions;
  std::optional<std::size_t> value;
};
Result<Microdata> read_microdata(std::string_view text, const ImportOptions& options) {
  Result<std::vector<std::vector<std::string>>> rows = read_csv(text, options.separator);
  if (!rows) return rows.error();
  if (rows->empty()) return bad("microdata need a line of names");
  Microdata data{std::move(rows).value(), {}, {}};
  const std::vector<std::string>& head = data.rows.front();
  if (auto fault = repeated(head)) return *fault;
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    const auto place = std::find(head.begin(), head.end(), name);
    if (place == head.end()) return std::nullopt;
    return static_cast<std::size_t>(place - head.begin());
  };
  if (options.dimensions.empty() || options.dimensions.size() > 6)
    return bad("name one to six dimensions of the table");
  for (const std::string& name : options.dimensions) {
    const auto column = find(name);
    if (!column) return bad("the microdata have no column " + name);
    data.dimensions.push_back(*column);
  }
  if (!options.value.empty()) {
    data.value = find(options.value);
    if (!data.value) return bad("the microdata have no column " + options.value);
  }
  return data;
}

/// What the records say, cell by cell, of all combinations of codes and totals.
struct Sums {
  std::map<std::vector<std::string>, Rational> sums;
  std::map<std::vector<std::string>, Array> contributions;
  std::vector<std::set<std::string>> codes;
};
Result<Sums> sums_of(const Microdata& data, const std::string& total) {
  Sums all;
  const std::size_t dimensions = data.dimensions.size();
  all.codes.resize(dimensions);
  for (std::size_t r = 1; r < data.rows.size(); ++r) {
    const std::vector<std::string>& row = data.rows[r];
    if (row.size() != data.rows.front().size())
      return bad("line " + std::to_string(r + 1) + " has another number of fields");
    Rational x = 1;
    if (data.value) {
      const auto read = core::parse_number(row[*data.value]);
      if (!read) return bad("line " + std::to_string(r + 1) + ": " + row[*data.value] + " is no number");
      x = read->value;
    }
    // Every combination of a code and the total, a bit a dimension.
    for (std::size_t mask = 0; mask < (std::size_t{1} << dimensions); ++mask) {
      std::vector<std::string> at;
      for (std::size_t d = 0; d < dimensions; ++d) {
        const std::string& code = row[data.dimensions[d]];
        all.codes[d].insert(code);
        at.push_back((mask >> d & 1U) != 0 ? total : code);
      }
      all.sums[at] += x;
      if (data.value) all.contributions[at].push_back(number(x));
    }
  }
  return all;
}

/// Each prefix with each code.
std::vector<std::vector<std::string>> extended(const std::vector<std::vector<std::string>>& prefixes,
                                               const std::vector<std::string>& codes) {
  std::vector<std::vector<std::string>> longer;
  for (const auto& prefix : prefixes)
    for (const std::string& code : codes) {
      longer.push_back(prefix);
      longer.back().push_back(code);
    }
  return longer;
}

}  // namespace

Result<std::vector<std::vector<std::string>>> read_csv(std::string_view text, char separator,
                                                       std::vector<std::size_t>* lines) {
  std::vector<std::vector<std::string>> rows;
  std::size_t line = 1, begins = 1;
  std::vector<std::string> row;
  std::string field;
  bool quoted = false, was_quoted = false;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const auto end_field = [&] {
    if (!was_quoted) {
      const std::size_t from = field.find_first_not_of(" \t"), to = field.find_last_not_of(" \t");
      field = from == std::string::npos ? std::string() : field.substr(from, to - from + 1);
    }
    row.push_back(std::move(field));
    field.clear();
    was_quoted = false;
  };
  const auto end_row = [&] {
    end_field();
    if (row.size() > 1 || !row[0].empty()) {
      rows.push_back(std::move(row));
      if (lines != nullptr) lines->push_back(begins);
    }
    row.clear();
    begins = line + 1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_forbidden(c)) return bad("line " + std::to_string(line) + ": a control character that no text has");
    if (quoted) {
      if (c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
        field += '"';
        ++i;
      } else if (c == '"') {
        quoted = false;
      } else {
        field += c;
        line += c == '\n' ? 1 : 0;
      }
    } else if (c == '"' && field.find_first_not_of(" \t") == std::string::npos) {
      field.clear();
      quoted = was_quoted = true;
    } else if (c == separator) {
      end_field();
    } else if (c == '\n') {
      end_row();
      ++line;
      if (rows.size() > persuasive::max_table_cells)
        return Error{ErrorCode::limit_exceeded, "", "a file of at most a million lines"};
    } else if (c != '\r') {
      field += c;
    }
  }
  if (quoted) return bad("a quote is not closed");
  if (!field.empty() || !row.empty()) end_row();
  return rows;
}

Json table_request(Json table, const ImportOptions& options) {
  Object knowledge{{"lower", "0"}};
  if (!options.rule.empty()) knowledge.emplace_back("rule", Object{{"suppressed_if", options.rule}});
  return Object{{"request", "table"}, {"table", std::move(table)}, {"knowledge", std::move(knowledge)}};
}

Result<Json> table_from_csv(std::string_view text, const ImportOptions& options) {
  std::vector<std::size_t> lines;
  const auto rows = read_csv(text, options.separator, &lines);
  if (!rows) return rows.error();
  if (rows->size() < 2) return bad("a table needs a line of names and a line a cell");
  const std::vector<std::string>& head = rows->front();
  if (auto fault = repeated(head)) return *fault;
  const Result<Columns> columns = columns_of(head, options);
  if (!columns) return columns.error();
  const auto rule = read_rule(options.rule);
  if (!rule) return rule.error();
  const std::size_t size = columns->dimensions.size();
  std::vector<std::vector<std::string>> codes(size);
  std::vector<std::set<std::string>> seen(size);
  Array cells;
  for (std::size_t r = 1; r < rows->size(); ++r) {
    const std::vector<std::string>& row = (*rows)[r];
    if (row.size() != head.size())
      return bad("line " + std::to_string(lines[r]) + " has " + std::to_string(row.size()) + " fields, the first has " +
                 std::to_string(head.size()));
    Array at;
    for (std::size_t d = 0; d < size; ++d) {
      const std::string& code = row[columns->dimensions[d]];
      if (seen[d].insert(code).second) codes[d].push_back(code);
      at.emplace_back(code);
    }
    const std::string& value = row[columns->value];
    const bool known = is_number(value);
    if (!known && !is_suppression_sign(value))
      return bad("line " + std::to_string(lines[r]) + ", column " + head[columns->value] + ": \"" + value +
                 "\" is neither a number nor a sign of suppression; leave the value empty, or write digits alone");
    Object cell{{"at", std::move(at)}, {"value", known ? Json(value) : Json()}};
    add_status(cell, row, *columns, known, *rule);
    cells.emplace_back(std::move(cell));
  }
  Array dimensions;
  for (std::size_t d = 0; d < size; ++d) {
    Result<Json> one = dimension(head[columns->dimensions[d]], codes[d], options);
    if (!one) return one.error();
    dimensions.push_back(std::move(one).value());
  }
  return request_of(std::move(dimensions), std::move(cells), options);
}

Result<Json> table_from_microdata(std::string_view text, const ImportOptions& options) {
  const Result<Microdata> data = read_microdata(text, options);
  if (!data) return data.error();
  const auto rule = read_rule(options.rule);
  if (!rule) return rule.error();
  Result<Sums> sums = sums_of(*data, options.total);
  if (!sums) return sums.error();
  Array dimensions, cells;
  std::vector<std::vector<std::string>> all{{}};
  for (std::size_t d = 0; d < data->dimensions.size(); ++d) {
    std::vector<std::string> list(sums->codes[d].begin(), sums->codes[d].end());
    list.push_back(options.total);
    Result<Json> one = dimension(options.dimensions[d], list, options);
    if (!one) return one.error();
    dimensions.push_back(std::move(one).value());
    if (all.size() * list.size() > persuasive::max_table_cells)
      return Error{ErrorCode::limit_exceeded, "", "the table has more than a million cells"};
    all = extended(all, list);
  }
  for (const std::vector<std::string>& at : all) {
    const auto sum = sums->sums.find(at);
    const Rational x = sum == sums->sums.end() ? Rational(0) : sum->second;
    Array address;
    for (const std::string& code : at) address.emplace_back(code);
    Object cell{{"at", std::move(address)}, {"value", number(x)}};
    if (*rule && (*rule)->holds(x)) {
      cell.emplace_back("status", "suppressed");
      cell.emplace_back("reason", "primary");
    }
    if (data->value) cell.emplace_back("contributions", sums->contributions[at]);
    cells.emplace_back(std::move(cell));
  }
  return request_of(std::move(dimensions), std::move(cells), options);
}

}  // namespace assay::cli
