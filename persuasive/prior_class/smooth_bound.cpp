// Expansions about one prior of the box, maximised over box and region.
#include "persuasive/prior_class/smooth_bound.hpp"

#include <algorithm>
#include <utility>

#include "core/rational_arithmetic.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;

/// The multiple of 2^-bits at or below x.
Rational rounded_down(const Rational& x, long bits) {
  const core::Integer scale = core::Integer(1) << static_cast<unsigned>(bits);
  return Rational(core::floor(x * Rational(scale)), scale);
}

Rational sum(const Point& q) {
  Rational total = 0;
  for (const Rational& mass : q) total += mass;
  return total;
}

/// The least and the largest of sum q(y) ratios(y) over the priors of total 1 in the box.
std::pair<Rational, Rational> predictive(const PriorBox& box, const Point& ratios) {
  std::vector<std::size_t> order;
  for (std::size_t y = 0; y < ratios.size(); ++y) order.push_back(y);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ratios[a] < ratios[b]; });
  const auto filled = [&](auto from, auto to) {
    Rational left = 1 - sum(box.low), value = 0;
    for (auto y = from; y != to; ++y) {
      const Rational more = std::min(left, Rational(box.high[*y] - box.low[*y]));
      value += ratios[*y] * (box.low[*y] + more);
      left -= more;
    }
    return value;
  };
  return {filled(order.begin(), order.end()), filled(order.rbegin(), order.rend())};
}

bool all_finite(const BallVector& v) {
  return std::all_of(v.begin(), v.end(), [](const Ball& x) { return x.is_finite(); });
}

}  // namespace

bool tighten(PriorBox& box) {
  const Rational low = sum(box.low), high = sum(box.high);
  if (low > 1 || high < 1) return false;
  for (std::size_t y = 0; y < box.low.size(); ++y) {
    const Rational most = 1 - (low - box.low[y]), least = 1 - (high - box.high[y]);
    if (most < box.high[y]) box.high[y] = most;
    if (least > box.low[y]) box.low[y] = least;
  }
  return true;
}

BoxBounds::BoxBounds(const SmoothScore& score, const SmoothField& field, const PriorBox& box,
                     const accounting::Deadline& deadline)
    : score_(score), field_(field), box_(box), deadline_(deadline) {
  const std::size_t n = field.region.data;
  for (std::size_t y = 0; y < n; ++y)
    if (y != field.x && box.low[y] != box.high[y]) free_.push_back(y);
  choose_centre();
  if (empty_) return;
  BallVector over;
  for (std::size_t y = 0; y < n; ++y) over.push_back(hull(Ball(box.low[y], score.bits), Ball(box.high[y], score.bits)));
  expansions_ = expansions(over);
  for (std::size_t t = 0; t < field.ratios.size() && !empty_; ++t) {
    const Ball whole = smooth_gain(score.score, over, field.ratios[t], field.x);
    std::optional<Rational> best;
    if (whole.is_finite()) best = upper_rational(whole);
    if (score.greatest && (!best || *score.greatest < *best)) best = score.greatest;
    const std::optional<Rational> second = bounded(expansions_[t]);
    if (second && (!best || *second < *best)) best = second;
    upper_.push_back(std::move(best));
  }
}

void BoxBounds::choose_centre() {
  // On the line between the corners; of a region that is more than a box, a point near by may do as well.
  const Rational low = sum(box_.low), high = sum(box_.high);
  const Rational along = high == low ? Rational(0) : Rational((1 - low) / (high - low));
  // Few digits, and a total of 1 all the same.
  Rational others = 0;
  for (std::size_t y = 0; y < box_.low.size(); ++y) {
    centre_.push_back(box_.low[y]);
    if (std::find(free_.begin(), free_.end(), y) != free_.end())
      centre_[y] += rounded_down(along * (box_.high[y] - box_.low[y]), score_.bits / 2);
    if (y != field_.x) others += centre_[y];
  }
  centre_[field_.x] = 1 - others;
  if (field_.is_box) {
    if (centre_[field_.x] <= box_.high[field_.x]) points_.push_back(centre_);
    return;
  }
  const LinearOptimum inside = solve(cut_region(), deadline_);
  if (inside.status == LinearOptimum::Status::infeasible) empty_ = true;
  if (inside.status == LinearOptimum::Status::optimal) add_point(inside.point);
}

void BoxBounds::add_point(Point q) {
  q.resize(field_.region.data);
  for (std::size_t y = 0; y < q.size(); ++y) q[y] += box_.low[y];
  points_.push_back(std::move(q));
}

