#include "accounting/loss/discretise.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "accounting/numeric/geometric.hpp"

namespace assay::accounting {
namespace {

using Tails = DistributionLoss::Tails;

constexpr double tiny = 0x1p-1000;  // stands for what is below it, in the upper law
constexpr double up = 1 + 0x1p-46;  // more than the roundings of any entry below
constexpr double down = 1 - 0x1p-46;
constexpr double fraction_error = 0x1p-48;
constexpr long slack_exponent = -64;
constexpr std::size_t polled = 256;  // cells between two looks at the clock
constexpr double below_cell = -1;    // a share that sends the cell to the point below its lower end

// Per cell, for the lower law: at most its tilted P-mass, and at most the share x that goes to the upper end when it is
// split with its mean of e^{-L} kept. Mass 0 where it is known too badly to be used.
struct Cells {
  std::vector<double> mass, share;
};

// An end of a cell: the grid's point, or the loss at the double x that lies within `error` of it.
struct Boundary {
  std::optional<double> x;
  const Observation* observation = nullptr;
  double error = 0;
};

// Finds the doubles x whose losses are next to the points of a grid.
class Locator {
 public:
  Locator(const std::vector<Observation>& observed, double first, double step)
      : observed_(observed), first_(first), step_(step) {}

  Boundary at(long i) {
    const double n = static_cast<double>(i), loss = first_ + n * step_;
    for (const Observation& o : observed_) {
      if (!(loss - step_ / 2 > o.least && loss + step_ / 2 < o.greatest)) continue;
      double x = &o == last_ ? guess_ : start(o, loss);
      for (int round = 0; round < 6; ++round) {
        const ObservedLoss at = observed_loss(o, x);
        const double move = (loss - at.value) / at.slope, error = std::abs(at.value - loss) + at.error;
        if (round > 0 && error < step_ * 1e-3 && (std::abs(move) <= std::abs(x) * 0x1p-51 || round >= 4)) {
          last_ = &o;
          guess_ = x + step_ / at.slope;
          return {x, &o, error * 1.001 + (std::abs(first_) + n * step_) * 0x1p-50};
        }
        if (!std::isfinite(move)) break;
        x = std::clamp(x + move, o.from, o.to);
      }
    }
    last_ = nullptr;
    return {};
  }

 private:
  static double start(const Observation& o, double loss) {
    double low = std::max(o.from, -80.0 - reach(o)), high = std::min(o.to, 80.0 + reach(o));
    for (int i = 0; i < 60; ++i) {
      const double middle = low + (high - low) / 2;
      (observed_loss(o, middle).value < loss ? low : high) = middle;
    }
    return low;
  }
  static double reach(const Observation& o) {
    double most = 0;
    for (const auto* components : {&o.p, &o.q})
      for (const auto& c : *components) most = std::max(most, std::abs(c.mean));
    return most;
  }

  const std::vector<Observation>& observed_;
  double first_, step_;
  const Observation* last_ = nullptr;
  double guess_ = 0;
};

// Works on one discretisation; everything is tilted by e^{tilt (l - origin)} at the cell's lower end.
class Discretiser {
 public:
  Discretiser(const DistributionLoss& loss, const LossGrid& grid, double tilt, double log_scale, long bits)
      : loss_(loss),
        grid_(grid),
        tilt_(Ball::exact(tilt, bits)),
        log_scale_(Ball::exact(log_scale, bits)),
        bits_(bits) {
    law_.grid = grid;
    law_.tilt = tilt;
    law_.log_scale = log_scale;
    law_.upper.assign(static_cast<std::size_t>(grid.cells) + 1, 0);
    law_.lower = law_.upper;
    law_.upper_infinite = Ball(loss.infinite_mass, bits);
    law_.slack = Ball(1, bits);
    arb_mul_2exp_si(law_.slack.raw(), law_.slack.raw(), slack_exponent);
    const Ball h = grid.step;
    const Ball rise = exp(tilt_ * h);
    rise_ = rise.midpoint();
    near_ = exp(-h).midpoint();
    far_ = exp(h).midpoint();
    one_less_ = -expm1(-h);
  }

