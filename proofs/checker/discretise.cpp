#include "proofs/checker/discretise.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr long guard = 16;  // bits beyond those of the masses, in which a cell's parts are gathered

/// The grid's powers and the rounding of one mass.
class Rounded {
 public:
  explicit Rounded(const Grid& grid)
      : grid_(grid),
        precision_(working_precision(grid)),
        unit_(distance(grid, precision_)),
        ratio_(exp(-unit_)),
        gap_(-expm1(-unit_)) {}

  long precision() const { return precision_; }
  const Interval& unit() const { return unit_; }
  bool upper() const { return grid_.upper; }
  long bits() const { return grid_.bits; }
  Interval exact(const Rational& x) const { return {x, precision_}; }
  Interval growth(long n) const { return exp(unit_ * Rational(n)); }

  /// The masses at points n steps apart that have the P-mass p and the Q-mass of the cell: with r its Q-mass times
  /// e^loss of the first point. One of them is negative where the cell lies beyond the two points.
  std::pair<Interval, Interval> split(const Interval& p, const Interval& r, long n) const {
    const Interval power = n == 1 ? ratio_ : exp(-unit_ * Rational(n)),
                   gap = n == 1 ? gap_ : -expm1(-unit_ * Rational(n));
    return {(r - power * p) / gap, (p - r) / gap};
  }
  const Interval& ratio() const { return ratio_; }

 private:
  const Grid& grid_;
  long precision_;
  Interval unit_, ratio_, gap_;
};

/// Collects the parts of the cells of one law, in units of 2^-(bits + guard), and rounds their sums once.
class Collector {
 public:
  explicit Collector(const Rounded& rounded) : rounded_(rounded) {}

  /// A cell whose losses lie between the points n and n + width; r as in Rounded::split.
  void add(long n, const Interval& p, const Interval& r, long width = 1) {
    const long scale = rounded_.bits() + guard;
    if (rounded_.upper()) {
      const auto [low, high] = rounded_.split(p, r, width);
      put(n, units_up(low, scale));
      put(n + width, units_up(high, scale));
      return;
    }
    // The line through the points n - 1 and n, and the one through n + 1 and n + 2.
    const auto [far_below, below] = rounded_.split(p, r * rounded_.ratio(), 1);
    const auto [above, far_above] = rounded_.split(p, r / rounded_.ratio(), 1);
    Cell cell{n, units_down(p, scale), {}};
    cell.lines[0] = {n, units_down(below, scale), n - 1, units_down(far_below, scale)};
    cell.lines[1] = {n + 1, units_down(above, scale), n + 2, units_down(far_above, scale)};
    if (width > 1 || mpfr_cmp(far_below.upper(), far_above.lower()) > 0) cell.choice = 0;  // the less negative one
    cell.may_change = width == 1;  // a wider cell may reach beyond the point n + 1
    if (cell.whole > 0) cells_.push_back(std::move(cell));
  }

  /// Mass at a point of the grid.
  void at(long n, const Interval& p) {
    const long scale = rounded_.bits() + guard;
    put(n, rounded_.upper() ? units_up(p, scale) : units_down(p, scale));
  }

  void infinite(const Interval& p) {
    if (rounded_.upper()) infinite_ += units_up(p, rounded_.bits());
  }

  Law law() {
    if (!rounded_.upper()) settle();
    Law law;
    law.infinite = infinite_;
    if (mass_.empty()) return law;
    law.first = first_;
    for (const Integer& m : mass_) law.mass.push_back(shifted(m, guard, rounded_.upper()));
    return law;
  }

 private:
  struct Line {
    long at = 0;
    Integer weight{};  // positive
    long beyond = 0;
    Integer weight_beyond{};  // negative
  };
  struct Cell {
    long at = 0;  // the point below it
    Integer whole;
    std::array<Line, 2> lines;  // below, above
    int choice = 1;             // of the two; -1 where the cell is at the point below it
    bool may_change = true;
  };

  void put(long n, const Integer& amount) {
    if (mass_.empty()) first_ = n;
    if (n < first_) {
      need(static_cast<std::size_t>(first_ - n) + mass_.size() <= most_cells, "the grid has too many points");
      mass_.insert(mass_.begin(), static_cast<std::size_t>(first_ - n), Integer(0));
      first_ = n;
    }
    const auto place = static_cast<std::size_t>(n - first_);
    need(place < most_cells, "the grid has too many points");
    if (place >= mass_.size()) mass_.resize(place + 1);
    mass_[place] += amount;
  }

