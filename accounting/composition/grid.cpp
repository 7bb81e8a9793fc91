#include "accounting/composition/grid.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

constexpr long bits = 128;
constexpr int least_log2 = 10, most_log2 = 21;
constexpr double most_cells = 0x1p21;  // of all parts together
constexpr double reach_of_tilt = 250;  // |change of tilt| times range that stored masses still serve

Ball count_ball(std::uint64_t n, long b) { return Ball(Rational(Integer(n)), b); }

std::optional<Ball> largest(const DistributionLoss& loss, long b) {
  const auto support = loss.support(b);
  if (!support.greatest) return std::nullopt;
  const auto atoms = loss.atoms(b);
  std::optional<Ball> most;
  if (!support.least || !(*support.greatest - *support.least).is_exact_zero()) most = support.greatest;
  for (const Ball& l : atoms.loss) most = most ? max(*most, l) : l;
  return most ? most : std::optional(Ball(0, b));
}

}  // namespace

GridProfile::GridProfile(std::vector<GeneralPart> parts, bool closed)
    : parts_(std::move(parts)), closed_(closed && parts_.size() == 1 && parts_[0].count == 1) {
  std::vector<GeneralPart> attained;
  bool differs = false;
  for (const GeneralPart& part : parts_) {
    attained.push_back(part);
    if (part.loss.attained) attained.back().loss = *part.loss.attained, differs = true;
  }
  if (differs) attained_ = std::make_unique<GridProfile>(std::move(attained), closed);
  for (const GeneralPart& part : parts_) {
    const double count = count_ball(part.count, 64).midpoint();
    coarse_.push_back({CoarseLoss::make(part.loss), count});
    marks_.push_back(marks_of(part.loss, count, bits + 32));
    atoms_only_ = atoms_only_ && coarse_.back().loss.at.empty();
  }
}

Value GridProfile::infinite_mass(long b) const {
  if (parts_.size() == 1 && parts_.front().count == 1) return Value(parts_.front().loss.infinite_mass, b);
  bool none = true;
  Ball log_finite(0, b);
  for (const GeneralPart& part : parts_) {
    none = none && part.loss.infinite_mass == 0;
    log_finite = log_finite + log1p(-Ball(part.loss.infinite_mass, b)) * count_ball(part.count, b);
  }
  if (none) return Value(Rational(0), b);
  return Value(probability(-expm1(log_finite)));
}

std::optional<Value> GridProfile::max_loss(long b) const {
  Ball sum(0, b);
  for (const GeneralPart& part : parts_) {
    const auto most = largest(part.loss, b);
    if (!most) return std::nullopt;
    sum = sum + *most * count_ball(part.count, b);
  }
  return Value(sum);
}

int GridProfile::compare_max_loss(const Rational& x) const {
  for (long b = 64; b <= 4096; b *= 4) {
    const auto most = max_loss(b);
    if (!most || certainly_less(x, most->ball)) return -1;
    if (certainly_less(most->ball, x)) return 1;
    if (most->ball.is_exact() && lower_rational(most->ball) == x) return 0;
  }
  return -1;
}

double GridProfile::guess_epsilon(double log_delta) const {
  const auto most = max_loss(64);
  const double top = most ? most->ball.midpoint() : HUGE_VAL;
  const double log_infinite = infinite_mass(64).ball.log_midpoint();
  if (!std::isfinite(log_delta) || log_infinite >= log_delta) return std::isfinite(top) ? top : 0;
  const double rest =
      std::isfinite(log_infinite) ? log_delta + std::log1p(-std::exp(log_infinite - log_delta)) : log_delta;
  const double guess = guess_saddle_epsilon([&](double theta) { return cumulant(coarse_, theta); }, rest);
  return std::min(guess, top);
}

const Fft& GridProfile::transform(int log2_size) {
  if (log2_size > 18 && !transforms_.contains(log2_size)) transforms_.clear();  // large tables are kept one at a time
  return transforms_.try_emplace(log2_size, log2_size).first->second;
}