  std::optional<GridLaw> run(const Deadline& deadline) {
    const auto support = loss_.support(bits_);
    const bool atoms_only = support.least && support.greatest && support.least->is_exact() &&
                            support.greatest->is_exact() && (*support.greatest - *support.least).is_exact_zero();
    place_atoms();
    if (!atoms_only) {
      if (!scan(deadline)) return std::nullopt;
      spread_down();
    }
    for (const auto& [loss, mass] : loose_atoms_) split_atom(loss, mass);
    finish();
    return std::move(law_);
  }

 private:
  Ball weight(const Ball& at) const { return exp(tilt_ * (at - grid_.origin) - log_scale_); }
  Ball tilted(const Ball& mass, const Ball& at) const { return mass * weight(at); }
  std::size_t last() const { return static_cast<std::size_t>(grid_.cells); }

  // False where the deadline passed before the last cell.
  bool scan(const Deadline& deadline) {
    const auto n = static_cast<std::size_t>(grid_.cells);
    cells_.mass.assign(n, 0);
    cells_.share.assign(n, 0);
    Locator locator(loss_.observed, grid_.point(0).midpoint(), grid_.step.midpoint());
    const Geometric ratio(grid_.point(0), grid_.step, n + 1);
    std::optional<Tails> left_tails = loss_.tails(grid_.point(0));
    const Ball first_weight = weight(grid_.point(0));
    law_.upper[0] += double_above(left_tails->below * first_weight);
    Boundary left;
    for (std::size_t i = 0; i < n; ++i) {
      if (i % polled == 0 && deadline.passed()) return false;
      const Boundary right = i + 1 < n ? locator.at(static_cast<long>(i) + 1) : Boundary{};
      const double error = std::max(left.error, right.error);
      if (left.x && right.x && left.observation == right.observation && fast_cell(i, left, right, error, ratio.at(i))) {
        left_tails.reset();
      } else {
        if (!left_tails) left_tails = loss_.tails(place(i, left));
        Tails right_tails = loss_.tails(place(i + 1, right));
        exact_cell(i, *left_tails, right_tails, error);
        left_tails = std::move(right_tails);
      }
      left = right;
    }
    // Right of the grid: P-mass min(p, e^l q) on the last point keeps the mean of e^{-L}; the rest is infinite.
    const Ball end = grid_.point(grid_.cells), end_weight = weight(end);
    const Ball on_last = min(left_tails->above, exp(end) * left_tails->dual_above);
    law_.upper_infinite = law_.upper_infinite + nonnegative(left_tails->above - on_last);
    law_.upper[last()] += double_above(on_last * end_weight);
    high_mass_ = double_below(left_tails->above * end_weight);
    return true;
  }

  Ball place(std::size_t i, const Boundary& boundary) const {
    const Ball point = grid_.point(static_cast<long>(i));
    return boundary.x ? point + Ball::plus_minus(Ball::exact(boundary.error, bits_)) : point;
  }

  bool fast_cell(std::size_t i, const Boundary& left, const Boundary& right, double error, double ratio) {
    const double a = *left.x, b = *right.x;
    if (!(a < b)) return false;
    const double offset = (static_cast<double>(grid_.first) + static_cast<double>(i)) * grid_.step.midpoint();
    const double tilt = law_.tilt * offset, shift = tilt - law_.log_scale;
    const double size = std::abs(tilt) + std::abs(law_.log_scale);
    const auto p = cell_mass(left.observation->p, a, b, shift, size);
    const auto q = p ? cell_mass(left.observation->q, a, b, shift, size) : std::nullopt;
    if (!q) return false;
    const double one_less = one_less_.midpoint(), dual = ratio * q->value;
    const double share = (p->value - dual) / (p->value * one_less);
    const double doubt = (p->error + q->error + 0x1p-49) * std::max(1.0, dual / p->value) / one_less * 1.01;
    if (!(p->error < 1e-9) || !(doubt < 1e-3) || share < doubt || share + doubt > 1) return false;
    split(i, p->value * (1 + p->error), share + doubt, error);
    cells_.mass[i] = p->value * (1 - p->error);
    cells_.share[i] = share - doubt;
    return true;
  }