  void apply(const Cell& cell, int sign) {
    if (cell.choice < 0) return put(cell.at, sign * cell.whole);
    const Line& line = cell.lines[static_cast<std::size_t>(cell.choice)];
    put(line.at, sign * line.weight);
    put(line.beyond, sign * line.weight_beyond);
  }

  // Where a negative weight is not outweighed its cell takes its other line, and after that goes to the point below.
  void settle() {
    for (const Cell& cell : cells_) {
      put(cell.at - 1, 0);
      put(cell.at + 2, 0);
      apply(cell, 1);
    }
    for (int round = 0;; ++round) {
      const bool last = round == 64;  // all cells that are left go to the point below
      std::vector<bool> short_of(mass_.size());
      for (std::size_t i = 0; i < mass_.size(); ++i) short_of[i] = mass_[i] < 0;
      if (std::find(short_of.begin(), short_of.end(), true) == short_of.end()) return;
      for (Cell& cell : cells_) {
        if (cell.choice < 0) continue;
        const long at = cell.lines[static_cast<std::size_t>(cell.choice)].beyond;
        if (!last && !short_of[static_cast<std::size_t>(at - first_)]) continue;
        apply(cell, -1);
        cell.choice = cell.may_change && !last ? 1 - cell.choice : -1;
        cell.may_change = false;
        apply(cell, 1);
      }
    }
  }

  const Rounded& rounded_;
  long first_ = 0;
  std::vector<Integer> mass_;
  std::vector<Cell> cells_;
  Integer infinite_ = 0;
};

/// The probabilities under P and Q of a loss above the n-th point of the grid.
using Above = std::function<std::pair<Interval, Interval>(long n)>;

/// Four normal tails, roughly.
std::uint64_t tail_work(long precision) {
  const auto words = static_cast<std::uint64_t>(precision / 64 + 1);
  return 20'000 * words * words;
}

/// A law without atoms: cell by cell from a point outwards, until what is left is below one unit.
struct Density {
  Above above;
  std::function<Interval(long n)> growth;  // e^loss at the n-th point
  long start = 0;
  std::optional<long> bottom, top;  // all losses lie between those points
};

void collect(const Density& density, const Rounded& rounded, Budget& budget, Collector& into) {
  const Rational one_unit(1, Integer(1) << static_cast<unsigned long>(rounded.bits()));
  constexpr long most_steps_out = 1L << 17U;
  const long far_up = density.start + most_steps_out, far_down = density.start - most_steps_out;
  need((density.top && *density.top <= far_up) || at_most(density.above(far_up).first, one_unit),
       "the grid has too many points for one step");
  need((density.bottom && *density.bottom >= far_down) ||
           at_most(rounded.exact(1) - density.above(far_down).first, one_unit),
       "the grid has too many points for one step");
  const auto spend = [&] { budget.spend(tail_work(rounded.precision())); };
  const auto first = density.above(density.start);
  const auto cell = [&](long n, const auto& lower, const auto& upper) {
    into.add(n, lower.first - upper.first, (lower.second - upper.second) * density.growth(n));
  };
  auto at = first;
  long n = density.start;
  for (; (!density.top || n < *density.top) && !at_most(at.first, one_unit); ++n) {
    spend();
    auto next = density.above(n + 1);
    cell(n, at, next);
    at = std::move(next);
  }
  // What is above goes to infinity, or down to the last point.
  if (!density.top || n < *density.top) {
    into.infinite(at.first);
    if (!rounded.upper()) into.at(n, at.first);
  }
  at = first;
  for (n = density.start; !density.bottom || n > *density.bottom; --n) {
    const Interval rest = rounded.exact(1) - at.first;
    if (at_most(rest, one_unit)) {  // what is below moves up to the last point, or is dropped
      if (rounded.upper()) into.at(n, rest);
      break;
    }
    spend();
    auto next = density.above(n - 1);
    cell(n - 1, next, at);
    at = std::move(next);
  }
}

