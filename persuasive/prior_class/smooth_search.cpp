// Best-first search over boxes of priors.
#include "persuasive/prior_class/smooth_search.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "persuasive/prior_class/listed.hpp"
#include "persuasive/prior_class/smooth_gain.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using Point = std::vector<Rational>;

constexpr std::size_t most_boxes = 40'000;
constexpr std::size_t most_raw_boxes = 4'000;  // splits spent on boxes that have no finite bound yet

/// One truth with one region, and the outputs that the truth can give.
struct Field {
  std::size_t x = 0;
  PriorRegion region;
  std::vector<std::size_t> columns;
  std::vector<Rational> mass;
  std::vector<Point> ratios;
};

struct Box {
  std::size_t field = 0;
  Point low, high;
};

struct Search {
  const FiniteProblem& problem;
  const Score& score;
  std::vector<Field> fields;
  long bits;
  std::optional<Rational> greatest;  // gain that the range of the score allows
};

Rational power_of_ten(long n) {
  Rational r = 1;
  for (long i = 0; i < n; ++i) r /= 10;
  return r;
}

/// The multiple of 2^-bits at or below x.
Rational rounded_down(const Rational& x, long bits) {
  const core::Integer scale = core::Integer(1) << static_cast<unsigned>(bits);
  const Rational scaled = x * Rational(scale);
  core::Integer whole;
  mpz_fdiv_q(whole.backend().data(), core::Integer(numerator(scaled)).backend().data(),
             core::Integer(denominator(scaled)).backend().data());
  return Rational(whole, scale);
}

/// The box of all masses where the region is too wide to be measured in time.
Box bounding_box(const Field& field, std::size_t index, const accounting::Deadline& deadline) {
  Box box{index, {}, {}};
  LinearProgram program{field.region.variables, Point(field.region.variables), field.region.constraints};
  for (std::size_t y = 0; y < field.region.data; ++y) {
    program.objective.assign(field.region.variables, Rational(0));
    program.objective[y] = 1;
    const LinearOptimum least = solve(program, deadline);
    program.objective[y] = -1;
    const LinearOptimum most = solve(program, deadline);
    box.low.push_back(least.status == LinearOptimum::Status::optimal ? least.value : Rational(0));
    box.high.push_back(most.status == LinearOptimum::Status::optimal ? Rational(-most.value) : Rational(1));
  }
  return box;
}

/// Upper bounds of every output's gain over the part of the class in a box, and points of that part.
struct Bounds {
  std::vector<Rational> upper;  // by output; empty where the box holds no prior of the class
  std::vector<Point> points;
  bool finite = true;
};

Bounds bound(const Search& search, const Box& box) {
  const Field& field = search.fields[box.field];
  const std::size_t n = field.region.data;
  Bounds bounds;
  BallVector over, centre;
  Point middle, half;
  for (std::size_t y = 0; y < n; ++y) {
    over.push_back(hull(Ball(box.low[y], search.bits), Ball(box.high[y], search.bits)));
    middle.push_back((box.low[y] + box.high[y]) / 2);
    half.push_back((box.high[y] - box.low[y]) / 2);
    centre.emplace_back(middle[y], search.bits);
  }
  // In q - low the box is what starts at 0.
  LinearProgram program{field.region.variables, {}, field.region.constraints};
  for (LinearConstraint& c : program.constraints)
    for (std::size_t y = 0; y < n && y < c.row.size(); ++y)
      if (c.row[y] != 0) c.bound -= c.row[y] * box.low[y];
  for (std::size_t y = 0; y < n; ++y) {
    Point row(n);
    row[y] = 1;
    program.constraints.push_back({std::move(row), Relation::at_most, box.high[y] - box.low[y]});
  }
  for (std::size_t t = 0; t < field.columns.size(); ++t) {
    const SmoothGain whole = smooth_gain(search.score, over, field.ratios[t], field.x, true);
    const SmoothGain at_centre = smooth_gain(search.score, centre, field.ratios[t], field.x, false);
    std::optional<Rational> best;
    if (upper(whole.value).is_finite() && whole.value.is_finite()) best = upper_rational(whole.value);
    const bool expands = at_centre.value.is_finite() && std::all_of(whole.gradient.begin(), whole.gradient.end(),
                                                                    [](const Ball& g) { return g.is_finite(); });
    Rational offset = 0;
    program.objective.assign(field.region.variables, Rational(0));
    if (expands) {
      // gain(q) <= gain(c) + m . (q - c) + sum of (radius of the slope) * (half side)
      offset = upper_rational(at_centre.value);
      for (std::size_t y = 0; y < n; ++y) {
        const Rational low = lower_rational(whole.gradient[y]), high = upper_rational(whole.gradient[y]);
        // Any slope will do, and one of few digits keeps the linear programs small.
        const Rational slope = rounded_down((low + high) / 2, search.bits / 2);
        offset += std::max(Rational(high - slope), Rational(slope - low)) * half[y] - slope * (middle[y] - box.low[y]);
        program.objective[y] = -slope;
      }
      offset = rounded_down(offset, search.bits) + Rational(1, core::Integer(1) << static_cast<unsigned>(search.bits));
    }
    const LinearOptimum optimum = solve(program, search.problem.deadline);
    if (optimum.status == LinearOptimum::Status::infeasible) return {};
    if (optimum.status == LinearOptimum::Status::optimal) {
      Point& q = bounds.points.emplace_back(optimum.point);
      q.resize(n);
      for (std::size_t y = 0; y < n; ++y) q[y] += box.low[y];
      const Rational linear = offset - optimum.value;
      if (expands && (!best || linear < *best)) best = linear;
    }
    if (search.greatest && (!best || *search.greatest < *best)) best = search.greatest;
    if (!best) bounds.finite = false;
    bounds.upper.push_back(best.value_or(0));
  }
  return bounds;
}