  void exact_cell(std::size_t i, const Tails& left, const Tails& right, double error) {
    // The difference of the smaller tails cancels less.
    const bool from_below = right.below.midpoint() <= left.above.midpoint();
    const Ball p = nonnegative(from_below ? right.below - left.below : left.above - right.above);
    const Ball q = nonnegative(from_below ? right.dual_below - left.dual_below : left.dual_above - right.dual_above);
    if (p.is_exact_zero()) return;
    const Ball point = grid_.point(static_cast<long>(i)), mass = p * weight(point);
    const Ball share = (p - exp(point) * q) / (p * one_less_);
    if (!share.is_finite() || mag_cmp_2exp_si(arb_radref(share.raw()), 0) >= 0) {
      split(i, double_above(mass), 1, error);
      cells_.mass[i] = std::max(0.0, double_below(mass));
      cells_.share[i] = below_cell;
      return;
    }
    split(i, double_above(mass), std::clamp(double_above(share), 0.0, 1.0), error);
    const double least = double_below(share);
    // Where an end is a double's loss the cell may reach beyond its points.
    const bool outside = error > 0 && (least < 0 || double_above(share) > 1);
    cells_.mass[i] = std::max(0.0, double_below(mass));
    cells_.share[i] = outside ? below_cell : std::clamp(least, 0.0, 1.0);
  }

  // The upper law's part of a cell whose ends lie within `error` of its points: with c = error/(1 - e^{-step}) the
  // share grows by at most 2c, and what comes to the upper end splits again, c of it one point further.
  void split(std::size_t i, double mass, double share, double error) {
    const double beyond = error / one_less_.midpoint() * 1.01;
    const double high = std::min(1.0, (share + 2 * beyond) * (1 + 0x1p-50));
    const double further = std::min(1.0, beyond);
    law_.upper[i] += mass * (1 - high);
    law_.upper[i + 1] += mass * rise_ * high * (1 - further);
    if (further > 0) {
      if (i + 2 <= last())
        law_.upper[i + 2] += mass * rise_ * rise_ * high * further;
      else
        law_.upper_infinite = law_.upper_infinite +
                              Ball::exact(mass * high * further, bits_) * 2 / weight(grid_.point(static_cast<long>(i)));
    }
  }

  // Chords extended into the cell: from the two points below it where the mass falls, from those above where it rises.
  // A cell that would leave a negative weight somewhere goes to its lower end instead.
  void spread_down() {
    const std::size_t n = cells_.mass.size();
    const auto mode =
        static_cast<std::size_t>(std::max_element(cells_.mass.begin(), cells_.mass.end()) - cells_.mass.begin());
    std::vector<bool> floored(n);
    const std::vector<double> base = law_.lower;  // atoms on the grid
    std::vector<double> minus(n + 1);
    for (int round = 0;; ++round) {
      auto& plus = law_.lower;
      plus = base;
      std::fill(minus.begin(), minus.end(), 0.0);
      for (std::size_t i = 0; i < n; ++i) {
        const double mass = cells_.mass[i], x = cells_.share[i];
        if (!(mass > 0)) continue;
        if (x == below_cell) {
          if (i > 0) plus[i - 1] += mass / rise_;
          continue;
        }
        if (floored[i] || round > 8) {
          plus[i] += mass;
        } else if (i >= mode ? i == 0 : i + 2 > n) {
          plus[i] += mass;
        } else if (i >= mode) {
          plus[i] += mass * (1 + x * near_);
          minus[i - 1] += mass * x * near_ / rise_;
        } else {
          const double rest = 1 - x;
          plus[i + 1] += mass * (1 + rest * far_) * rise_;
          minus[i + 2] += mass * rest * far_ * rise_ * rise_;
        }
      }
      bool negative = false;
      for (std::size_t j = 0; j <= n; ++j) {
        if (minus[j] * up <= plus[j] * down) continue;
        negative = true;
        if (j + 1 < n && j + 1 >= mode) floored[j + 1] = true;
        if (j >= 2 && j - 2 < mode) floored[j - 2] = true;
      }
      if (negative && round <= 8) continue;
      // Each weight is a sum of few products: a few units of roundoff.
      for (std::size_t j = 0; j <= n; ++j)
        plus[j] = std::max(0.0, (plus[j] - minus[j]) - (plus[j] + minus[j]) * fraction_error);
      break;
    }
    law_.lower[last()] += high_mass_ * down;
  }

