#include "cli/table_json.hpp"

namespace assay::cli {

using accounting::Ball;
using core::Integer;
using core::Json;
using core::Rational;
using persuasive::CellStatus;
using persuasive::FibreKind;
using persuasive::TableCell;
using Object = Json::Object;
using Array = Json::Array;

std::string fraction_text(const Rational& x) {
  return denominator(x) == 1 ? numerator(x).str() : numerator(x).str() + "/" + denominator(x).str();
}

Json cell_address(const TableCell& cell) {
  Array at;
  for (const std::string& code : cell.at) at.emplace_back(code);
  return at;
}

/// An exact rational in full: a whole number or a decimal where it is one, else a fraction.
std::string amount_text(const Rational& x) {
  if (denominator(x) == 1) return numerator(x).str();
  Integer rest = denominator(x);
  for (const int prime : {2, 5})
    while (rest % prime == 0) rest /= prime;
  if (rest == 1) return core::to_decimal(x, 1000, core::Rounding::down);
  return numerator(x).str() + "/" + denominator(x).str();
}

/// An enclosure with exact ends: decimals as they are, fractions rounded outwards.
Json exact_enclosure(const std::optional<Rational>& low, const std::optional<Rational>& high, long digits) {
  const auto text = [&](const std::optional<Rational>& x, core::Rounding rounding, const char* infinite) {
    if (!x) return std::string(infinite);
    const std::string exact = amount_text(*x);
    return exact.find('/') == std::string::npos ? exact : core::to_decimal(*x, digits + 4, rounding);
  };
  return Object{{"lower", text(low, core::Rounding::down, "-inf")}, {"upper", text(high, core::Rounding::up, "inf")}};
}

Json gain_enclosure(const Ball& x, long digits) {
  const accounting::DecimalEnclosure text = to_decimal(x, digits + 4);
  return Object{{"lower", text.lower}, {"upper", text.upper}};
}

std::string_view name(CellStatus status) {
  switch (status) {
    case CellStatus::published: return "published";
    case CellStatus::suppressed: return "suppressed";
    case CellStatus::rounded: return "rounded";
    case CellStatus::absent: return "absent";
  }
  return "absent";
}

std::string_view name(FibreKind kind) {
  switch (kind) {
    case FibreKind::relations: return "relations";
    case FibreKind::rule: return "rule";
    case FibreKind::algorithm: return "algorithm";
  }
  return "relations";
}

std::optional<bool> within(const TableAsk::Threshold& threshold, const Ball& kappa,
                           const std::optional<Rational>& ratio, long digits) {
  const long bits = digits * 4 + 96;
  if (ratio && threshold.ratio) return *ratio <= *threshold.ratio;
  const Ball limit = threshold.ratio ? log(Ball(*threshold.ratio, bits)) : Ball(threshold.plain, bits);
  if (certainly_less_equal(kappa, limit)) return true;
  if (certainly_less(limit, kappa)) return false;
  return std::nullopt;
}

std::string_view verdict_name(const std::optional<bool>& holds) {
  return !holds ? "undecided" : *holds ? "holds" : "fails";
}

}  // namespace assay::cli