bool GridProfile::serves(const GridPlan& plan) const {
  if (!step_ || step_->size > plan.step * 1.0001 || step_->size < plan.step / 3) return false;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const LossGrid& grid = laws_[i].law.grid;
    const double left = grid.point(0).midpoint(), right = grid.point(grid.cells).midpoint();
    if (left > plan.left[i] + step_->size || right < plan.right[i] - step_->size) return false;
    if (std::abs(plan.theta - laws_[i].law.tilt) * (right - left) > reach_of_tilt) return false;
  }
  return true;
}

bool GridProfile::lay_grid(const GridPlan& plan, int log2_size, const Deadline& deadline) {
  const double size = std::ldexp(1.0, log2_size);
  double cells = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) cells += plan.right[i] - plan.left[i];
  const double least = std::max(plan.period() / size, cells / most_cells);
  // A third more leaves room to align the step where the transform cannot grow.
  const auto lattice = atoms_only_ ? common_step(marks_, bits + 32) : std::nullopt;
  const Ball step = lattice && lattice->midpoint() > least
                        ? *lattice
                        : aligned_step(marks_, least, std::max(plan.step, least * 4 / 3), bits + 32);
  step_ = Step{step, step.midpoint()};
  laws_.clear();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Ball& origin = marks_[i].origin;
    const double from = (plan.left[i] - origin.midpoint()) / step_->size;
    const double to = (plan.right[i] - origin.midpoint()) / step_->size;
    LossGrid grid{origin, step, static_cast<long>(std::floor(from + 1e-6)) - 2, 0};
    grid.cells = static_cast<long>(std::ceil(to - 1e-6)) + 2 - grid.first;
    const double scale = coarse_[i].loss.cumulant(plan.theta).value - plan.theta * origin.midpoint();
    auto law = discretise(parts_[i].loss, grid, plan.theta, scale, bits, deadline);
    if (!law) {
      step_.reset();  // a grid without all its laws serves nobody
      return false;
    }
    laws_.push_back({std::move(*law), parts_[i].count});
  }
  return true;
}

// One evaluation on a grid that should give `digits`; `finest` where none finer is within the limits.
std::optional<Ball> GridProfile::attempt(const Rational& epsilon, double digits, const Deadline& deadline,
                                         bool& finest) {
  const double eps = Ball(epsilon, 64).midpoint();
  auto plan = plan_grid(coarse_, eps, digits);
  if (!plan) return std::nullopt;
  double cells = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) cells += plan->right[i] - plan->left[i];
  const double widest = std::max(cells / most_cells, plan->period() / std::ldexp(1.0, most_log2));
  finest = plan->step <= widest;
  plan->step = std::max(plan->step, widest);
  if (!serves(*plan)) {
    int log2_size = least_log2;
    while (log2_size < most_log2 && std::ldexp(plan->step, log2_size) < plan->period()) ++log2_size;
    if (!lay_grid(*plan, log2_size, deadline)) return std::nullopt;
  }
  int log2_size = least_log2;
  while (log2_size < most_log2 && std::ldexp(step_->size, log2_size) < plan->period()) ++log2_size;
  const Ball e(epsilon, bits);
  const GridWindow window{plan->theta, Ball::exact(plan->low, bits), plan->fold_right, plan->lost, plan->fold_left};
  const auto finite = grid_bounds(laws_, e, window, transform(log2_size), deadline);
  if (!finite) return std::nullopt;
  Ball log_finite(0, bits);
  for (const GridPart& part : laws_)
    log_finite = log_finite + log1p(-part.law.upper_infinite) * count_ball(part.count, bits);
  const Ball most = finite->upper + upper(-expm1(log_finite));
  return probability(hull(lower(infinite_mass(bits).ball + finite->lower), upper(most)));
}

// P[L > epsilon] - e^epsilon Q[L > epsilon]; an atom counts where that is positive.
Ball GridProfile::step_delta(const Rational& epsilon, long b) const {
  const DistributionLoss& loss = parts_[0].loss;
  const Ball e(epsilon, b), growth = exp(e);
  const auto tails = loss.tails(e);
  Ball sum = Ball(loss.infinite_mass, b) + nonnegative(tails.above - growth * tails.dual_above);
  const auto atoms = loss.atoms(b);
  for (std::size_t i = 0; i < atoms.loss.size(); ++i)
    sum = sum + nonnegative(atoms.mass[i] - growth * atoms.dual_mass[i]);
  return probability(sum);
}

