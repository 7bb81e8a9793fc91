#include "cli/table_page.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace assay::cli {
namespace {

using core::Json;
using Address = std::vector<std::string>;

std::string text_of(const Json* value) {
  if (value == nullptr) return "";
  if (value->string() != nullptr) return *value->string();
  return value->number() != nullptr ? value->number()->text : "";
}

Address address_of(const Json* value) {
  Address at;
  if (value == nullptr) return at;
  if (value->array() == nullptr) return {text_of(value)};
  for (const Json& code : *value->array()) at.push_back(text_of(&code));
  return at;
}

struct Shown {
  std::string text, hover;
  bool open = false, disclosed = false;
  int shade = 0;  // 0 to 4
};

/// Everything the two forms show: cells by address, in the order of the request.
struct Page {
  std::vector<std::string> names;
  std::vector<Address> order;
  std::map<Address, Shown> cells;
  std::vector<std::string> summary;
};

/// A shade out of the first digits of kappa: the page compares nothing, it colours.
int shade_of(const std::string& kappa) {
  if (kappa.empty() || kappa.front() == '-' || kappa.find("e-") != std::string::npos) return 0;
  if (kappa.starts_with("0.")) return kappa.size() > 2 && kappa[2] >= '5' ? 2 : kappa[2] == '0' ? 0 : 1;
  return kappa.starts_with("1.") || kappa == "1" ? 3 : kappa == "0" ? 0 : 4;
}

const Json* result_member(const Json& response, std::string_view name) {
  const Json* result = response.find("result");
  return result == nullptr ? nullptr : result->find(name);
}

void add_ranges(const Json& response, Page& page) {
  const Json* ranges = result_member(response, "ranges");
  if (ranges == nullptr || ranges->array() == nullptr) return;
  for (const Json& range : *ranges->array()) {
    Shown& shown = page.cells[address_of(range.find("at"))];
    const Json *low = range.find("min"), *high = range.find("max");
    const std::string from = low == nullptr ? "" : text_of(low->find("lower"));
    const std::string to = high == nullptr ? "" : text_of(high->find("upper"));
    const Json* disclosed = range.find("disclosed");
    shown.open = true;
    shown.disclosed = disclosed != nullptr && disclosed->boolean() != nullptr && *disclosed->boolean();
    if (shown.disclosed) {
      shown.text = "=" + from;
      shown.hover = "disclosed: exactly " + from;
    } else {
      (shown.text = from).append("..").append(to);
      (shown.hover = "range ").append(from).append(" to ").append(to);
    }
    if (const Json* combination = range.find("combination");
        combination != nullptr && combination->array() != nullptr) {
      shown.hover += "; it is the sum of";
      for (const Json& term : *combination->array()) {
        shown.hover += " " + text_of(term.find("coefficient")) + " x (";
        const Address at = address_of(term.find("at"));
        for (std::size_t i = 0; i < at.size(); ++i) shown.hover += (i == 0 ? "" : ", ") + at[i];
        shown.hover += ")";
      }
    }
  }
}

/// Cells that no line of the table speaks of, after those that are given.
void add_unpublished(const Json& response, Page& page) {
  const Json* ranges = result_member(response, "ranges");
  if (ranges == nullptr || ranges->array() == nullptr) return;
  for (const Json& range : *ranges->array())
    if (text_of(range.find("status")) == "absent") page.order.push_back(address_of(range.find("at")));
}

void add_beliefs(const Json& response, Page& page) {
  if (const Json* posterior = result_member(response, "posterior");
      posterior != nullptr && posterior->array() != nullptr)
    for (const Json& cell : *posterior->array()) {
      const Json* values = cell.find("values");
      if (values == nullptr || values->array() == nullptr) continue;
      Shown& shown = page.cells[address_of(cell.find("at"))];
      const Json* prior = cell.find("prior");
      shown.hover += prior == nullptr ? "; posterior" : "; posterior of prior " + prior->number()->text + ":";
      const std::size_t most = std::min<std::size_t>(values->array()->size(), 12);
      for (std::size_t i = 0; i < most; ++i) {
        const Json& value = (*values->array())[i];
        shown.hover +=
            " " + text_of(value.find("value")) + ": " + text_of(value.find("probability")) + (i + 1 < most ? "," : "");
      }
      if (most < values->array()->size()) shown.hover += ", ...";
    }
  if (const Json* cells = result_member(response, "kappa_cells"); cells != nullptr && cells->array() != nullptr)
    for (const Json& cell : *cells->array()) {
      Shown& shown = page.cells[address_of(cell.find("at"))];
      const Json* kappa = cell.find("kappa");
      if (kappa == nullptr) continue;
      const std::string upper = text_of(kappa->find("upper"));
      shown.hover += "; kappa " + upper.substr(0, 8);
      shown.shade = shade_of(upper);
    }
}

Page page_of(const Json& request, const Json& response) {
  Page page;
  const Json* table = request.find("table");
  if (table == nullptr) {
    const Json* tables = request.find("tables");
    if (tables != nullptr && tables->array() != nullptr && !tables->array()->empty()) table = &tables->array()->front();
  }
  if (table == nullptr) return page;
  if (const Json* dimensions = table->find("dimensions"); dimensions != nullptr && dimensions->array() != nullptr)
    for (const Json& dimension : *dimensions->array()) page.names.push_back(text_of(dimension.find("name")));
  if (const Json* cells = table->find("cells"); cells != nullptr && cells->array() != nullptr)
    for (const Json& cell : *cells->array()) {
      const Address at = address_of(cell.find("at"));
      page.order.push_back(at);
      page.cells[at].text = text_of(cell.find("value"));
    }
  if (request.find("table") != nullptr) add_unpublished(response, page);
  add_ranges(response, page);
  add_beliefs(response, page);
  std::size_t open = 0, disclosed = 0;
  for (const Address& at : page.order) {
    open += page.cells[at].open ? 1 : 0;
    disclosed += page.cells[at].disclosed ? 1 : 0;
  }
  page.summary.push_back(std::to_string(open) + " cells are suppressed, rounded or not published; " +
                         std::to_string(disclosed) + " of them are disclosed exactly.");
  if (const Json* completions = result_member(response, "completions"))
    page.summary.push_back("Tables that agree with the release: " + text_of(completions->find("lower")) +
                           (text_of(completions->find("lower")) == text_of(completions->find("upper"))
                                ? "."
                                : " to " + text_of(completions->find("upper")) + "."));
  if (const Json* kappa = result_member(response, "kappa"))
    page.summary.push_back("kappa is at most " + text_of(kappa->find("upper")) + ".");
  if (const Json* verdict = result_member(response, "verdict"))
    page.summary.push_back("The kappa asked for: " + text_of(verdict) + ".");
  return page;
}

std::vector<std::string> codes_of(const Page& page, std::size_t dimension) {
  std::vector<std::string> codes;
  for (const Address& at : page.order)
    if (std::find(codes.begin(), codes.end(), at[dimension]) == codes.end()) codes.push_back(at[dimension]);
  return codes;
}

bool is_grid(const Page& page) {
  return page.names.size() == 2 &&
         std::all_of(page.order.begin(), page.order.end(), [](const Address& at) { return at.size() == 2; });
}

/// Rows of cells: a grid with its heads, or addresses with their values.
std::vector<std::vector<std::pair<std::string, const Shown*>>> rows_of(const Page& page) {
  std::vector<std::vector<std::pair<std::string, const Shown*>>> rows;
  if (is_grid(page)) {
    const std::vector<std::string> down = codes_of(page, 0), across = codes_of(page, 1);
    rows.push_back({{page.names[0] + " / " + page.names[1], nullptr}});
    for (const std::string& code : across) rows[0].emplace_back(code, nullptr);
    for (const std::string& code : down) {
      rows.push_back({{code, nullptr}});
      for (const std::string& other : across) {
        const auto cell = page.cells.find({code, other});
        rows.back().emplace_back("", cell == page.cells.end() ? nullptr : &cell->second);
      }
    }
    return rows;
  }
  for (const Address& at : page.order) {
    std::string name;
    for (std::size_t i = 0; i < at.size(); ++i) name += (i == 0 ? "" : ", ") + at[i];
    rows.push_back({{name, nullptr}, {"", &page.cells.at(at)}});
  }
  return rows;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

}  // namespace

std::string table_as_text(const Json& request, const Json& response) {
  const Page page = page_of(request, response);
  const auto rows = rows_of(page);
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], (row[i].second == nullptr ? row[i].first : row[i].second->text).size() + 2);
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Shown* shown = row[i].second;
      std::string cell = shown == nullptr ? row[i].first : shown->open ? "[" + shown->text + "]" : shown->text;
      const std::string blank(widths[i] > cell.size() ? widths[i] - cell.size() : 0, ' ');
      // The names of rows stand to the left, all else to the right.
      line.append(i == 0 ? cell : "  ").append(blank).append(i == 0 ? "" : cell);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  out += "\n";
  for (const std::string& sentence : page.summary) out += sentence + "\n";
  return out;
}

