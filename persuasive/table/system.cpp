// From a release to a system of equations between integers.
#include "persuasive/table/system.hpp"

#include <algorithm>

#include "core/rational_arithmetic.hpp"
#include "persuasive/table/propagate.hpp"
#include "persuasive/table/span_set.hpp"

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;

constexpr Amount largest_amount = Amount{1} << 50;

/// x in units; nothing where that is no whole number, or too large.
std::optional<Amount> amount(const Rational& x, const Rational& unit) {
  const Rational ratio = x / unit;
  if (denominator(ratio) != 1 || abs(ratio) > largest_amount) return std::nullopt;
  return numerator(ratio).convert_to<Amount>();
}

void fold(Integer& common, const std::optional<Rational>& x) {
  if (x) common = lcm(common, Integer(denominator(*x)));
}

/// Ends in units, infinite where absent.
struct Limits {
  Rational unit;
  bool integral;
  std::optional<Amount> low(const std::optional<Rational>& x) const {
    if (!x) return -no_limit;
    return amount(integral ? Rational(core::ceiling(*x)) : *x, unit);
  }
  std::optional<Amount> high(const std::optional<Rational>& x) const {
    if (!x) return no_limit;
    return amount(integral ? Rational(core::floor(*x)) : *x, unit);
  }
};

/// The values that round to the printed one.
Span rounded_span(Amount printed, Amount base, RoundingMethod method, bool integral) {
  if (method == RoundingMethod::perturbed) return {printed - base, printed + base};
  if (method != RoundingMethod::conventional)
    return integral ? Span{printed - base + 1, printed + base - 1} : Span{printed - base, printed + base};
  // The nearest multiple, halves up: [printed - base/2, printed + base/2).
  const Amount down = base / 2;
  if (!integral) return {printed - (base - down), printed + (base - down)};
  return base % 2 == 0 ? Span{printed - down, printed + down - 1} : Span{printed - down, printed + down};
}

Error too_large(std::string pointer) {
  return {ErrorCode::limit_exceeded, std::move(pointer),
          "amounts of at most 2^50 units of the last decimal place in use; scale the table"};
}

/// The largest unit of which every amount is a multiple.
Rational common_unit(const Release& release, const Knowledge& knowledge) {
  Integer common = 1;
  for (const TableCell& cell : release.cells) {
    fold(common, cell.value);
    fold(common, cell.truth);
    fold(common, cell.at_least);
    if (cell.rounding) fold(common, cell.rounding->base);
  }
  fold(common, knowledge.lower);
  fold(common, knowledge.upper);
  if (knowledge.suppressed_if) {
    fold(common, knowledge.suppressed_if->first);
    fold(common, knowledge.suppressed_if->last);
  }
  return Rational(Integer(1), common);
}

/// What a reader knows, in units.
struct Reader {
  Limits limits;
  Amount least = 0, most = 0;
  /// What the rule suppresses; absent: no rule, or one that is not used.
  std::optional<Span> sensitive;
  bool zeros_published = false, rule = false;
  Knowledge::Secondary secondary = Knowledge::Secondary::none;
};

Result<Reader> reader_of(const Knowledge& knowledge, const Limits& limits, std::size_t count, bool rule) {
  const std::optional<Amount> least = limits.low(knowledge.lower), most = limits.high(knowledge.upper);
  if (!least || !most) return too_large("/knowledge");
  if (*least > *most)
    return Error{ErrorCode::invalid_parameter, "/knowledge/lower", "the lower bound exceeds the upper bound"};
  const auto cells = static_cast<Amount>(std::max<std::size_t>(1, count));
  if ((*most != no_limit && std::abs(*most) > (no_limit >> 4) / cells) ||
      (*least != -no_limit && std::abs(*least) > (no_limit >> 4) / cells))
    return too_large("/knowledge");
  Reader reader{limits, *least, *most, std::nullopt, knowledge.zeros_published, rule, knowledge.secondary};
  if (knowledge.suppressed_if) {
    const auto first = limits.low(knowledge.suppressed_if->first), last = limits.high(knowledge.suppressed_if->last);
    if (!first || !last) return too_large("/knowledge/rule");
    if (rule) reader.sensitive = Span{*first, *last};
  }
  return reader;
}

