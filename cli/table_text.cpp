// Decodes tables; every fault has its place.
#include "cli/table_text.hpp"

#include <algorithm>
#include <array>

#include "core/json_reader.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::CellStatus;
using persuasive::Knowledge;
using persuasive::Release;
using persuasive::RoundingMethod;
using persuasive::SuppressionReason;
using persuasive::TableCell;
using persuasive::TableKind;
using persuasive::TableText;

template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

template <class Value, std::size_t n>
Value choose(ObjectReader& in, std::string_view name, const std::array<Choice<Value>, n>& choices, Value otherwise) {
  const Json* value = in.find(name);
  if (value == nullptr) return otherwise;
  std::vector<std::string_view> names;
  for (const auto& choice : choices) {
    if (value->string() != nullptr && *value->string() == choice.name) return choice.value;
    names.push_back(choice.name);
  }
  in.fail(ErrorCode::invalid_parameter, name,
          std::string(name) + " must be one of " + join(names) + ", got " + spell(*value));
  return otherwise;
}

std::optional<Rational> optional_real(ObjectReader& in, std::string_view name) {
  const Json* value = in.find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  return in.keep(read_real(*value, name, in.place(name))).value;
}

std::string code_text(const Json& value) {
  if (value.string() != nullptr) return *value.string();
  return value.number() != nullptr ? value.number()->text : std::string();
}

/// A code: a text, or a number by its text.
Result<std::string> read_code(const Json& value, const std::string& at) {
  if (value.string() == nullptr && value.number() == nullptr)
    return Error{ErrorCode::invalid_parameter, at, "a code is a text, got " + spell(value)};
  std::string text = code_text(value);
  if (std::any_of(text.begin(), text.end(), is_forbidden))
    return Error{ErrorCode::invalid_parameter, at, "a code has no NUL and no separator of records or units"};
  return text;
}

std::vector<std::string> read_codes(ObjectReader& in, const Json& value, const std::string& at) {
  std::vector<std::string> codes;
  const Json::Array* list = value.array();
  if (list == nullptr) {
    in.fail({ErrorCode::invalid_parameter, at, "a list of codes, got " + spell(value)});
    return codes;
  }
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    codes.push_back(in.keep(read_code((*list)[i], at + "/" + std::to_string(i))));
  return codes;
}

/// {"parent": ["part", ...]}, or several breakdowns of one parent: {"parent": [["part", ...], [...]]}.
void read_children(ObjectReader& in, persuasive::Dimension& dimension) {
  const Json* children = in.find("children");
  if (children == nullptr) return;
  const std::string at = in.place("children");
  if (children->object() == nullptr)
    return in.fail(ErrorCode::invalid_parameter, "children", "children is an object: parent to list of codes");
  for (const auto& [parent, parts] : *children->object()) {
    const std::string place = at + "/" + core::pointer_token(parent);
    const Json::Array* list = parts.array();
    const bool several = list != nullptr && !list->empty() && list->front().array() != nullptr;
    for (std::size_t i = 0; i < (several ? list->size() : 1); ++i)
      dimension.breakdowns.push_back({parent, several ? read_codes(in, (*list)[i], place + "/" + std::to_string(i))
                                                      : read_codes(in, parts, place)});
  }
}

constexpr std::array<std::string_view, 4> dimension_fields = {"name", "codes", "total", "children"};

Result<persuasive::Dimension> read_dimension(const Json& value, const std::string& at) {
  ObjectReader in(value, at, "a dimension", dimension_fields);
  persuasive::Dimension dimension;
  dimension.pointer = at;
  if (const Json* name = in.require("name")) dimension.name = in.keep(read_string(*name, "name", in.place("name")));
  if (const Json* codes = in.find("codes")) dimension.codes = read_codes(in, *codes, in.place("codes"));
  if (const Json* total = in.find("total"); total != nullptr && !total->is_null())
    dimension.total = in.keep(read_code(*total, in.place("total")));
  if (std::any_of(dimension.name.begin(), dimension.name.end(), is_forbidden))
    in.fail(ErrorCode::invalid_parameter, "name", "a name has no NUL and no separator of records or units");
  read_children(in, dimension);
  if (!in.failed() && dimension.codes.empty() && dimension.breakdowns.empty())
    in.fail(ErrorCode::missing_field, "codes", "a dimension needs codes");
  if (in.failed()) return *in.fault();
  return dimension;
}

constexpr std::array<std::string_view, 3> contribution_fields = {"value", "contributor", "weight"};

