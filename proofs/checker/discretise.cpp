#include "proofs/checker/discretise.hpp"

#include <algorithm>
#include <cstdlib>
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
    if (grid.tail) return at(grid.upper ? n + width : n, p);
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

/// Of the masses of one atom or cell, roughly.
std::uint64_t work(long precision) {
  const auto words = static_cast<std::uint64_t>(precision / 64 + 1);
  return 20'000 * words * words;
}

/// What has no atoms: cell by cell from 0 outwards, until what is left is below one unit.
void collect_tails(const Tails& tails, Collector& into) {
  const Rational one_unit(1, Integer(1) << static_cast<unsigned long>(into.grid.bits));
  const auto above = [&](long n) {
    into.budget.spend(work(into.precision));
    return tails(into.unit * Rational(n));
  };
  const auto cell = [&](long n, const auto& lower, const auto& upper) {
    into.add(n, lower.first - upper.first, (lower.second - upper.second) * into.growth(n));
  };
  const auto all = tails(log(into.exact(0))), first = above(0);
  constexpr long far = 1L << 17U;
  need(at_most(above(far).first, one_unit) && at_most(all.first - above(-far).first, one_unit),
       "the grid has too many points for one step");
  auto at = first;
  long n = 0;
  for (; !at_most(at.first, one_unit); ++n) {
    auto next = above(n + 1);
    cell(n, at, next);
    at = std::move(next);
  }
  // What is above goes to infinity, or down to the last point; what is below up to the last point, or is dropped.
  into.infinite(at.first);
  if (!into.grid.upper) into.at(n, at.first);
  at = first;
  for (n = 0; !at_most(all.first - at.first, one_unit); --n) {
    auto next = above(n - 1);
    cell(n - 1, next, at);
    at = std::move(next);
  }
  if (into.grid.upper) into.at(n, all.first - at.first);
}

void collect_atom(const Atom& atom, Collector& into) {
  into.budget.spend(work(into.precision));
  const Interval p = atom.p(into.precision), q = atom.q(into.precision);
  if (const std::optional<long> n = exact_place(atom.loss, into.grid)) return into.at(*n, p);
  const Interval place = value(atom.loss, into.precision) / into.unit;
  const long n = whole(place, false), above = whole(place, true);
  need(above <= n + 2, "a loss that is known too loosely");  // n + 2 where n + 1 lies within the interval
  into.add(n, p, q * into.growth(n), std::max(1L, above - n));
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

std::optional<long> exact_place(const Real& loss, const Grid& grid) {
  if (loss.computed || loss.infinite || (loss.shift != 0 && loss.ratio != 1)) return std::nullopt;
  if (loss.shift == 0 && loss.ratio == 1) return 0;
  if (grid.unit_is_log != (loss.ratio != 1)) return std::nullopt;
  if (!grid.unit_is_log) {
    const Rational n = loss.shift / grid.unit;
    if (n.get_den() != 1 || !n.get_num().fits_sint_p()) return std::nullopt;
    return n.get_num().get_si();
  }
  const Rational target = loss.ratio > 1 ? loss.ratio : Rational(1 / loss.ratio);
  const Interval place = log(Interval(target, 64)) / log(Interval(grid.unit, 64));
  const long n = whole(place + Interval(Rational(1, 2), 64), false);
  const auto is_power = [n](const Integer& x, const Integer& base) {  // a number of another length is none
    const std::size_t length = mpz_sizeinbase(x.get_mpz_t(), 2), each = mpz_sizeinbase(base.get_mpz_t(), 2) - 1;
    const auto times = static_cast<unsigned long>(n);
    if (each * times > length) return false;
    Integer power;
    mpz_pow_ui(power.get_mpz_t(), base.get_mpz_t(), times);
    return power == x;
  };
  if (n < 1 || n > 64 || !is_power(target.get_num(), grid.unit.get_num()) ||
      !is_power(target.get_den(), grid.unit.get_den()))
    return std::nullopt;
  return loss.ratio > 1 ? n : -n;
}

Law discretise(const Pair& pair, const Grid& grid, Budget& budget) {
  need(pair.name != "rho", "a zCDP bound has no pair");
  Collector into(grid, budget);
  for (const Atom& atom : pair.atoms) collect_atom(atom, into);
  if (pair.tails) collect_tails(pair.tails, into);
  if (pair.rest) into.infinite(pair.rest(into.precision));
  return into.law();
}

}  // namespace assay::checker
