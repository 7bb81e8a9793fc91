// Exact linear programs, and branch and bound over them.
#include "persuasive/table/simplex.hpp"

#include <cstdlib>
#include <memory>
#include <numeric>
#include <utility>

#include "persuasive/table/propagate.hpp"
#include "persuasive/table/tableau.hpp"

namespace assay::persuasive {
namespace {

using accounting::Deadline;
using core::Integer;
using core::Rational;

Amount floor_of(const Rational& x) {
  Integer whole = numerator(x) / denominator(x);
  if (x < 0 && Rational(whole) != x) --whole;
  return whole.convert_to<Amount>();
}

bool is_whole(const Rational& x) { return denominator(x) == 1; }

/// Branch and bound below one node, depth first.
template <class Number>
struct Search {
  const System& system;
  Tableau<Number>& tableau;
  std::size_t variable;
  bool largest;
  const Deadline& deadline;
  std::optional<Rational> best;
  std::optional<std::vector<Rational>> point;
  std::optional<Rational> root;
  bool unbounded = false;
  bool complete = true;

  bool better(const Rational& x) const { return !best || (largest ? x > *best : x < *best); }

  /// The first variable whose value is none of its own: not whole, or in a hole of its domain.
  std::optional<std::size_t> wrong() const {
    for (std::size_t v = 0; v < system.variables.size(); ++v) {
      const Rational value = exact(tableau.values()[v]);
      if (system.integral && !is_whole(value)) return v;
      const auto& domain = system.variables[v].domain;
      if (domain.size() > 1 && std::none_of(domain.begin(), domain.end(), [&](const Span& span) {
            return Rational(span.low) <= value && value <= Rational(span.high);
          }))
        return v;
    }
    return std::nullopt;
  }

  void explore(std::vector<Span> spans) {
    std::vector<std::vector<Span>> open{std::move(spans)};
    bool first = true;
    while (!open.empty() && !unbounded) {
      if (deadline.passed()) {
        complete = false;
        return;
      }
      std::vector<Span> node = std::move(open.back());
      open.pop_back();
      if (best && system.integral) {
        // Only what improves the best value by at least one is of interest.
        if (largest)
          node[variable].low = std::max(node[variable].low, floor_of(*best) + 1);
        else
          node[variable].high = std::min(node[variable].high, floor_of(*best) - 1);
        if (node[variable].low > node[variable].high) continue;
      }
      if (!snap(system, node) || tighten(system, node)) {
        first = false;
        continue;
      }
      tableau.set_spans(node);
      LpOutcome outcome = tableau.feasible(deadline);
      if (outcome == LpOutcome::optimal) outcome = tableau.optimise(variable, largest, deadline);
      if (outcome == LpOutcome::out_of_time) {
        complete = false;
        return;
      }
      if (outcome == LpOutcome::infeasible) {
        first = false;
        continue;
      }
      const std::optional<std::size_t> fault = wrong();
      if (outcome == LpOutcome::unbounded) {
        // Without a bound over the reals there is none over whole numbers either, once there is a whole table at all
        // (the directions of a rational polyhedron are rational): a table within the bounds decides that.
        if (!fault) {
          keep();
          unbounded = true;
          return;
        }
        split(*fault, node, open);
        first = false;
        continue;
      }
      const Rational value = exact(tableau.values()[variable]);
      if (std::exchange(first, false)) root = value;
      if (!better(value)) continue;
      if (!fault) {
        best = value;
        keep();
        continue;
      }
      split(*fault, node, open);
    }
  }

  void keep() {
    point.emplace();
    for (const Number& value : tableau.values()) point->push_back(exact(value));
  }