Result<persuasive::Contribution> read_contribution(const Json& value, const std::string& at) {
  persuasive::Contribution contribution;
  if (value.object() == nullptr) {
    const Result<core::ExactNumber> number = read_real(value, "contribution", at);
    if (!number) return number.error();
    contribution.value = number->value;
    return contribution;
  }
  ObjectReader in(value, at, "a contribution", contribution_fields);
  if (const Json* amount = in.require("value"))
    contribution.value = in.keep(read_real(*amount, "value", in.place("value"))).value;
  if (const Json* who = in.find("contributor"))
    contribution.contributor = in.keep(read_code(*who, in.place("contributor")));
  contribution.weight = optional_real(in, "weight");
  if (contribution.weight && *contribution.weight <= 0)
    in.fail(ErrorCode::invalid_parameter, "weight", "a weight must be positive");
  if (in.failed()) return *in.fault();
  return contribution;
}

/// {"1": "1/2", "2": "4/5"}: a chance a true value.
Result<std::map<long, Rational>> read_chances(const Json& value, const std::string& at) {
  if (value.object() == nullptr || value.object()->empty())
    return Error{ErrorCode::invalid_parameter, at, "chances is an object: true value to chance, got " + spell(value)};
  std::map<long, Rational> chances;
  for (const auto& [name, chance] : *value.object()) {
    const std::string place = at + "/" + core::pointer_token(name);
    const Result<core::ExactNumber> x = core::parse_number(name);
    if (!x || denominator(x->value) != 1 || x->value < 0 || x->value > 1'000'000)
      return Error{ErrorCode::invalid_parameter, place, "a true value is a whole number up to a million"};
    const Result<core::ExactNumber> p = read_real(chance, "chance", place);
    if (!p) return p.error();
    if (p->value < 0 || p->value > 1)
      return Error{ErrorCode::invalid_parameter, place, "a chance lies between 0 and 1, got " + spell(chance)};
    if (!chances.emplace(numerator(x->value).convert_to<long>(), p->value).second)
      return Error{ErrorCode::invalid_parameter, place, "the value " + name + " repeats"};
  }
  return chances;
}

/// A cell printed with noise that is bounded, or whose law is known.
void read_perturbation(ObjectReader& in, TableCell& cell) {
  cell.status = CellStatus::rounded;
  persuasive::RoundedTo noise{1, RoundingMethod::perturbed};
  const Json *deviation = in.find("deviation"), *chances = in.find("chances");
  if (deviation == nullptr && chances == nullptr)
    return in.fail(ErrorCode::missing_field, "deviation", "a perturbed cell needs a deviation or chances");
  if (deviation != nullptr) {
    noise.base = in.keep(read_real(*deviation, "deviation", in.place("deviation"))).value;
    if (!in.failed() && noise.base <= 0)
      in.fail(ErrorCode::invalid_parameter, "deviation", "deviation must be positive");
  }
  if (chances != nullptr) {
    cell.chances = in.keep(read_chances(*chances, in.place("chances")));
    if (deviation == nullptr) noise.base = 1'000'000;
  }
  cell.rounding = noise;
}

constexpr std::array<std::string_view, 11> cell_fields = {"at",           "value",     "status", "reason",
                                                          "base",         "rounding",  "truth",  "contributions",
                                                          "contributors", "deviation", "chances"};

