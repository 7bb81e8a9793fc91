// From a release to a system of equations between integers; bounds by propagation.
#include "persuasive/table/system.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;

constexpr Amount largest_amount = Amount{1} << 50;
/// A derived bound beyond this is as good as none.
constexpr Amount largest_bound = Amount{1} << 58;

/// Sums of many amounts do not fit 64 bits.
__extension__ typedef __int128 Wide;

/// floor and ceiling of a / b for b != 0.
Wide floor_div(Wide a, Wide b) {
  const Wide quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
Wide ceil_div(Wide a, Wide b) { return -floor_div(-a, b); }

Rational round_down(const Rational& x) {
  Integer whole = numerator(x) / denominator(x);
  if (x < 0 && Rational(whole) != x) --whole;
  return Rational(whole);
}
Rational round_up(const Rational& x) { return -round_down(-x); }

/// x in units; nothing where that is no whole number, or too large.
std::optional<Amount> amount(const Rational& x, const Rational& unit) {
  const Rational ratio = x / unit;
  if (denominator(ratio) != 1 || abs(ratio) > largest_amount) return std::nullopt;
  return numerator(ratio).convert_to<Amount>();
}

void fold(Integer& common, const std::optional<Rational>& x) {
  if (x) common = lcm(common, Integer(denominator(*x)));
}

std::vector<Span> without(const std::vector<Span>& domain, Span hole, bool integral) {
  // Reals lose an open interval: its ends stay, which only widens.
  const Amount step = integral ? 1 : 0;
  std::vector<Span> left;
  for (const Span& span : domain) {
    if (hole.high < span.low || span.high < hole.low) {
      left.push_back(span);
      continue;
    }
    if (span.low < hole.low || (step == 0 && span.low == hole.low)) left.push_back({span.low, hole.low - step});
    if (hole.high < span.high || (step == 0 && hole.high == span.high)) left.push_back({hole.high + step, span.high});
  }
  return left;
}

std::vector<Span> within(const std::vector<Span>& domain, Span kept) {
  std::vector<Span> left;
  for (const Span& span : domain) {
    const Span cut{std::max(span.low, kept.low), std::min(span.high, kept.high)};
    if (cut.low <= cut.high) left.push_back(cut);
  }
  return left;
}

/// Ends in units, infinite where absent.
struct Limits {
  const Rational& unit;
  bool integral;
  std::optional<Amount> low(const std::optional<Rational>& x) const {
    if (!x) return -no_limit;
    return amount(integral ? round_up(*x) : *x, unit);
  }
  std::optional<Amount> high(const std::optional<Rational>& x) const {
    if (!x) return no_limit;
    return amount(integral ? round_down(*x) : *x, unit);
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

/// The span of a row's sum, infinite parts counted apart so that they do not swamp the rest.
struct Activity {
  Wide low = 0, high = 0;
  long low_open = 0, high_open = 0;

  void add(const Span& span, long coefficient) {
    const bool up = coefficient > 0;
    const Amount least = up ? span.low : span.high;
    const Amount most = up ? span.high : span.low;
    if (least == (up ? -no_limit : no_limit))
      ++low_open;
    else
      low += Wide{least} * coefficient;
    if (most == (up ? no_limit : -no_limit))
      ++high_open;
    else
      high += Wide{most} * coefficient;
  }
};

/// The span that the rest of the row leaves to one term.
Span left_by_row(const Row& row, const Activity& activity, const Span& span, long coefficient, bool integral) {
  Activity rest = activity;
  const bool up = coefficient > 0;
  const Amount least = up ? span.low : span.high;
  const Amount most = up ? span.high : span.low;
  if (least == (up ? -no_limit : no_limit))
    --rest.low_open;
  else
    rest.low -= Wide{least} * coefficient;
  if (most == (up ? no_limit : -no_limit))
    --rest.high_open;
  else
    rest.high -= Wide{most} * coefficient;
  Span left;
  // coefficient * x lies in [total - rest.high, total - rest.low]; ends of reals are rounded outwards.
  const auto set = [](Amount& end, Wide bound) {
    if (-largest_bound < bound && bound < largest_bound) end = static_cast<Amount>(bound);
  };
  if (rest.high_open == 0) {
    const Wide product = row.total - rest.high;
    if (up)
      set(left.low, integral ? ceil_div(product, coefficient) : floor_div(product, coefficient));
    else
      set(left.high, integral ? floor_div(product, coefficient) : ceil_div(product, coefficient));
  }
  if (rest.low_open == 0) {
    const Wide product = row.total - rest.low;
    if (up)
      set(left.high, integral ? floor_div(product, coefficient) : ceil_div(product, coefficient));
    else
      set(left.low, integral ? ceil_div(product, coefficient) : floor_div(product, coefficient));
  }
  return left;
}

}  // namespace

Span hull(const Variable& variable) {
  if (variable.domain.empty()) return {1, 0};
  return {variable.domain.front().low, variable.domain.back().high};
}

namespace {

/// The true values that the sender gives must fit what is published: bounds propagate from them without contradiction.
std::optional<Error> impossible_truth(const Release& release, const System& system) {
  std::vector<Span> spans;
  std::optional<std::size_t> given;
  for (const Variable& variable : system.variables) {
    const TableCell& cell = release.cells[variable.cell];
    const std::optional<Rational>& truth = cell.status == CellStatus::rounded ? cell.truth : cell.value;
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
    if (cell.status == CellStatus::rounded ? cell.truth.has_value() : cell.value.has_value()) {
      given = system.variables[term.variable].cell;
      break;
    }
  }
  return Error{ErrorCode::invalid_parameter, release.cells[*given].pointer,
               "the true value of the cell " + cell_name(release.cells[*given]) +
                   " contradicts what is published: the relation of " +
                   release.relations[system.rows[*broken].relation].name + " cannot add up"};
}

}  // namespace

Result<System> release_system(const Release& release, const Knowledge& knowledge, bool rule) {
  System system;
  system.integral = release.kind == TableKind::count;
  if (!system.integral) {
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
    system.unit = Rational(Integer(1), common);
  }
  const Limits limits{system.unit, system.integral};
  const auto too_large = [](const std::string& pointer) {
    return Error{ErrorCode::limit_exceeded, pointer,
                 "amounts of at most 2^50 units of the last decimal place in use; scale the table"};
  };
  const std::optional<Amount> least = limits.low(knowledge.lower), most = limits.high(knowledge.upper);
  if (!least || !most) return too_large("/knowledge");
  if (*least > *most)
    return Error{ErrorCode::invalid_parameter, "/knowledge/lower", "the lower bound exceeds the upper bound"};
  const auto cells = static_cast<Amount>(std::max<std::size_t>(1, release.cells.size()));
  if ((*most != no_limit && std::abs(*most) > (no_limit >> 4) / cells) ||
      (*least != -no_limit && std::abs(*least) > (no_limit >> 4) / cells))
    return too_large("/knowledge");
  std::optional<Span> sensitive;
  if (knowledge.suppressed_if) {
    const auto first = limits.low(knowledge.suppressed_if->first), last = limits.high(knowledge.suppressed_if->last);
    if (!first || !last) return too_large("/knowledge/rule");
    sensitive = Span{*first, *last};
  }

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
      if (rule && sensitive && !cell.pointer.empty() && sensitive->low <= *value && *value <= sensitive->high)
        return Error{ErrorCode::invalid_parameter, cell.pointer,
                     "the cell " + cell_name(cell) + " is published, but the rule suppresses its value"};
      continue;
    }
    Variable variable;
    variable.cell = c;
    // The reader's bounds speak of interior cells: of sums, only nonnegativity follows.
    variable.domain = {Span{cell.interior || *least >= 0 ? *least : -no_limit, cell.interior ? *most : no_limit}};
    if (cell.status == CellStatus::rounded) {
      const std::optional<Amount> base = amount(cell.rounding->base, system.unit);
      if (!value || !base || *base <= 0)
        return Error{ErrorCode::invalid_parameter, cell.pointer, "a rounded cell needs a value and a positive base"};
      if (cell.rounding->method != RoundingMethod::perturbed && *value % *base != 0)
        return Error{ErrorCode::invalid_parameter, cell.pointer,
                     "the cell " + cell_name(cell) + " is no multiple of its rounding base"};
      variable.domain = within(variable.domain, rounded_span(*value, *base, cell.rounding->method, system.integral));
      if (cell.chances) {
        std::vector<Span> possible;
        for (const auto& [x, chance] : *cell.chances)
          for (const Span& span : within(variable.domain, Span{x, x}))
            if (chance > 0) possible.push_back(span);
        variable.domain = std::move(possible);
      }
    }
    if (rule && cell.status == CellStatus::suppressed) {
      if (knowledge.zeros_published) variable.domain = within(variable.domain, Span{system.integral ? 1 : 0, no_limit});
      const bool primary =
          cell.reason == SuppressionReason::primary ||
          (cell.reason == SuppressionReason::unstated && knowledge.secondary == Knowledge::Secondary::none);
      if (sensitive && primary) variable.domain = within(variable.domain, *sensitive);
      if (sensitive && cell.reason == SuppressionReason::secondary)
        variable.domain = without(variable.domain, *sensitive, system.integral);
    }
    if (cell.at_least) {
      const std::optional<Amount> own = limits.low(cell.at_least);
      if (!own) return too_large(cell.pointer);
      variable.domain = within(variable.domain, Span{*own, no_limit});
    }
    if (variable.domain.empty())
      return Error{ErrorCode::invalid_parameter, cell.pointer,
                   "no value of the cell " + cell_name(cell) + " agrees with what the reader knows"};
    const std::optional<Rational>& truth = cell.status == CellStatus::rounded ? cell.truth : cell.value;
    if (truth) {
      const std::optional<Amount> true_amount = amount(*truth, system.unit);
      if (!true_amount) return too_large(cell.pointer);
      if (within(variable.domain, Span{*true_amount, *true_amount}).empty())
        return Error{ErrorCode::invalid_parameter, cell.pointer,
                     "the true value of the cell " + cell_name(cell) + " contradicts what the reader is said to know"};
    }
    system.variable_of[c] = static_cast<std::ptrdiff_t>(system.variables.size());
    system.variables.push_back(std::move(variable));
  }

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
  if (auto fault = impossible_truth(release, system)) return *fault;
  return system;
}