/// Lower ends of every output's gain at one prior; nothing for one that excludes the truth or where a gain is not
/// finite.
std::optional<std::vector<Ball>> gains_at(const Search& search, const Field& field, const Point& q) {
  if (q[field.x] <= 0) return std::nullopt;
  BallVector balls;
  for (const Rational& mass : q) balls.emplace_back(mass, search.bits);
  std::vector<Ball> gains;
  for (std::size_t t = 0; t < field.columns.size(); ++t) {
    gains.push_back(smooth_gain(search.score, balls, field.ratios[t], field.x, false).value);
    if (!gains.back().is_finite()) return std::nullopt;
  }
  return gains;
}

/// The least v with mass{value > v} <= delta.
Rational quantile(std::vector<std::pair<Rational, Rational>> value_and_mass, const Rational& delta) {
  std::sort(value_and_mass.begin(), value_and_mass.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  Rational above = 0;
  for (const auto& [value, mass] : value_and_mass)
    if ((above += mass) > delta) return value;
  return value_and_mass.back().first;
}

Result<Search> start(const FiniteProblem& problem, const Score& score) {
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  Search search{problem, score, {}, 2 * (problem.digits * 10 / 3) + 64, greatest_gain(score, problem.space.size)};
  for (const std::size_t x : problem.truths()) {
    Result<std::vector<PriorRegion>> all = regions(problem.priors, problem.space, x);
    if (!all) return all.error();
    for (PriorRegion& region : *all) {
      if (!may_hold(region, x, problem.deadline)) continue;
      Field field{x, std::move(region), {}, {}, {}};
      for (std::size_t t = 0; t < kernel->columns(); ++t) {
        if (kernel->rows[x][t] == 0) continue;
        field.columns.push_back(t);
        field.mass.push_back(kernel->rows[x][t]);
        Point ratios;
        for (const auto& row : kernel->rows) ratios.push_back(row[t] / kernel->rows[x][t]);
        field.ratios.push_back(std::move(ratios));
      }
      search.fields.push_back(std::move(field));
    }
  }
  return search;
}

WorstCase described(const Field& field, const Point& q) {
  WorstCase worst;
  worst.data = field.x;
  for (std::size_t y = 0; y < q.size(); ++y)
    if (q[y] != 0) worst.prior.emplace_back(y, Real(q[y]));
  return worst;
}

/// Splits off boxes until every upper bound is met by `best`, or the limits end the search.
/// above(box bounds) and below(field, gains) are what is maximised, bounded from above and from below.
template <class Above, class Below, class Met>
Bracket explore(const Search& search, Above above, Below below, Met met) {
  Bracket found;
  std::optional<Rational> best;
  std::multimap<Rational, Box, std::greater<>> open;
  std::optional<Rational> closed;  // largest bound of what is done
  std::vector<Box> raw;            // boxes without a finite bound, to be split
  const auto close = [&](const Rational& value) { closed = closed ? std::max(*closed, value) : value; };
  const auto visit = [&](Box box) {
    const Field& field = search.fields[box.field];
    const Bounds bounds = bound(search, box);
    if (bounds.upper.empty()) return;
    for (const Point& q : bounds.points)
      if (const auto gains = gains_at(search, field, q)) {
        const Rational value = below(field, *gains);
        if (best && value <= *best) continue;
        best = value;
        found.worst = described(field, q);
        found.worst.sequence = "priors near the one shown";
      }
    if (!bounds.finite) {
      raw.push_back(std::move(box));
      return;
    }
    const Rational top = above(field, bounds.upper);
    if (best && met(top, *best))
      close(top);
    else
      open.emplace(top, std::move(box));
  };
  for (std::size_t i = 0; i < search.fields.size(); ++i)
    visit(bounding_box(search.fields[i], i, search.problem.deadline));
  bool unbounded = false;  // a box without a finite bound is a point
  for (std::size_t boxes = 0; boxes < most_boxes && !search.problem.deadline.passed(); ++boxes) {
    Box box;
    if (!raw.empty() && boxes < most_raw_boxes) {
      box = std::move(raw.back());
      raw.pop_back();
    } else {
      const auto top = open.begin();
      if (open.empty() || (best && met(top->first, *best))) break;
      box = std::move(top->second);
      open.erase(top);
    }
    std::size_t longest = 0;
    for (std::size_t y = 1; y < box.low.size(); ++y)
      if (box.high[y] - box.low[y] > box.high[longest] - box.low[longest]) longest = y;
    if (box.high[longest] == box.low[longest]) {
      const Bounds at_point = bound(search, box);
      if (at_point.finite)
        close(above(search.fields[box.field], at_point.upper));
      else
        unbounded = true;
      continue;
    }
    const Rational middle = (box.low[longest] + box.high[longest]) / 2;
    Box left = box, right = std::move(box);
    left.high[longest] = middle;
    right.low[longest] = middle;
    visit(std::move(left));
    visit(std::move(right));
  }
  if (!open.empty()) close(open.begin()->first);
  found.found = !search.fields.empty();
  found.theorems = {"prior-search"};
  found.lower = best ? Real(*best) : Real::infinite(-1);
  found.upper =
      unbounded || !raw.empty() || !closed ? Real::infinite() : Real(best ? std::max(*best, *closed) : *closed);
  return found;
}

}  // namespace