/// The values of a rounded cell that are printed so.
Result<std::vector<Span>> printed_so(std::vector<Span> domain, const TableCell& cell, std::optional<Amount> value,
                                     const Limits& limits) {
  const std::optional<Amount> base = amount(cell.rounding->base, limits.unit);
  if (!value || !base || *base <= 0)
    return Error{ErrorCode::invalid_parameter, cell.pointer, "a rounded cell needs a value and a positive base"};
  if (cell.rounding->method != RoundingMethod::perturbed && *value % *base != 0)
    return Error{ErrorCode::invalid_parameter, cell.pointer,
                 "the cell " + cell_name(cell) + " is no multiple of its rounding base"};
  domain = within(domain, rounded_span(*value, *base, cell.rounding->method, limits.integral));
  if (!cell.chances) return domain;
  std::vector<Span> possible;
  for (const auto& [x, chance] : *cell.chances)
    for (const Span& span : within(domain, Span{x, x}))
      if (chance > 0) possible.push_back(span);
  return possible;
}

/// The values that a cell which is not published may have.
Result<std::vector<Span>> domain_of(const TableCell& cell, std::optional<Amount> value, const Reader& reader) {
  const Limits& limits = reader.limits;
  // The reader's bounds speak of interior cells: of sums, only nonnegativity follows.
  std::vector<Span> domain = {
      Span{cell.interior || reader.least >= 0 ? reader.least : -no_limit, cell.interior ? reader.most : no_limit}};
  if (cell.status == CellStatus::rounded) {
    Result<std::vector<Span>> rounded = printed_so(std::move(domain), cell, value, limits);
    if (!rounded) return rounded;
    domain = std::move(rounded).value();
  }
  if (reader.rule && cell.status == CellStatus::suppressed) {
    if (reader.zeros_published) domain = within(domain, Span{limits.integral ? 1 : 0, no_limit});
    const bool primary = cell.reason == SuppressionReason::primary ||
                         (cell.reason == SuppressionReason::unstated && reader.secondary == Knowledge::Secondary::none);
    if (reader.sensitive && primary) domain = within(domain, *reader.sensitive);
    if (reader.sensitive && cell.reason == SuppressionReason::secondary)
      domain = without(domain, *reader.sensitive, limits.integral);
  }
  if (cell.at_least) {
    const std::optional<Amount> own = limits.low(cell.at_least);
    if (!own) return too_large(cell.pointer);
    domain = within(domain, Span{*own, no_limit});
  }
  if (domain.empty())
    return Error{ErrorCode::invalid_parameter, cell.pointer,
                 "no value of the cell " + cell_name(cell) + " agrees with what the reader knows"};
  if (const std::optional<Rational>& truth = true_value(cell)) {
    const std::optional<Amount> x = amount(*truth, limits.unit);
    if (!x) return too_large(cell.pointer);
    if (within(domain, Span{*x, *x}).empty())
      return Error{ErrorCode::invalid_parameter, cell.pointer,
                   "the true value of the cell " + cell_name(cell) + " contradicts what the reader is said to know"};
  }
  return domain;
}

