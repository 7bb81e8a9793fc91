#include "persuasive/table/propagate.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

namespace assay::persuasive {
namespace {

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

}  // namespace assay::persuasive