long whole(const Interval& x, mpfr_rnd_t direction) {
  need(mpfr_number_p(x.lower()) != 0 && mpfr_number_p(x.upper()) != 0, "a point that cannot be placed on the grid");
  mpfr_srcptr end = direction == MPFR_RNDD ? x.lower() : x.upper();
  need(mpfr_zero_p(end) != 0 || mpfr_get_exp(end) < 40, "a loss too far out for this grid");
  return mpfr_get_si(end, direction);
}

void collect_gaussian(const Pair& pair, const Rounded& grid, Budget& budget, Collector& into) {
  if (pair.a == 0) return into.at(0, grid.exact(1));
  const Interval mu = sqrt(grid.exact(pair.a)), half = grid.exact(pair.a / 2);
  Density density;
  density.above = [&](long n) {
    const Interval loss = grid.unit() * Rational(n);
    return std::pair(normal_tail((loss - half) / mu), normal_tail((loss + half) / mu));
  };
  density.growth = [&](long n) { return grid.growth(n); };
  density.start = whole(half / grid.unit(), MPFR_RNDD);
  collect(density, grid, budget, into);
}

/// P is (1-q) N(0, s^2) + q N(1, s^2), and w = (1-q) + q e^{(2x-1)/(2 s^2)} its density over that of N(0, s^2).
void collect_sampled(const Pair& pair, const Rounded& grid, Budget& budget, Collector& into) {
  const Rational q = pair.rate, b = 1 - q, s = pair.a, s2 = s * s;
  const auto tail = [&](const Interval& x, int mean) { return normal_tail((x - Rational(mean)) / s); };
  Density density;
  if (pair.orientation == "replace") {
    // Against (1-q) N(0) + q N(-1), an odd loss: with y = e^{x/s^2}, c = e^{-1/(2 s^2)} it is
    // log((b + q c y)/(b + q c/y)) = l where q c y = (b (t-1) + sqrt(b^2 (t-1)^2 + 4 t q^2 c^2))/2, t = e^l.
    const auto point = [&, c = exp(grid.exact(-1 / (2 * s2)))](long n) {
      const Interval t = grid.growth(std::labs(n)), d = (t - Rational(1)) * b;
      const Interval qcy = (d + sqrt(d * d + t * c * c * Rational(4 * q * q))) * Rational(1, 2);
      const Interval x = (log(qcy / (c * q))) * s2;
      return n < 0 ? -x : x;
    };
    density.above = [&, point](long n) {
      const Interval x = point(n), zero = tail(x, 0);
      return std::pair(zero * b + tail(x, 1) * q, zero * b + tail(x, -1) * q);
    };
    density.growth = [&](long n) { return grid.growth(n); };
    collect(density, grid, budget, into);
    return;
  }
  // The points are those where w = b e^{n unit}: losses log b + n unit of w, or their negatives.
  const bool add = pair.orientation == "add";
  const auto tails = [&](long n) {
    if (n == 0) return std::pair(grid.exact(1), grid.exact(1));
    const Interval x = log(expm1(grid.unit() * Rational(n)) * (b / q)) * s2 + Rational(1, 2);
    const Interval zero = tail(x, 0);
    return std::pair(zero * b + tail(x, 1) * q, zero);
  };
  if (add) {
    density.above = [&](long n) {
      const auto [mixture, zero] = tails(-n);
      return std::pair(grid.exact(1) - zero, grid.exact(1) - mixture);
    };
    density.growth = [&](long n) { return grid.growth(n) / b; };
    density.top = 0;
  } else {
    density.above = tails;
    density.growth = [&](long n) { return grid.growth(n) * b; };
    density.bottom = 0;
  }
  collect(density, grid, budget, into);
}