std::string table_as_html(const Json& request, const Json& response) {
  const Page page = page_of(request, response);
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>What the table reveals</title>\n"
      "<style>\nbody { font: 15px sans-serif; margin: 2em; }\ntable { border-collapse: collapse; }\n"
      "th, td { border: 1px solid #bbb; padding: 0.3em 0.7em; text-align: right; }\nth { background: #f2f2f2; "
      "text-align: left; }\n"
      "td.open { position: relative; font-style: italic; cursor: help; }\n"
      ".k0 { background: #fff8e1; } .k1 { background: #ffe5b0; } .k2 { background: #ffcc80; } .k3 { background: "
      "#ff9e66; } "
      ".k4 { background: #ef6c50; }\n"
      "td.disclosed { outline: 3px solid #b00020; outline-offset: -3px; font-weight: bold; }\n"
      "td .note { display: none; position: absolute; left: 60%; top: 80%; z-index: 1; width: 22em; text-align: left; "
      "background: #222; color: #fff; padding: 0.5em; font-style: normal; font-weight: normal; }\n"
      "td:hover .note { display: block; }\n</style>\n</head>\n<body>\n<h1>What the table reveals</h1>\n<table>\n";
  const auto rows = rows_of(page);
  for (const auto& row : rows) {
    out += "<tr>";
    for (const auto& [name, shown] : row) {
      if (shown == nullptr) {
        out += "<th>" + escaped(name) + "</th>";
      } else if (!shown->open) {
        out += "<td>" + escaped(shown->text) + "</td>";
      } else {
        out += "<td class=\"open k" + std::to_string(shown->shade) + (shown->disclosed ? " disclosed" : "") +
               "\" title=\"" + escaped(shown->hover) + "\">" + escaped(shown->text) + "<span class=\"note\">" +
               escaped(shown->hover) + "</span></td>";
      }
    }
    out += "</tr>\n";
  }
  out += "</table>\n";
  for (const std::string& sentence : page.summary) out += "<p>" + escaped(sentence) + "</p>\n";
  return out + "</body>\n</html>\n";
}

