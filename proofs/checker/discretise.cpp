#include "proofs/checker/discretise.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace assay::checker {
namespace {

constexpr long guard = 16;  // bits beyond those of the masses, in which a cell's parts are gathered

/// Collects the parts of the cells of one law, in units of 2^-(bits + guard), and rounds their sums once.
class Collector {
 public:
  const Grid& grid;
  Budget& budget;
  const long precision = working_precision(grid);
  const Interval unit = distance(grid, precision);

  Collector(const Grid& its_grid, Budget& its_budget) : grid(its_grid), budget(its_budget) {}

  Interval exact(const Rational& x) const { return {x, precision}; }
  Interval growth(long n) const { return exp(unit * Rational(n)); }  // e^loss at a point

  /// A cell whose losses lie between the points n and n + width: with r its Q-mass times the growth at n.
  void add(long n, const Interval& p, const Interval& r, long width = 1) {
    if (grid.upper) return apply(split(n, width, p, r));
    // The line through the points n - 1 and n, and the one through n + 1 and n + 2: the less negative one first.
    Ways ways = {split(n - 1, 1, p, r * ratio_), split(n + 1, 1, p, r / ratio_), {{n, rounded(p)}}};
    if (width > 1)
      ways.erase(ways.begin() + 1);  // the cell may reach beyond the point n + 1
    else if (ways[0][0].second < ways[1][1].second)
      std::swap(ways[0], ways[1]);
    if (ways.back()[0].second > 0) cells_.push_back(std::move(ways));
  }

  /// Mass at a point of the grid.
  void at(long n, const Interval& p) { mass_[n] += std::max(Integer(0), rounded(p)); }

  void infinite(const Interval& p) {
    if (grid.upper) infinite_ += units(p, grid.bits, true);
  }

  Law law() {
    if (!grid.upper) settle();
    Law law{0, {}, infinite_};
    if (mass_.empty()) return law;
    law.first = mass_.begin()->first;
    const auto size = static_cast<std::size_t>(mass_.rbegin()->first - law.first + 1);
    need(size <= most_cells, "the grid has too many points");
    law.mass.resize(size);
    for (const auto& [n, mass] : mass_)
      law.mass[static_cast<std::size_t>(n - law.first)] = shifted(mass, guard, grid.upper);
    return law;
  }

 private:
  using Placed = std::vector<std::pair<long, Integer>>;  // masses at points
  using Ways = std::vector<Placed>;  // in which one cell may be placed: the better first, last one without a debt

  Integer rounded(const Interval& p) const { return units(p, grid.bits + guard, grid.upper); }

  /// The masses at two points that have the P-mass p and the Q-mass of the cell: with r its Q-mass times the growth at
  /// the first point. One of them is negative where the cell lies beyond the two points.
  Placed split(long n, long width, const Interval& p, const Interval& r) const {
    const Interval power = width == 1 ? ratio_ : growth(-width),
                   gap = width == 1 ? gap_ : -expm1(-unit * Rational(width));
    return {{n, rounded((r - power * p) / gap)}, {n + width, rounded((p - r) / gap)}};
  }

  void apply(const Placed& placed, int sign = 1) {
    for (const auto& [n, mass] : placed) mass_[n] += sign * mass;
  }

  // Where a negative mass is not outweighed its cell takes another way, at last to the point below it.
  void settle() {
    for (const Ways& ways : cells_) apply(ways.front());
    for (int round = 0; round <= 65; ++round) {
      std::set<long> in_debt;
      for (const auto& [n, mass] : mass_)
        if (mass < 0) in_debt.insert(n);
      if (in_debt.empty()) return;
      for (Ways& ways : cells_) {
        const auto owes = [&](const auto& at) { return at.second < 0 && in_debt.contains(at.first); };
        const bool last = round >= 64;
        if (ways.size() == 1 || !(last || std::any_of(ways[0].begin(), ways[0].end(), owes))) continue;
        apply(ways[0], -1);
        ways.erase(ways.begin(), last ? ways.end() - 1 : ways.begin() + 1);
        apply(ways[0]);
      }
    }
    throw Refused("a cell that can nowhere be placed");
  }