Result<Bracket> smooth_kappa(const FiniteProblem& problem, const Score& score, const Rational& delta) {
  const Result<Search> search = start(problem, score);
  if (!search) return search.error();
  const Rational tolerance = power_of_ten(problem.digits + 1);
  return explore(
      *search,
      [&](const Field& field, const std::vector<Rational>& upper) {
        std::vector<std::pair<Rational, Rational>> list;
        for (std::size_t t = 0; t < upper.size(); ++t) list.emplace_back(upper[t], field.mass[t]);
        return quantile(std::move(list), delta);
      },
      [&](const Field& field, const std::vector<Ball>& gains) {
        std::vector<std::pair<Rational, Rational>> list;
        for (std::size_t t = 0; t < gains.size(); ++t) list.emplace_back(lower_rational(gains[t]), field.mass[t]);
        return quantile(std::move(list), delta);
      },
      [&](const Rational& top, const Rational& best) { return top <= best + abs(best) * tolerance; });
}

Result<Bracket> smooth_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa) {
  const Result<Search> search = start(problem, score);
  if (!search) return search.error();
  Bracket found = explore(
      *search,
      [&](const Field& field, const std::vector<Rational>& upper) {
        Rational mass = 0;
        for (std::size_t t = 0; t < upper.size(); ++t)
          if (compare(LogNumber::rational(upper[t]), kappa) > 0) mass += field.mass[t];
        return mass;
      },
      [&](const Field& field, const std::vector<Ball>& gains) {
        Rational mass = 0;
        for (std::size_t t = 0; t < gains.size(); ++t)
          if (compare(LogNumber::rational(lower_rational(gains[t])), kappa) > 0) mass += field.mass[t];
        return mass;
      },
      [&](const Rational& top, const Rational& best) { return top <= best; });
  if (found.lower.infinity() < 0) found.lower = Real();
  if (found.upper.infinity() > 0) found.upper = Real(Rational(1));
  found.worst.attained = compare(found.lower, found.upper) == Order::equal;
  return found;
}

}  // namespace assay::persuasive