  /// Two halves of a node around a wrong value.
  void split(std::size_t v, const std::vector<Span>& node, std::vector<std::vector<Span>>& open) const {
    const Amount below = floor_of(exact(tableau.values()[v]));
    std::vector<Span> low = node, high = node;
    low[v].high = below;
    high[v].low = below + (system.integral ? 1 : 0);
    if (!system.integral)
      for (const Span& span : system.variables[v].domain) {
        // Reals: the ends of the hole.
        if (Rational(span.high) <= exact(tableau.values()[v])) low[v].high = span.high;
        if (Rational(span.low) >= exact(tableau.values()[v])) {
          high[v].low = span.low;
          break;
        }
      }
    // Depth first: the half where the value sought may be better comes off the stack first.
    const bool high_first = v != variable || largest;
    open.push_back(high_first ? std::move(low) : std::move(high));
    open.push_back(high_first ? std::move(high) : std::move(low));
  }
};

}  // namespace

SmallFraction::SmallFraction(std::int64_t n, std::int64_t d) : SmallFraction(reduced(n, d)) {}

Amount SmallFraction::floor() const { return n_ / d_ - (n_ < 0 && n_ % d_ != 0 ? 1 : 0); }

/// Lowest terms of a quotient of 128-bit integers; Overflow where these need more than 62 bits.
SmallFraction SmallFraction::reduced(Wide n, Wide d) {
  if (d < 0) {
    n = -n;
    d = -d;
  }
  constexpr Wide most = Wide{1} << 62;
  SmallFraction result;
  if (d != 1) {
    Wide common = n < 0 ? -n : n, rest = d;
    while (rest != 0 && (common >= most || rest >= most)) {
      const Wide next = common % rest;
      common = rest;
      rest = next;
    }
    const Wide divisor =
        rest == 0 ? common : Wide{std::gcd(static_cast<std::int64_t>(common), static_cast<std::int64_t>(rest))};
    if (divisor > 1) {
      n /= divisor;
      d /= divisor;
    }
  }
  if (n >= most || n <= -most || d >= most) throw Overflow{};
  result.n_ = static_cast<std::int64_t>(n);
  result.d_ = static_cast<std::int64_t>(d);
  return result;
}

// Numerators and denominators have at most 62 bits: products of two, and their sum, fit 128.
SmallFraction operator+(const SmallFraction& x, const SmallFraction& y) {
  using Wide = SmallFraction::Wide;
  if (x.d_ == y.d_) return SmallFraction::reduced(Wide{x.n_} + y.n_, x.d_);
  return SmallFraction::reduced(Wide{x.n_} * y.d_ + Wide{y.n_} * x.d_, Wide{x.d_} * y.d_);
}
SmallFraction operator-(const SmallFraction& x, const SmallFraction& y) {
  using Wide = SmallFraction::Wide;
  if (x.d_ == y.d_) return SmallFraction::reduced(Wide{x.n_} - y.n_, x.d_);
  return SmallFraction::reduced(Wide{x.n_} * y.d_ - Wide{y.n_} * x.d_, Wide{x.d_} * y.d_);
}
SmallFraction operator*(const SmallFraction& x, const SmallFraction& y) {
  using Wide = SmallFraction::Wide;
  return SmallFraction::reduced(Wide{x.n_} * y.n_, Wide{x.d_} * y.d_);
}
SmallFraction operator/(const SmallFraction& x, const SmallFraction& y) {
  using Wide = SmallFraction::Wide;
  return SmallFraction::reduced(Wide{x.n_} * y.d_, Wide{x.d_} * y.n_);
}
bool operator<(const SmallFraction& x, const SmallFraction& y) {
  using Wide = SmallFraction::Wide;
  return x.d_ == y.d_ ? x.n_ < y.n_ : Wide{x.n_} * y.d_ < Wide{y.n_} * x.d_;
}

struct TableProgram::State {
  System system;
  std::vector<Span> spans;
  std::vector<Amount> start;
  std::unique_ptr<Tableau<SmallFraction>> small;
  std::unique_ptr<Tableau<Rational>> large;

  template <class Number>
  std::unique_ptr<Tableau<Number>> tableau(const Deadline& deadline) const {
    return std::make_unique<Tableau<Number>>(system, spans, start.empty() ? nullptr : &start, deadline);
  }

  template <class Number>
  Optimum run(Tableau<Number>& tableau, std::size_t variable, bool largest, const Deadline& deadline) const {
    Optimum optimum;
    if (!tableau.consistent()) {
      optimum.outcome = LpOutcome::infeasible;
      return optimum;
    }
    Search<Number> search{system, tableau, variable, largest, deadline, {}, {}, {}, false, true};
    search.explore(spans);
    optimum.point = std::move(search.point);
    if (search.unbounded) {
      optimum.outcome = LpOutcome::unbounded;
    } else if (search.complete) {
      optimum.outcome = search.best ? LpOutcome::optimal : LpOutcome::infeasible;
      optimum.bound = search.best;
    } else {
      optimum.outcome = LpOutcome::out_of_time;
      if (search.root)
        optimum.bound = !system.integral ? *search.root
                        : largest        ? Rational(floor_of(*search.root))
                                         : Rational(-floor_of(-*search.root));
    }
    return optimum;
  }
};

TableProgram::TableProgram(std::unique_ptr<State> state) : state_(std::move(state)) {}
TableProgram::TableProgram(TableProgram&&) noexcept = default;
TableProgram& TableProgram::operator=(TableProgram&&) noexcept = default;
TableProgram::~TableProgram() = default;

std::optional<TableProgram> TableProgram::of(const System& system, const std::vector<Span>& spans,
                                             const std::vector<Amount>& start) {
  const std::size_t n = system.variables.size(), m = system.rows.size();
  if (n == 0 || (n + 1) > max_tableau / std::max<std::size_t>(1, m)) return std::nullopt;
  return TableProgram(std::make_unique<State>(State{system, spans, start, {}, {}}));
}

TableProgram::Optimum TableProgram::extreme(std::size_t variable, bool largest, const Deadline& deadline,
                                            const Deadline& last) {
  Optimum late;
  late.outcome = LpOutcome::out_of_time;
  if (!state_->large) try {
      if (!state_->small) state_->small = state_->tableau<SmallFraction>(last);
      if (state_->small->expired()) return late;
      return state_->run(*state_->small, variable, largest, deadline);
    } catch (const SmallFraction::Overflow&) {
      state_->small.reset();
    }
  if (!state_->large) state_->large = state_->tableau<Rational>(last);
  if (state_->large->expired()) return late;
  return state_->run(*state_->large, variable, largest, deadline);
}

}  // namespace assay::persuasive