/// The relations, with what is published on their right-hand sides.
std::optional<Error> add_rows(System& system, const Release& release, const std::vector<Amount>& known) {
  for (std::size_t r = 0; r < release.relations.size(); ++r) {
    const Relation& relation = release.relations[r];
    if (relation.redundant) continue;
    const std::optional<Amount> constant = amount(relation.constant, system.unit);
    if (!constant) return too_large("/table");
    Row row{{}, *constant, r, relation.dimension};
    for (const Relation::Term& term : relation.terms) {
      const std::ptrdiff_t variable = system.variable_of[term.cell];
      if (variable >= 0)
        row.terms.push_back({static_cast<std::size_t>(variable), term.coefficient});
      else
        row.total -= known[term.cell] * term.coefficient;
    }
    if (row.terms.empty()) {
      if (row.total != 0)
        return Error{ErrorCode::invalid_parameter, "/table", "the relation of " + relation.name + " does not add up"};
      continue;
    }
    system.rows.push_back(std::move(row));
  }
  return std::nullopt;
}

}  // namespace

Result<System> release_system(const Release& release, const Knowledge& knowledge, bool rule) {
  System system;
  system.integral = release.kind == TableKind::count;
  if (!system.integral) system.unit = common_unit(release, knowledge);
  const Result<Reader> reader = reader_of(knowledge, Limits{system.unit, system.integral}, release.cells.size(), rule);
  if (!reader) return reader.error();
  system.variable_of.assign(release.cells.size(), -1);
  std::vector<Amount> known(release.cells.size(), 0);
  Amount magnitude = 0;
  for (std::size_t c = 0; c < release.cells.size(); ++c) {
    const TableCell& cell = release.cells[c];
    std::optional<Amount> value;
    if (cell.value) {
      value = amount(*cell.value, system.unit);
      if (!value) return too_large(cell.pointer);
      magnitude += std::abs(*value);
      if (magnitude > (no_limit >> 4)) return too_large(cell.pointer);
    }
    if (cell.status == CellStatus::published) {
      if (!value)
        return Error{ErrorCode::missing_field, cell.pointer + "/value",
                     "the cell " + cell_name(cell) + " is published, so it needs a value"};
      known[c] = *value;
      const std::optional<Span>& sensitive = reader->sensitive;
      if (sensitive && !cell.pointer.empty() && sensitive->low <= *value && *value <= sensitive->high)
        return Error{ErrorCode::invalid_parameter, cell.pointer,
                     "the cell " + cell_name(cell) + " is published, but the rule suppresses its value"};
      continue;
    }
    Result<std::vector<Span>> domain = domain_of(cell, value, *reader);
    if (!domain) return domain.error();
    system.variable_of[c] = static_cast<std::ptrdiff_t>(system.variables.size());
    system.variables.push_back({std::move(domain).value(), c});
  }
  if (auto fault = add_rows(system, release, known)) return *fault;
  return system;
}

std::optional<Error> impossible_truth(const Release& release, const System& system) {
  std::vector<Span> spans;
  std::optional<std::size_t> given;
  for (const Variable& variable : system.variables) {
    const TableCell& cell = release.cells[variable.cell];
    const std::optional<Rational>& truth = true_value(cell);
    spans.push_back(hull(variable));
    if (!truth) continue;
    const Amount x = *amount(*truth, system.unit);
    spans.back() = {x, x};
    given = variable.cell;
  }
  if (!given) return std::nullopt;
  std::vector<Span> free;
  for (const Variable& variable : system.variables) free.push_back(hull(variable));
  if (tighten(system, free)) return std::nullopt;  // no table at all: told where tables are looked for
  const std::optional<std::size_t> broken = tighten(system, spans);
  if (!broken) return std::nullopt;
  for (const Row::Term& term : system.rows[*broken].terms) {
    const TableCell& cell = release.cells[system.variables[term.variable].cell];
    if (true_value(cell)) {
      given = system.variables[term.variable].cell;
      break;
    }
  }
  return Error{ErrorCode::invalid_parameter, release.cells[*given].pointer,
               "the true value of the cell " + cell_name(release.cells[*given]) +
                   " contradicts what is published: the relation of " +
                   release.relations[system.rows[*broken].relation].name + " cannot add up"};
}

Rational in_units(const System& system, const Rational& amount) { return amount * system.unit; }

}  // namespace assay::persuasive