/// The score of beliefs proportional to these weights, in the masses that vary.
Jet BoxBounds::score_of(const BallVector& q, const Point* ratios, const Ball& total, bool with_curvature) const {
  const long bits = score_.bits;
  std::vector<Jet> weights;
  for (std::size_t y = 0; y < q.size(); ++y) {
    BallVector slope(free_.size(), Ball(y == field_.x ? -1L : 0L, bits));
    const Ball ratio = ratios == nullptr ? Ball(1, bits) : Ball((*ratios)[y], bits);
    for (std::size_t i = 0; i < free_.size(); ++i)
      if (free_[i] == y) slope[i] = ratio;
    weights.push_back(persuasive::linear(q[y] * ratio, std::move(slope), with_curvature));
  }
  BallVector along;
  for (const std::size_t y : free_) along.emplace_back(ratios == nullptr ? Rational(0) : (*ratios)[y] - 1, bits);
  return smooth_score(score_.score, weights, persuasive::linear(total, std::move(along), with_curvature), field_.x);
}

std::vector<BoxBounds::Expansion> BoxBounds::expansions(BallVector over) const {
  const long bits = score_.bits;
  BallVector at;
  for (const Rational& mass : centre_) at.emplace_back(mass, bits);
  // The truth's mass takes what the others were rounded by: derivatives are enclosed up to there.
  over[field_.x] = hull(over[field_.x], at[field_.x]);
  const Jet prior_at = score_of(at, nullptr, Ball(1, bits), false),
            prior = score_of(over, nullptr, Ball(1, bits), true);
  std::vector<Expansion> all;
  for (const Point& ratios : field_.ratios) {
    Expansion& e = all.emplace_back();
    const auto [least, most] = predictive(box_, ratios);
    if (least <= 0) continue;
    Rational predicted = 0;
    for (std::size_t y = 0; y < centre_.size(); ++y) predicted += centre_[y] * ratios[y];
    Jet centre = prior_at - score_of(at, &ratios, Ball(predicted, bits), false);
    const Ball total = hull(hull(Ball(least, bits), Ball(most, bits)), Ball(predicted, bits));
    Jet whole = prior - score_of(over, &ratios, total, true);
    e.value = std::move(centre.value);
    e.slope = std::move(centre.slope);
    e.curvature = std::move(whole.curvature);
    e.finite = e.value.is_finite() && all_finite(e.slope) && all_finite(e.curvature);
  }
  return all;
}

/// gain(q) <= gain(c) + slope . d + 1/2 sum a_i d_i^2 with a_i = H_ii + sum |H_ij|, since 2 |d_i d_j| <= d_i^2 + d_j^2.
/// Where a_i < 0 the square is replaced by a tangent, drawn where the slope beyond `price` would vanish.
BoxBounds::Linear BoxBounds::linear(const Expansion& e, const Rational& price) const {
  const long bits = score_.bits;
  Linear bound{upper_rational(e.value), {}, 0};
  for (std::size_t i = 0; i < free_.size(); ++i) {
    const std::size_t y = free_[i];
    const Rational low = box_.low[y] - centre_[y], high = box_.high[y] - centre_[y];
    Ball bend = e.curvature[Jet::place(i, i)];
    for (std::size_t j = 0; j < free_.size(); ++j)
      if (j != i) bend = bend + abs(e.curvature[Jet::place(std::min(i, j), std::max(i, j))]);
    const Rational a = upper_rational(bend);
    const Rational least = lower_rational(e.slope[i]), most = upper_rational(e.slope[i]);
    // Any slope will do, and one of few digits keeps the linear programs small.
    Rational slope = (least + most) / 2;
    if (a >= 0) {
      bound.constant += a / 2 * std::max(Rational(low * low), Rational(high * high));
    } else {
      Rational touch = rounded_down((price - slope) / a, bits / 2);
      touch = std::max(low, std::min(high, touch));
      bound.constant -= a / 2 * touch * touch;
      slope += a * touch;
    }
    const Rational few = rounded_down(slope, bits / 2);
    const Rational off = (most - least) / 2 + (slope - few);
    bound.constant += off * std::max(Rational(-low), high);
    bound.slope.push_back(few);
  }
  bound.constant = rounded_down(bound.constant, bits) + Rational(1, core::Integer(1) << static_cast<unsigned>(bits));
  return bound;
}

/// The maximum over the box and the total alone: the best corner, brought to the total by the cheapest moves.
std::optional<Rational> BoxBounds::fill(Linear& bound) {
  Point q = box_.low;
  for (std::size_t y = 0; y < q.size(); ++y)
    if (std::find(free_.begin(), free_.end(), y) == free_.end()) q[y] = y == field_.x ? Rational(0) : box_.low[y];
  Rational value = bound.constant;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    const std::size_t y = free_[i];
    q[y] = bound.slope[i] > 0 ? box_.high[y] : box_.low[y];
    value += bound.slope[i] * (q[y] - centre_[y]);
    order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return bound.slope[i] < bound.slope[j]; });
  const Rational others = sum(q);
  Rational much = others - (1 - box_.low[field_.x]), little = 1 - box_.high[field_.x] - others;
  const auto move = [&](std::size_t i, Rational& left, int side) {
    const std::size_t y = free_[i];
    const Rational room = side < 0 ? q[y] - box_.low[y] : box_.high[y] - q[y];
    const Rational step = std::min(left, room);
    if (step <= 0) return;
    q[y] += side * step;
    value += side * step * bound.slope[i];
    left -= step;
    bound.price = bound.slope[i];
  };
  for (auto i = order.begin(); i != order.end() && much > 0; ++i) move(*i, much, -1);
  for (auto i = order.rbegin(); i != order.rend() && little > 0; ++i) move(*i, little, 1);
  q[field_.x] = 1 - sum(q);
  points_.push_back(std::move(q));
  return value;
}

