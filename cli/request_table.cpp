// Decodes the request `table`.
#include "cli/request_table.hpp"

#include <algorithm>
#include <array>

#include "cli/table_prior.hpp"
#include "cli/table_scenarios.hpp"
#include "cli/table_schema.hpp"
#include "cli/table_text.hpp"

namespace assay::cli {
namespace {

using core::Error;
using core::ErrorCode;
using core::Json;
using core::Rational;
using core::Result;
using persuasive::TableScore;

constexpr std::array<std::string_view, 12> asks = {"ranges",     "completions", "posterior", "kappa",
                                                   "symbol",     "rules",       "insider",   "previous",
                                                   "candidates", "cheapest",    "group",     "means"};

constexpr std::array<std::string_view, 15> fields = {"table",    "tables",     "knowledge",     "ask",   "priors",
                                                     "score",    "kappa",      "witnesses",     "rules", "insiders",
                                                     "previous", "candidates", "added_at_most", "group", "means"};

std::set<std::string> read_asks(ObjectReader& in) {
  std::set<std::string> chosen;
  const Json* value = in.require("ask");
  if (value == nullptr) return chosen;
  const Json::Array one{*value};
  const Json::Array& list = value->array() != nullptr ? *value->array() : one;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string* name = list[i].string();
    if (name == nullptr || std::find(asks.begin(), asks.end(), *name) == asks.end()) {
      in.fail({ErrorCode::invalid_parameter, in.place("ask") + "/" + std::to_string(i),
               "ask is a list out of " + join(asks) + ", got " + spell(list[i])});
      return chosen;
    }
    chosen.insert(*name);
  }
  if (chosen.empty()) in.fail(ErrorCode::invalid_parameter, "ask", "an empty list asks nothing");
  return chosen;
}

/// "ln 3", "ln(21/4)" or a number.
Result<TableAsk::Threshold> read_threshold(const Json& value, const std::string& at) {
  TableAsk::Threshold threshold;
  if (is_logarithm(value)) {
    const Result<Rational> ratio = read_logarithm(value, "kappa", at);
    if (!ratio) return ratio.error();
    threshold.ratio = *ratio;
    return threshold;
  }
  const Result<core::ExactNumber> number = read_real(value, "kappa", at);
  if (!number) return number.error();
  threshold.plain = number->value;
  return threshold;
}

/// Questions that the table does not decide, by how cells are printed.
struct LeftOpen {
  std::string_view what;
  bool given, random_rounding, unknown_choice;
  /// Of insiders there are ranges all the same, and a kappa only where a cell is named.
  bool of_cell = false;
};
constexpr std::array<LeftOpen, 9> left_open = {{{"kappa", true, true, true},
                                                {"symbol", true, true, true},
                                                {"candidates", true, true, true},
                                                {"cheapest", true, true, true},
                                                {"insider", true, false, false},
                                                {"insider", false, true, true, true},
                                                {"previous", true, false, false},
                                                {"posterior", false, false, true},
                                                {"group", false, false, true}}};

void refuse_left_open(ObjectReader& in, const TableAsk& ask) {
  using persuasive::Chance;
  const auto printed = [&](Chance chance) {
    return std::any_of(ask.release.cells.begin(), ask.release.cells.end(),
                       [&](const persuasive::TableCell& cell) { return chance_of(cell) == chance; });
  };
  const bool given = printed(Chance::given), random_rounding = printed(Chance::random_rounding),
             unknown_choice = printed(Chance::unknown_choice);
  for (const LeftOpen& question : left_open) {
    const std::string what(question.what);
    if (!ask.asks(what) || (question.of_cell && !ask.cell)) continue;
    if (given && question.given)
      return in.fail(ErrorCode::not_supported, "ask",
                     what +
                         " of cells with chances is not answered: ask ranges, completions, posterior, group, rules or "
                         "means; gains of noise are the request persuade's");
    if (unknown_choice && question.unknown_choice)
      return in.fail(ErrorCode::not_supported, "ask",
                     what +
                         " needs the law of what is printed, and controlled rounding chooses by a method that is not "
                         "told: ask ranges or completions");
    if (random_rounding && question.random_rounding)
      return in.fail(
          ErrorCode::not_supported, "ask",
          what +
              " of randomly rounded cells is not answered: what is printed is a matter of chance; ask ranges, "
              "completions, posterior or group");
  }
}

/// Faults go to the reader, and the value is then unused.
TableAsk read_ask(ObjectReader& in) {
  TableAsk ask;
  const Json* table = in.find("table");
  const Json* tables = in.find("tables");
  if ((table == nullptr) == (tables == nullptr)) {
    in.fail(table == nullptr ? ErrorCode::missing_field : ErrorCode::invalid_parameter, "table",
            "one of table and tables, not both");
    return ask;
  }
  ask.ask = read_asks(in);
  if (tables != nullptr && tables->array() == nullptr)
    in.fail(ErrorCode::invalid_parameter, "tables", "a list of tables, got " + spell(*tables));
  if (in.failed()) return ask;
  const std::string_view name = table != nullptr ? "table" : "tables";
  ask.release = in.keep(read_release(table != nullptr ? *table : *tables, in.place(name)));
  if (in.failed()) return ask;
  ask.knowledge = in.keep(read_knowledge(in.find("knowledge"), in.place("knowledge"), ask.release.kind));
  if (const Json* priors = in.find("priors"))
    ask.priors = in.keep(read_prior_class(*priors, in.place("priors")));
  else
    ask.priors.members.emplace_back();
  if (const Json* score = in.find("score")) read_table_score(in, *score, ask);
  if (const Json* kappa = in.find("kappa")) ask.kappa = in.keep(read_threshold(*kappa, in.place("kappa")));
  if (const Json* witnesses = in.find("witnesses"))
    ask.witnesses = in.keep(read_boolean(*witnesses, "witnesses", in.place("witnesses")));
  if (!in.failed()) read_scenarios(in, ask);
  refuse_left_open(in, ask);
  if (ask.knowledge.secondary == persuasive::Knowledge::Secondary::smallest_other &&
      ask.release.kind == persuasive::TableKind::magnitude)
    in.fail(ErrorCode::not_supported, "knowledge", "the fibre of an algorithm is searched for counts alone");
  return ask;
}

Work read(ObjectReader& in) {
  TableAsk ask = read_ask(in);
  return [ask = std::move(ask)](const Effort& effort) { return answer_table(ask, effort); };
}

}  // namespace

std::span<const std::string_view> table_asks() { return asks; }

std::optional<TableAsk> table_ask(const Json& request) {
  const Json own = members_of(request, fields);
  ObjectReader in(own, "", "a request of kind table", fields);
  TableAsk ask = read_ask(in);
  return in.failed() ? std::nullopt : std::optional(std::move(ask));
}

const OwnKind table_kind = {"table", fields, read, table_properties, table_rest};

}  // namespace assay::cli
