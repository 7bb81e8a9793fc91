// The table of claims for people.
#include "cli/claim_table.hpp"

#include <algorithm>
#include <array>

#include "cli/batch.hpp"
#include "core/json_writer.hpp"
#include "core/rational.hpp"

namespace assay::cli {
namespace {

using core::Json;

/// The text of a string or number, JSON text for the rest.
std::string plain(const Json& value) {
  if (const std::string* text = value.string()) return *text;
  return core::write_json(value);
}

std::string text_at(const Json* value, std::string_view name) {
  const Json* member = value != nullptr ? value->find(name) : nullptr;
  return member != nullptr ? plain(*member) : std::string();
}

std::string claim_text(const Json* claim) {
  std::string text;
  if (claim == nullptr || claim->object() == nullptr) return text;
  for (const auto& [name, value] : *claim->object()) text += (text.empty() ? "" : ", ") + name + " " + plain(value);
  return text;
}

/// Six digits, rounded up: a tightest claim that is shown too small would be false.
std::string shortened(const std::string& decimal) {
  const core::Result<core::ExactNumber> number = core::parse_number(decimal);
  return number ? core::to_decimal(number->value, 6, core::Rounding::up) : decimal;
}

std::string tightest_text(const Json& result) {
  const Json* tightest = result.find("tightest");
  if (tightest == nullptr || tightest->object() == nullptr) return {};
  for (const auto& [name, value] : *tightest->object())
    if (const Json* upper = value.find("upper")) return name + " " + shortened(plain(*upper));
  return {};
}

void add_note(std::string& notes, const std::string& note) {
  if (!note.empty()) notes += (notes.empty() ? "" : "; ") + note;
}

/// One line, no control characters.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; }, ' ');
  return text;
}

/// Characters, not bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

ClaimOutcome outcome_of(const Json& response) {
  const Json* result = response.find("result");
  if (result == nullptr) {
    const std::string code = text_at(response.find("error"), "code");
    const bool own_fault = code != "not_supported" && code != "limit_exceeded" && code != "internal";
    return own_fault ? ClaimOutcome::faulty : ClaimOutcome::unanswered;
  }
  const std::string verdict = text_at(result, "verdict");
  if (verdict == "holds") return ClaimOutcome::holds;
  if (verdict == "fails") return ClaimOutcome::fails;
  return ClaimOutcome::undecided;
}

ClaimRow claim_row(const Json& request, const Json& response, std::size_t position) {
  ClaimRow row;
  const Json* id = response.find("id");
  row.name = text_at(&request, "label");
  if (row.name.empty() && id != nullptr && !id->is_null()) row.name = plain(*id);
  if (row.name.empty()) row.name = "#" + std::to_string(position);
  row.claim = claim_text(request.find("claim"));
  if (const Json* result = response.find("result")) {
    row.verdict = text_at(result, "verdict");
    row.tightest = tightest_text(*result);
    const std::string printed = text_at(result, "verdict_as_printed");
    if (!printed.empty()) add_note(row.note, "as printed: " + printed);
    if (const Json* converged = response.find("converged"); converged != nullptr && *converged == Json(false))
      add_note(row.note, "stopped before the digits asked for");
  } else {
    const Json* error = response.find("error");
    row.verdict = "error";
    const std::string place = text_at(error, "at");
    add_note(row.note,
             text_at(error, "code") + (place.empty() ? "" : " at " + place) + ": " + text_at(error, "message"));
  }
  add_note(row.note, text_at(&request, "note"));
  add_note(row.note, text_at(&request, "source"));
  return row;
}

std::string claim_table(const std::vector<ClaimRow>& rows) {
  std::vector<std::array<std::string, 5>> cells = {{"name", "claim", "verdict", "tightest that holds", "note"}};
  for (const ClaimRow& row : rows)
    cells.push_back({printable(row.name), printable(row.claim), printable(row.verdict), printable(row.tightest),
                     printable(row.note)});
  std::array<std::size_t, 5> widths{};
  for (const auto& line : cells)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width(line[i]));
  std::string text;
  for (const auto& line : cells) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) out += line[i] + std::string(widths[i] - width(line[i]) + 2, ' ');
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

int verify_status(const std::vector<ClaimOutcome>& outcomes) {
  const auto any = [&](ClaimOutcome outcome) {
    return std::find(outcomes.begin(), outcomes.end(), outcome) != outcomes.end();
  };
  if (any(ClaimOutcome::fails)) return status::error;
  if (any(ClaimOutcome::faulty)) return status::unusable;
  if (any(ClaimOutcome::undecided) || any(ClaimOutcome::unanswered)) return status::undecided;
  return status::good;
}

}  // namespace assay::cli