/// The region inside the box, in q - low.
LinearProgram BoxBounds::cut_region() const {
  const std::size_t n = field_.region.data;
  LinearProgram program{field_.region.variables, Point(field_.region.variables), field_.region.constraints};
  for (LinearConstraint& c : program.constraints)
    for (std::size_t y = 0; y < n && y < c.row.size(); ++y)
      if (c.row[y] != 0) c.bound -= c.row[y] * box_.low[y];
  for (std::size_t y = 0; y < n; ++y) {
    Point row(n);
    row[y] = 1;
    program.constraints.push_back({std::move(row), Relation::at_most, box_.high[y] - box_.low[y]});
  }
  return program;
}

std::optional<Rational> BoxBounds::solved(const Linear& bound) {
  LinearProgram program = cut_region();
  Rational constant = bound.constant;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    program.objective[free_[i]] = -bound.slope[i];
    constant += bound.slope[i] * (box_.low[free_[i]] - centre_[free_[i]]);
  }
  const LinearOptimum optimum = solve(program, deadline_);
  if (optimum.status == LinearOptimum::Status::infeasible) empty_ = true;
  if (optimum.status != LinearOptimum::Status::optimal) return std::nullopt;
  add_point(optimum.point);
  return constant - optimum.value;
}

std::optional<Rational> BoxBounds::maximum(Linear& bound) { return field_.is_box ? fill(bound) : solved(bound); }

std::optional<Rational> BoxBounds::bounded(const Expansion& e) {
  if (!e.finite) return std::nullopt;
  Linear first = linear(e, 0);
  std::optional<Rational> best = maximum(first);
  if (first.price != 0) {
    Linear second = linear(e, first.price);
    const std::optional<Rational> again = maximum(second);
    if (again && (!best || *again < *best)) best = again;
  }
  return best;
}

std::optional<Rational> BoxBounds::joint(const std::vector<std::size_t>& event) {
  for (const std::size_t t : event)
    if (!expansions_[t].finite) return std::nullopt;
  // The prices of the outputs where the smallest of the linear parts is largest weigh the gains.
  const std::size_t v = field_.region.variables;
  LinearProgram program = cut_region();
  program.variables = v + 1;
  program.objective.assign(v + 1, Rational(0));
  program.objective[v] = -1;
  std::size_t unequal = 0;
  for (const LinearConstraint& c : program.constraints) unequal += c.relation == Relation::equal ? 0 : 1;
  const long few = 40;
  Rational least = 0;  // the variables of a program are not negative
  for (const std::size_t t : event) {
    LinearConstraint row{Point(v + 1), Relation::at_most, rounded_down(upper_rational(expansions_[t].value), few)};
    row.row[v] = 1;
    Rational fall = 0;
    for (std::size_t i = 0; i < free_.size(); ++i) {
      const Rational slope = rounded_down(lower_rational(expansions_[t].slope[i]), few);
      row.row[free_[i]] = -slope;
      row.bound += slope * (box_.low[free_[i]] - centre_[free_[i]]);
      fall += abs(slope);
    }
    least = std::min(least, Rational(row.bound - fall));
    program.constraints.push_back(std::move(row));
  }
  for (std::size_t t = 0; t < event.size(); ++t) program.constraints[program.constraints.size() - 1 - t].bound -= least;
  const LinearOptimum optimum = solve(program, deadline_);
  if (optimum.status != LinearOptimum::Status::optimal) return std::nullopt;
  add_point(optimum.point);
  Rational total = 0;
  for (std::size_t k = 0; k < event.size(); ++k) {
    if (optimum.prices[unequal + k] < 0) return std::nullopt;  // the weights must be a convex combination
    total += optimum.prices[unequal + k];
  }
  if (total <= 0) return std::nullopt;
  Expansion mixed{Ball(0, score_.bits), BallVector(free_.size(), Ball(0, score_.bits)),
                  BallVector(expansions_[event[0]].curvature.size(), Ball(0, score_.bits)), true};
  Rational left = 1;
  for (std::size_t k = 0; k < event.size(); ++k) {
    const Rational share = k + 1 == event.size() ? left : rounded_down(optimum.prices[unequal + k] / total, 60);
    left -= share;
    const Ball weight(share, score_.bits);
    const Expansion& own = expansions_[event[k]];
    mixed.value = mixed.value + weight * own.value;
    for (std::size_t i = 0; i < own.slope.size(); ++i) mixed.slope[i] = mixed.slope[i] + weight * own.slope[i];
    for (std::size_t i = 0; i < own.curvature.size(); ++i)
      mixed.curvature[i] = mixed.curvature[i] + weight * own.curvature[i];
  }
  return bounded(mixed);
}

}  // namespace assay::persuasive