Result<TableCell> read_cell(const Json& value, const std::string& at) {
  ObjectReader in(value, at, "a cell", cell_fields);
  TableCell cell;
  cell.pointer = at;
  if (const Json* address = in.require("at")) cell.at = in.keep(read_address(*address, in.place("at")));
  cell.value = optional_real(in, "value");
  cell.truth = optional_real(in, "truth");
  constexpr std::array<Choice<CellStatus>, 3> statuses = {
      {{"published", CellStatus::published}, {"suppressed", CellStatus::suppressed}, {"rounded", CellStatus::rounded}}};
  const Json* status = in.find("status");
  const bool perturbed = status != nullptr && status->string() != nullptr && *status->string() == "perturbed";
  if (perturbed)
    read_perturbation(in, cell);
  else
    cell.status = choose(in, "status", statuses, cell.value ? CellStatus::published : CellStatus::suppressed);
  constexpr std::array<Choice<SuppressionReason>, 2> reasons = {
      {{"primary", SuppressionReason::primary}, {"secondary", SuppressionReason::secondary}}};
  cell.reason = choose(in, "reason", reasons, SuppressionReason::unstated);
  if (cell.reason != SuppressionReason::unstated && cell.status != CellStatus::suppressed)
    in.fail(ErrorCode::invalid_parameter, "reason", "only a suppressed cell has a reason");
  if (perturbed) {
    for (const std::string_view name : {"base", "rounding"})
      if (in.find(name) != nullptr) in.fail(ErrorCode::invalid_parameter, name, "only a rounded cell has this field");
  } else if (cell.status == CellStatus::rounded) {
    persuasive::RoundedTo rounding;
    if (const Json* base = in.require("base"))
      rounding.base = in.keep(read_real(*base, "base", in.place("base"))).value;
    if (!in.failed() && rounding.base <= 0) in.fail(ErrorCode::invalid_parameter, "base", "base must be positive");
    constexpr std::array<Choice<RoundingMethod>, 3> methods = {{{"conventional", RoundingMethod::conventional},
                                                                {"random", RoundingMethod::random},
                                                                {"controlled", RoundingMethod::controlled}}};
    if (in.require("rounding") != nullptr)
      rounding.method = choose(in, "rounding", methods, RoundingMethod::conventional);
    cell.rounding = rounding;
  } else {
    for (const std::string_view name : {"base", "rounding", "truth", "deviation", "chances"})
      if (in.find(name) != nullptr) in.fail(ErrorCode::invalid_parameter, name, "only a rounded cell has this field");
  }
  if (const Json* list = in.find("contributions")) {
    const Json::Array* all = list->array();
    if (all == nullptr) in.fail(ErrorCode::invalid_parameter, "contributions", "a list, got " + spell(*list));
    for (std::size_t i = 0; all != nullptr && i < all->size() && !in.failed(); ++i)
      cell.contributions.push_back(
          in.keep(read_contribution((*all)[i], in.place("contributions") + "/" + std::to_string(i))));
  }
  cell.contributors = optional_real(in, "contributors");
  if (in.failed()) return *in.fault();
  return cell;
}

constexpr std::array<std::string_view, 2> relation_fields = {"total", "parts"};

Result<TableText::Sum> read_sum(const Json& value, const std::string& at) {
  ObjectReader in(value, at, "a relation", relation_fields);
  TableText::Sum sum;
  sum.pointer = at;
  if (const Json* total = in.require("total")) sum.total = in.keep(read_address(*total, in.place("total")));
  const Json* parts = in.require("parts");
  if (parts != nullptr && parts->array() == nullptr)
    in.fail(ErrorCode::invalid_parameter, "parts", "a list of addresses, got " + spell(*parts));
  for (std::size_t i = 0; !in.failed() && i < parts->array()->size(); ++i)
    sum.parts.push_back(in.keep(read_address((*parts->array())[i], in.place("parts") + "/" + std::to_string(i))));
  if (in.failed()) return *in.fault();
  return sum;
}

/// "1..2", "3..", "4": inclusive ends.
Result<Knowledge::SuppressedIf> read_suppressed_if(const Json& value, const std::string& at) {
  const std::string text = code_text(value);
  const std::size_t dots = text.find("..");
  const Result<core::ExactNumber> first = core::parse_number(text.substr(0, dots));
  if (!first || (value.string() == nullptr && value.number() == nullptr))
    return Error{ErrorCode::invalid_parameter, at, "suppressed_if is a range such as \"1..2\", got " + spell(value)};
  Knowledge::SuppressedIf rule{first->value, first->value};
  if (dots == std::string::npos) return rule;
  const std::string rest = text.substr(dots + 2);
  rule.last.reset();
  if (rest.empty()) return rule;
  const Result<core::ExactNumber> last = core::parse_number(rest);
  if (!last || last->value < first->value)
    return Error{ErrorCode::invalid_parameter, at, "suppressed_if is a range such as \"1..2\", got " + spell(value)};
  rule.last = last->value;
  return rule;
}

constexpr std::array<std::string_view, 5> table_fields = {"dimensions", "cells", "kind", "relations", "absent"};

}  // namespace

Result<std::vector<std::string>> read_address(const Json& value, const std::string& at) {
  if (value.string() != nullptr) {
    Result<std::string> code = read_code(value, at);
    if (!code) return code.error();
    return std::vector<std::string>{std::move(code).value()};
  }
  const Json::Array* list = value.array();
  if (list == nullptr || list->empty())
    return Error{ErrorCode::invalid_parameter, at, "an address is a list of codes, got " + spell(value)};
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < list->size(); ++i) {
    Result<std::string> code = read_code((*list)[i], at + "/" + std::to_string(i));
    if (!code) return code.error();
    codes.push_back(std::move(code).value());
  }
  return codes;
}