Value GridProfile::delta(const Rational& epsilon, const Target& target) {
  Value value = pair_delta(epsilon, target);
  if (!attained_) return value;
  return hull(lower(attained_->pair_delta(epsilon, target).ball), upper(value.ball));
}

// Near the largest loss the cells are too coarse, and atoms tell more: for any choice of one atom a part, whose losses
// sum to s, E[(1 - e^{eps - S})_+] is at least the product of their masses times 1 - e^{eps - s}. The largest are
// chosen.
Ball GridProfile::top_delta(const Rational& epsilon) const {
  Ball mass(1, bits), sum(0, bits);
  for (const GeneralPart& part : parts_) {
    const auto atoms = part.loss.atoms(bits);
    if (atoms.loss.empty()) return Ball(0, bits);
    std::size_t top = 0;
    for (std::size_t i = 1; i < atoms.loss.size(); ++i)
      if (certainly_less(atoms.loss[top], atoms.loss[i])) top = i;
    if (!certainly_positive(atoms.mass[top])) return Ball(0, bits);
    const Ball count = count_ball(part.count, bits);
    mass = mass * exp(log(atoms.mass[top]) * count);
    sum = sum + atoms.loss[top] * count;
  }
  return mass * nonnegative(-expm1(Ball(epsilon, bits) - sum));
}

Value GridProfile::pair_delta(const Rational& epsilon, const Target& target) {
  const Ball infinite = infinite_mass(bits).ball;
  const Ball least = lower(infinite + top_delta(epsilon));
  // No finite loss exceeds the largest: delta is at most 1 - e^{epsilon - largest} beside the infinite mass.
  Ball most(1, bits);
  if (const auto largest = closed_ ? std::nullopt : max_loss(bits)) {
    const Ball gap = largest->ball - Ball(epsilon, bits);
    if (certainly_positive(gap)) {
      most = upper(infinite + -expm1(-gap));
      // Far closer than any cell is wide.
      if (certainly_less(gap * (1L << 30), largest->ball)) return probability(hull(least, most));
    }
  }
  Value value = cells_delta(epsilon, target);
  if (value.exact) return value;
  return hull(max(lower(value.ball), least), min(upper(value.ball), most));
}

Value GridProfile::cells_delta(const Rational& epsilon, const Target& target) {
  if (compare_max_loss(epsilon) >= 0)
    return refine(wanted_bits(target) + 32, target, [&](long b) { return infinite_mass(b).ball; });
  if (closed_) return refine(wanted_bits(target) + 64, target, [&](long b) { return step_delta(epsilon, b); });
  std::optional<Ball> best;
  double digits = static_cast<double>(target.digits);
  for (int round = 0; round < 4 && !target.deadline.passed(); ++round) {
    bool finest = false;
    const auto value = attempt(epsilon, digits, target.deadline, finest);
    if (value) {
      const Ball least = best ? max(lower(*best), lower(*value)) : lower(*value);
      const Ball most = best ? min(upper(*best), upper(*value)) : upper(*value);
      best = hull(least, most);
    }
    if (!value || finest) break;
    const Ball width = upper(*best) - lower(*best);
    const double reached = (log(upper(*best)).midpoint() - width.log_midpoint()) / std::log(10.0);
    if (!(reached < static_cast<double>(target.digits))) break;
    // The width falls with the square of the step, or with the step where atoms lie off the grid.
    digits += std::min(2.0, static_cast<double>(target.digits) - reached + 0.1);
  }
  if (!best) return hull(infinite_mass(bits).ball, Ball(1, bits));
  return *best;
}

std::vector<std::string> GridProfile::theorems() const {
  if (closed_) return {"one-step-profile"};
  return {"composition", "grid-pessimistic", "grid-optimistic", "grid-fold", "fft-rounding", "normal-cell"};
}

}  // namespace assay::accounting
