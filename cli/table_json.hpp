// How values of tables are written: addresses, exact numbers, enclosures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounting/numeric/ball.hpp"
#include "cli/request_table.hpp"
#include "core/json.hpp"
#include "core/rational.hpp"
#include "persuasive/table/fibre.hpp"
#include "persuasive/table/release.hpp"

namespace assay::cli {

core::Json cell_address(const persuasive::TableCell& cell);

/// "3" or "3/7".
std::string fraction_text(const core::Rational& x);

/// An exact rational in full: a whole number or a decimal where it is one, else a fraction.
std::string amount_text(const core::Rational& x);

/// An enclosure with exact ends: decimals as they are, fractions rounded outwards; absent ends are infinite.
core::Json exact_enclosure(const std::optional<core::Rational>& low, const std::optional<core::Rational>& high,
                           long digits);

core::Json gain_enclosure(const accounting::Ball& x, long digits);

std::string_view name(persuasive::CellStatus status);
std::string_view name(persuasive::FibreKind kind);

/// kappa <= threshold: exactly where both are logarithms of rationals; nullopt where it cannot be told.
std::optional<bool> within(const TableAsk::Threshold& threshold, const accounting::Ball& kappa,
                           const std::optional<core::Rational>& ratio, long digits);
/// "holds", "fails", "undecided".
std::string_view verdict_name(const std::optional<bool>& holds);

/// Answers rules, insider, previous, candidates, cheapest, group and means of an ask into the outcome.
std::optional<core::Error> answer_scenarios(const TableAsk& ask, const Effort& effort, Outcome& out);

/// Answers means.
std::optional<core::Error> answer_means(const TableAsk& ask, const Effort& effort, Outcome& out);

}  // namespace assay::cli