  // Atoms on points of the grid; the others wait for the rest of the law.
  void place_atoms() {
    const auto atoms = loss_.atoms(bits_);
    atom_count_ = static_cast<double>(atoms.loss.size());
    for (std::size_t a = 0; a < atoms.loss.size(); ++a) {
      const Ball& loss = atoms.loss[a];
      const double guess = std::nearbyint(((loss - grid_.point(0)) / grid_.step).midpoint());
      if (guess >= 0 && guess <= static_cast<double>(grid_.cells)) {
        const auto j = static_cast<long>(guess);
        if (certainly_less_equal(abs(loss - grid_.point(j)), law_.slack)) {
          const Ball t = tilted(atoms.mass[a], grid_.point(j));
          law_.upper[static_cast<std::size_t>(j)] += double_above(t);
          law_.lower[static_cast<std::size_t>(j)] += double_below(t);
          continue;
        }
      }
      loose_atoms_.emplace_back(loss, atoms.mass[a]);
    }
  }

  void split_atom(const Ball& loss, const Ball& mass) {
    const double below = std::floor(((loss - grid_.point(0)) / grid_.step).midpoint());
    if (below < 0 && certainly_less(loss, grid_.point(0) + law_.slack)) {
      law_.upper[0] += double_above(tilted(mass, grid_.point(0)));
      return;
    }
    const Ball end = grid_.point(grid_.cells);
    if (below >= static_cast<double>(grid_.cells) && certainly_less(end - law_.slack, loss)) {
      // mass e^{end - loss} on the last point keeps the mean of e^{-L}.
      const Ball kept = mass * exp(end - loss);
      law_.upper[last()] += double_above(tilted(kept, end));
      law_.upper_infinite = law_.upper_infinite + nonnegative(mass - kept);
      law_.lower[last()] += double_below(tilted(mass, end));
      return;
    }
    const auto j = static_cast<long>(below);
    if (!(below >= 0) || below >= static_cast<double>(grid_.cells) ||
        !certainly_less(grid_.point(j) - law_.slack, loss) || !certainly_less(loss, grid_.point(j + 1) + law_.slack)) {
      law_.upper_infinite = law_.upper_infinite + mass;  // placed too badly: the worst of both sides
      return;
    }
    const auto i = static_cast<std::size_t>(j);
    const Ball share = min(nonnegative(-expm1(grid_.point(j) - loss) / one_less_), Ball(1, bits_));
    const Ball t = tilted(mass, grid_.point(j));
    law_.upper[i] += double_above(t * (1 - share));
    law_.upper[i + 1] += double_above(t * share) * rise_ * up;
    // Downward: as far as the point below can give mass away.
    const double least = double_below(share), most = double_above(share), m = double_below(t);
    const double need = double_above(t) * most * near_ / rise_ * up;
    const double given = i > 0 && need > 0 ? std::min(1.0, law_.lower[i - 1] * down / need) * down : 0;
    law_.lower[i] += m * down * (1 + given * least * near_ * down);
    if (given > 0) law_.lower[i - 1] = std::max(0.0, (law_.lower[i - 1] - need * given * up) * down);
  }

  void finish() {
    // Each entry is a sum of at most atom_count_ + 8 terms.
    const double roundings = 0x1p-46 + atom_count_ * 0x1p-51;
    for (double& x : law_.upper) x = x > 0 ? x * (1 + roundings) + tiny : 0;
    for (double& x : law_.lower) x = x > 0x1p-980 && roundings < 1 ? x * (1 - roundings) : 0;
    law_.upper_infinite = min(upper(law_.upper_infinite), Ball(1, bits_));
  }

  const DistributionLoss& loss_;
  const LossGrid& grid_;
  Ball tilt_, log_scale_;
  long bits_;
  GridLaw law_;
  Cells cells_;
  Ball one_less_;
  double high_mass_ = 0;
  std::vector<std::pair<Ball, Ball>> loose_atoms_;
  double atom_count_ = 0;
  double rise_ = 1, near_ = 1, far_ = 1;
};

}  // namespace

std::optional<GridLaw> discretise(const DistributionLoss& loss, const LossGrid& grid, double tilt, double log_scale,
                                  long bits, const Deadline& deadline) {
  return Discretiser(loss, grid, tilt, log_scale, bits).run(deadline);
}

}  // namespace assay::accounting