std::string table_as_svg(const Json& request, const Json& response) {
  constexpr int height = 26, letter = 8, margin = 12;
  constexpr const char* fills[] = {"#fff8e1", "#ffe5b0", "#ffcc80", "#ff9e66", "#ef6c50"};
  const Page page = page_of(request, response);
  const auto rows = rows_of(page);
  std::vector<int> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      const std::string& text = row[i].second == nullptr ? row[i].first : row[i].second->text;
      widths[i] = std::max(widths[i], static_cast<int>(text.size()) * letter + 2 * margin);
    }
  int width = 1;
  for (const int w : widths) width += w;
  std::string out;
  int y = 0;
  for (const auto& row : rows) {
    int x = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Shown* shown = row[i].second;
      const bool open = shown != nullptr && shown->open, disclosed = shown != nullptr && shown->disclosed;
      const std::string fill = shown == nullptr ? "#f2f2f2" : open ? fills[shown->shade] : "#ffffff";
      out += "<g>";
      if (open) out += "<title>" + escaped(shown->hover) + "</title>";
      out += "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
             std::to_string(widths[i]) + "\" height=\"" + std::to_string(height) + "\" fill=\"" + fill +
             "\" stroke=\"" + (disclosed ? "#b00020\" stroke-width=\"3" : "#bbbbbb") + "\"/>";
      const int text_at = shown == nullptr ? x + margin : x + widths[i] - margin;
      out += "<text x=\"" + std::to_string(text_at) + "\" y=\"" + std::to_string(y + height - 8) + "\"" +
             (shown == nullptr ? "" : " text-anchor=\"end\"") + (open ? " font-style=\"italic\"" : "") + ">" +
             escaped(shown == nullptr ? row[i].first : shown->text) + "</text></g>\n";
      x += widths[i];
    }
    y += height;
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(width) + "\" height=\"" +
         std::to_string(y + 1) + "\" font-family=\"sans-serif\" font-size=\"14\">\n" + out + "</svg>\n";
}

}  // namespace assay::cli