bool snap(const System& system, std::vector<Span>& spans) {
  for (std::size_t v = 0; v < spans.size(); ++v) {
    const std::vector<Span> left = within(system.variables[v].domain, spans[v]);
    if (left.empty()) return false;
    spans[v] = {left.front().low, left.back().high};
  }
  return true;
}

std::optional<std::size_t> tighten(const System& system, std::vector<Span>& spans) {
  std::vector<std::vector<std::size_t>> rows_of(spans.size());
  for (std::size_t r = 0; r < system.rows.size(); ++r)
    for (const Row::Term& term : system.rows[r].terms) rows_of[term.variable].push_back(r);
  std::deque<std::size_t> waiting(system.rows.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  std::vector<bool> queued(system.rows.size(), true);
  // Chains of tiny steps end here: looser spans stay sound.
  std::size_t effort = 200 * system.rows.size() + 1000;
  while (!waiting.empty() && effort-- > 0) {
    const std::size_t r = waiting.front();
    waiting.pop_front();
    queued[r] = false;
    const Row& row = system.rows[r];
    Activity activity;
    for (const Row::Term& term : row.terms) activity.add(spans[term.variable], term.coefficient);
    if ((activity.low_open == 0 && activity.low > row.total) || (activity.high_open == 0 && activity.high < row.total))
      return r;
    for (const Row::Term& term : row.terms) {
      Span& span = spans[term.variable];
      const Span left = left_by_row(row, activity, span, term.coefficient, system.integral);
      if (left.low <= span.low && span.high <= left.high) continue;
      Span cut{std::max(left.low, span.low), std::min(left.high, span.high)};
      // The span lies within the hull of the domain: only holes can cut more.
      if (system.variables[term.variable].domain.size() > 1) {
        const std::vector<Span> kept = within(system.variables[term.variable].domain, cut);
        if (kept.empty()) return r;
        cut = {kept.front().low, kept.back().high};
      }
      if (cut.low > cut.high) return r;
      span = cut;
      activity = {};
      for (const Row::Term& other : row.terms) activity.add(spans[other.variable], other.coefficient);
      for (const std::size_t next : rows_of[term.variable])
        if (!queued[next]) {
          queued[next] = true;
          waiting.push_back(next);
        }
    }
  }
  return std::nullopt;
}

std::vector<Component> components(const System& system, std::span<const Span> spans) {
  std::vector<std::size_t> parent(spans.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  const auto open = [&](std::size_t v) { return spans[v].low != spans[v].high; };
  for (const Row& row : system.rows) {
    std::optional<std::size_t> first;
    for (const Row::Term& term : row.terms) {
      if (!open(term.variable)) continue;
      if (first)
        parent[root(term.variable)] = root(*first);
      else
        first = term.variable;
    }
  }
  std::vector<std::ptrdiff_t> number(spans.size(), -1);
  std::vector<Component> found;
  for (std::size_t v = 0; v < spans.size(); ++v) {
    if (!open(v)) continue;
    std::ptrdiff_t& place = number[root(v)];
    if (place < 0) {
      place = static_cast<std::ptrdiff_t>(found.size());
      found.emplace_back();
    }
    found[static_cast<std::size_t>(place)].variables.push_back(v);
  }
  for (std::size_t r = 0; r < system.rows.size(); ++r)
    for (const Row::Term& term : system.rows[r].terms)
      if (open(term.variable)) {
        found[static_cast<std::size_t>(number[root(term.variable)])].rows.push_back(r);
        break;
      }
  return found;
}

System restricted(const System& system, const Component& component, std::span<const Span> spans) {
  System part;
  part.integral = system.integral;
  part.unit = system.unit;
  std::vector<std::ptrdiff_t> number(spans.size(), -1);
  for (const std::size_t v : component.variables) {
    number[v] = static_cast<std::ptrdiff_t>(part.variables.size());
    part.variables.push_back({within(system.variables[v].domain, spans[v]), system.variables[v].cell});
  }
  for (const std::size_t r : component.rows) {
    const Row& row = system.rows[r];
    Row kept{{}, row.total, row.relation, row.dimension};
    for (const Row::Term& term : row.terms)
      if (number[term.variable] >= 0)
        kept.terms.push_back({static_cast<std::size_t>(number[term.variable]), term.coefficient});
      else
        kept.total -= spans[term.variable].low * term.coefficient;
    part.rows.push_back(std::move(kept));
  }
  return part;
}

Rational in_units(const System& system, const Rational& amount) { return amount * system.unit; }

}  // namespace assay::persuasive