/// n with loss = n unit exactly, where there is one.
std::optional<long> exact_place(const Atom& atom, const Grid& grid) {
  if (!atom.has_loss) return std::nullopt;
  if (atom.log_of == 0 && atom.loss == 0) return 0;
  if (grid.unit_is_log != (atom.log_of != 0)) return std::nullopt;
  if (!grid.unit_is_log) {
    const Rational n = atom.loss / grid.unit;
    if (n.get_den() != 1 || !n.get_num().fits_sint_p()) return std::nullopt;
    return n.get_num().get_si();
  }
  const Interval guess = log(Interval(atom.log_of, 128)) / log(Interval(grid.unit, 128)) + Rational(1, 2);
  const long n = whole(guess, MPFR_RNDD);
  if (n == 0 || std::labs(n) > 1024) return std::nullopt;
  const auto power = [n](const Integer& x) {
    Integer result;
    mpz_pow_ui(result.get_mpz_t(), x.get_mpz_t(), static_cast<unsigned long>(std::labs(n)));
    return result;
  };
  const Integer over = power(grid.unit.get_num()), under = power(grid.unit.get_den());
  return (n > 0 ? Rational(over, under) : Rational(under, over)) == atom.log_of ? std::optional(n) : std::nullopt;
}

void collect_atom(const Atom& atom, const Grid& grid, const Rounded& rounded, Budget& budget, Collector& into) {
  budget.spend(20'000);
  const Interval p = atom.p(rounded.precision()), q = atom.q(rounded.precision());
  if (const std::optional<long> n = exact_place(atom, grid)) return into.at(*n, p);
  const Interval place = log(p / q) / rounded.unit();
  const long n = whole(place, MPFR_RNDD), above = whole(place, MPFR_RNDU);
  need(above <= n + 2, "a loss that is known too loosely");  // n + 2 where n + 1 lies within the interval
  into.add(n, p, q * rounded.growth(n), std::max(1L, above - n));
}

/// Atoms at +-s, and between them the density e^{-(s-l)/2}/4 of P and e^{-(s+l)/2}/4 of Q.
void collect_laplace(const Pair& pair, const Grid& grid, const Rounded& rounded, Budget& budget, Collector& into) {
  const Rational s = pair.a, half(1, 2);
  const auto near = [half](long bits) { return Interval(half, bits); };
  const auto far = [s, half](long bits) { return exp(Interval(-s, bits)) * half; };
  collect_atom({near, far, s, 0, true}, grid, rounded, budget, into);
  collect_atom({far, near, -s, 0, true}, grid, rounded, budget, into);
  const long top = whole(rounded.exact(s) / rounded.unit(), MPFR_RNDU);
  need(top < static_cast<long>(most_cells / 2), "the grid has too many points");
  // P and Q of what is between the n-th point, clipped to [-s, s], and s.
  const auto above = [&](long n) {
    const Interval l = rounded.unit() * Rational(n);
    const Interval x = at_least(l, s) ? rounded.exact(s) : at_most(l, -s) ? rounded.exact(-s) : l;
    return std::pair((rounded.exact(1) - exp((x - s) * half)) * half,
                     (exp((-x - s) * half) - exp(rounded.exact(-s))) * half);
  };
  for (long n = -top; n < top; ++n) {
    budget.spend(40'000);
    const auto low = above(n), high = above(n + 1);
    into.add(n, low.first - high.first, (low.second - high.second) * rounded.growth(n));
  }
}

}  // namespace

Interval distance(const Grid& grid, long precision) {
  const Interval unit(grid.unit, precision);
  return grid.unit_is_log ? log(unit) : unit;
}

Integer shifted(const Integer& x, long bits, bool up) {
  Integer result;
  const auto n = static_cast<mp_bitcnt_t>(bits);
  if (up)
    mpz_cdiv_q_2exp(result.get_mpz_t(), x.get_mpz_t(), n);
  else
    mpz_fdiv_q_2exp(result.get_mpz_t(), x.get_mpz_t(), n);
  return result;
}

bool lies_on(const Atom& atom, const Grid& grid) { return exact_place(atom, grid).has_value(); }

Law discretise(const Pair& pair, const Grid& grid, Budget& budget) {
  const Rounded rounded(grid);
  Collector collector(rounded);
  switch (pair.kind) {
    case Pair::Kind::gaussian: collect_gaussian(pair, rounded, budget, collector); break;
    case Pair::Kind::sampled_gaussian: collect_sampled(pair, rounded, budget, collector); break;
    case Pair::Kind::laplace: collect_laplace(pair, grid, rounded, budget, collector); break;
    case Pair::Kind::finite:
      for (const Atom& atom : pair.atoms) collect_atom(atom, grid, rounded, budget, collector);
      break;
    case Pair::Kind::zcdp: throw Refused("a zCDP bound has no pair");
  }
  return collector.law();
}

}  // namespace assay::checker