Result<TableText> read_table_text(const Json& value, const std::string& at, std::optional<TableKind>& kind) {
  ObjectReader in(value, at, "a table", table_fields);
  TableText table;
  constexpr std::array<Choice<TableKind>, 2> kinds = {
      {{"count", TableKind::count}, {"magnitude", TableKind::magnitude}}};
  if (in.require("kind") != nullptr) {
    const TableKind own = choose(in, "kind", kinds, TableKind::count);
    if (kind && *kind != own) in.fail(ErrorCode::invalid_parameter, "kind", "linked tables are of one kind");
    kind = own;
  }
  constexpr std::array<Choice<bool>, 2> absences = {{{"unpublished", false}, {"zero", true}}};
  table.absent_is_zero = choose(in, "absent", absences, false);
  const auto each = [&](std::string_view name, bool needed, auto read, auto& list) {
    const Json* member = needed ? in.require(name) : in.find(name);
    if (member == nullptr) return;
    if (member->array() == nullptr)
      return in.fail(ErrorCode::invalid_parameter, name, std::string(name) + " is a list, got " + spell(*member));
    for (std::size_t i = 0; i < member->array()->size() && !in.failed(); ++i)
      list.push_back(in.keep(read((*member->array())[i], in.place(name) + "/" + std::to_string(i))));
  };
  each("dimensions", in.find("relations") == nullptr, read_dimension, table.dimensions);
  each("cells", true, read_cell, table.cells);
  each("relations", false, read_sum, table.sums);
  if (in.failed()) return *in.fault();
  return table;
}

Result<Release> read_release(const Json& value, const std::string& at) {
  std::optional<TableKind> kind;
  std::vector<TableText> tables;
  const Json::Array* list = value.array();
  if (list != nullptr && list->empty()) return Error{ErrorCode::invalid_parameter, at, "there are no tables"};
  for (std::size_t i = 0; i < (list == nullptr ? 1 : list->size()); ++i) {
    Result<TableText> table = list == nullptr ? read_table_text(value, at, kind)
                                              : read_table_text((*list)[i], at + "/" + std::to_string(i), kind);
    if (!table) return table.error();
    tables.push_back(std::move(table).value());
  }
  return persuasive::make_release(*kind, tables);
}

Result<Knowledge> read_knowledge(const Json* value, const std::string& at, TableKind kind) {
  Knowledge knowledge;
  if (kind == TableKind::count) knowledge.lower = Rational(0);
  if (value == nullptr) return knowledge;
  constexpr std::array<std::string_view, 4> fields = {"lower", "upper", "rule", "zeros"};
  ObjectReader in(*value, at, "knowledge", fields);
  if (const auto lower = optional_real(in, "lower")) knowledge.lower = lower;
  if (kind == TableKind::count && knowledge.lower && *knowledge.lower < 0)
    in.fail(ErrorCode::invalid_parameter, "lower", "counts are not negative");
  knowledge.upper = optional_real(in, "upper");
  constexpr std::array<Choice<bool>, 2> zeros = {{{"published", true}, {"unknown", false}}};
  knowledge.zeros_published = choose(in, "zeros", zeros, false);
  if (const Json* rule = in.find("rule"); rule != nullptr && !rule->is_null()) {
    constexpr std::array<std::string_view, 2> rule_fields = {"suppressed_if", "secondary"};
    ObjectReader of(*rule, in.place("rule"), "a suppression rule", rule_fields);
    if (const Json* range = of.require("suppressed_if"))
      knowledge.suppressed_if = of.keep(read_suppressed_if(*range, of.place("suppressed_if")));
    constexpr std::array<Choice<Knowledge::Secondary>, 3> secondaries = {
        {{"none", Knowledge::Secondary::none},
         {"unknown", Knowledge::Secondary::unknown},
         {"smallest_other", Knowledge::Secondary::smallest_other}}};
    knowledge.secondary = choose(of, "secondary", secondaries, Knowledge::Secondary::none);
    if (of.failed()) return *of.fault();
  }
  if (in.failed()) return *in.fault();
  return knowledge;
}

Result<std::size_t> find_cell(const Release& release, const Json& value, const std::string& at) {
  const Result<std::vector<std::string>> address = read_address(value, at);
  if (!address) return address.error();
  for (std::size_t c = 0; c < release.cells.size(); ++c)
    if (release.cells[c].at == *address) return c;
  return Error{ErrorCode::invalid_parameter, at, "the release has no cell at " + spell(value)};
}

}  // namespace assay::cli