  const Interval ratio_ = exp(-unit), gap_ = -expm1(-unit);
  std::map<long, Integer> mass_;
  std::vector<Ways> cells_;
  Integer infinite_ = 0;
};

/// A law without atoms: cell by cell from a point outwards, until what is left is below one unit.
struct Density {
  std::function<std::pair<Interval, Interval>(long n)> above;  // the probabilities of a loss above the n-th point
  Rational offset_growth = 1;                                  // e^loss at the point 0
  long start = 0;
  std::optional<long> bottom, top;  // all losses lie between those points
  std::uint64_t work = 0;           // a cell's
};

/// Four normal tails, roughly.
std::uint64_t tail_work(long precision) {
  const auto words = static_cast<std::uint64_t>(precision / 64 + 1);
  return 20'000 * words * words;
}

void collect(const Density& density, Collector& into) {
  const Rational one_unit(1, Integer(1) << static_cast<unsigned long>(into.grid.bits));
  const auto below = [&](const auto& above) { return into.exact(1) - above.first; };
  constexpr long most_steps_out = 1L << 17U;
  const long far_up = density.start + most_steps_out, far_down = density.start - most_steps_out;
  need(((density.top && *density.top <= far_up) || at_most(density.above(far_up).first, one_unit)) &&
           ((density.bottom && *density.bottom >= far_down) || at_most(below(density.above(far_down)), one_unit)),
       "the grid has too many points for one step");
  const auto cell = [&](long n, const auto& lower, const auto& upper) {
    into.budget.spend(density.work);
    into.add(n, lower.first - upper.first, (lower.second - upper.second) * into.growth(n) * density.offset_growth);
  };
  const auto first = density.above(density.start);
  auto at = first;
  long n = density.start;
  for (; n != density.top && !at_most(at.first, one_unit); ++n) {
    auto next = density.above(n + 1);
    cell(n, at, next);
    at = std::move(next);
  }
  // What is above goes to infinity, or down to the last point.
  if (n != density.top) {
    into.infinite(at.first);
    if (!into.grid.upper) into.at(n, at.first);
  }
  at = first;
  for (n = density.start; n != density.bottom; --n) {
    if (at_most(below(at), one_unit)) {  // what is below moves up to the last point, or is dropped
      if (into.grid.upper) into.at(n, below(at));
      return;
    }
    auto next = density.above(n - 1);
    cell(n - 1, next, at);
    at = std::move(next);
  }
}

void collect_gaussian(const Pair& pair, Collector& into) {
  if (pair.a == 0) return into.at(0, into.exact(1));
  const Interval mu = sqrt(into.exact(pair.a)), half = into.exact(pair.a / 2);
  Density density;
  density.above = [&](long n) {
    const Interval loss = into.unit * Rational(n);
    return std::pair(normal_tail((loss - half) / mu), normal_tail((loss + half) / mu));
  };
  density.start = whole(half / into.unit, false);
  density.work = tail_work(into.precision);
  collect(density, into);
}

/// P is (1-q) N(0, s^2) + q N(1, s^2), and w = (1-q) + q e^{(2x-1)/(2 s^2)} its density over that of N(0, s^2).
void collect_sampled(const Pair& pair, Collector& into) {
  const Rational q = pair.rate, b = 1 - q, s = pair.a, s2 = s * s;
  const auto tail = [&](const Interval& x, int mean) { return normal_tail((x - Rational(mean)) / s); };
  Density density;
  density.work = tail_work(into.precision);
  if (pair.orientation == "replace") {
    // Against (1-q) N(0) + q N(-1), an odd loss: with y = e^{x/s^2}, c = e^{-1/(2 s^2)} it is
    // log((b + q c y)/(b + q c/y)) = l where q c y = (b (t-1) + sqrt(b^2 (t-1)^2 + 4 t q^2 c^2))/2, t = e^l.
    const auto point = [&, c = exp(into.exact(-1 / (2 * s2)))](long n) {
      const Interval t = into.growth(std::labs(n)), d = (t - Rational(1)) * b;
      const Interval qcy = (d + sqrt(d * d + t * c * c * Rational(4 * q * q))) * Rational(1, 2);
      const Interval x = (log(qcy / (c * q))) * s2;
      return n < 0 ? -x : x;
    };
    density.above = [&, point](long n) {
      const Interval x = point(n), zero = tail(x, 0);
      return std::pair(zero * b + tail(x, 1) * q, zero * b + tail(x, -1) * q);
    };
    return collect(density, into);
  }
  // The points are those where w = b e^{n unit}: losses log b + n unit of w, or their negatives.
  const auto tails = [&](long n) {
    if (n == 0) return std::pair(into.exact(1), into.exact(1));
    const Interval x = log(expm1(into.unit * Rational(n)) * (b / q)) * s2 + Rational(1, 2);
    const Interval zero = tail(x, 0);
    return std::pair(zero * b + tail(x, 1) * q, zero);
  };
  if (pair.orientation == "add") {
    density.above = [&](long n) {
      const auto [mixture, zero] = tails(-n);
      return std::pair(into.exact(1) - zero, into.exact(1) - mixture);
    };
    density.offset_growth = 1 / b;
    density.top = 0;
  } else {
    density.above = tails;
    density.offset_growth = b;
    density.bottom = 0;
  }
  collect(density, into);
}

/// n with loss = n unit exactly, where there is one.
std::optional<long> exact_place(const Real& loss, const Grid& grid) {
  if (loss.computed) return std::nullopt;
  if (loss.shift == 0 && loss.ratio == 1) return 0;
  if (grid.unit_is_log != (loss.ratio != 1)) return std::nullopt;
  if (!grid.unit_is_log) {
    const Rational n = loss.shift / grid.unit;
    if (n.get_den() != 1 || !n.get_num().fits_sint_p()) return std::nullopt;
    return n.get_num().get_si();
  }
  const Rational target = loss.ratio > 1 ? loss.ratio : Rational(1 / loss.ratio);
  Rational power = grid.unit;
  long n = 1;
  for (; power < target && n < 64; ++n) power *= grid.unit;
  return power != target ? std::nullopt : std::optional(loss.ratio > 1 ? n : -n);
}

void collect_atom(const Atom& atom, Collector& into) {
  into.budget.spend(20'000);
  const Interval p = atom.p(into.precision), q = atom.q(into.precision);
  if (const std::optional<long> n = exact_place(atom.loss, into.grid)) return into.at(*n, p);
  const Interval place = value(atom.loss, into.precision) / into.unit;
  const long n = whole(place, false), above = whole(place, true);
  need(above <= n + 2, "a loss that is known too loosely");  // n + 2 where n + 1 lies within the interval
  into.add(n, p, q * into.growth(n), std::max(1L, above - n));
}

/// Atoms at +-s, and between them the density e^{-(s-l)/2}/4 of P and e^{-(s+l)/2}/4 of Q.
void collect_laplace(const Pair& pair, Collector& into) {
  const Rational s = pair.a, half(1, 2);
  const Enclosure near = [half](long bits) { return Interval(half, bits); };
  const Enclosure far = [s, half](long bits) { return exp(Interval(-s, bits)) * half; };
  collect_atom({near, far, {.shift = s}}, into);
  collect_atom({far, near, {.shift = -s}}, into);
  Density density;
  density.top = whole(into.exact(s) / into.unit, true);
  density.start = -*density.top;
  density.bottom = density.start;
  density.work = 40'000;
  // P and Q of what is between the n-th point, clipped to [-s, s], and s.
  density.above = [&](long n) {
    const Interval l = into.unit * Rational(n);
    const Interval x = at_least(l, s) ? into.exact(s) : at_most(l, -s) ? into.exact(-s) : l;
    return std::pair((into.exact(1) - exp((x - s) * half)) * half, (exp((-x - s) * half) - exp(into.exact(-s))) * half);
  };
  collect(density, into);
}

}  // namespace

Interval distance(const Grid& grid, long precision) {
  const Interval unit(grid.unit, precision);
  return grid.unit_is_log ? log(unit) : unit;
}

Integer shifted(const Integer& x, long bits, bool up) {
  Integer result;
  (up ? mpz_cdiv_q_2exp : mpz_fdiv_q_2exp)(result.get_mpz_t(), x.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  return result;
}

bool lies_on(const Atom& atom, const Grid& grid) { return exact_place(atom.loss, grid).has_value(); }

Law discretise(const Pair& pair, const Grid& grid, Budget& budget) {
  Collector into(grid, budget);
  switch (pair.kind) {
    case Pair::Kind::gaussian: collect_gaussian(pair, into); break;
    case Pair::Kind::sampled_gaussian: collect_sampled(pair, into); break;
    case Pair::Kind::laplace: collect_laplace(pair, into); break;
    case Pair::Kind::finite:
      for (const Atom& atom : pair.atoms) collect_atom(atom, into);
      break;
    case Pair::Kind::zcdp: throw Refused("a zCDP bound has no pair");
  }
  return into.law();
}

}  // namespace assay::checker
