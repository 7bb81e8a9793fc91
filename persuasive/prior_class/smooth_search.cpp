// Best-first search over boxes of priors.
#include "persuasive/prior_class/smooth_search.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "persuasive/prior_class/listed.hpp"
#include "persuasive/prior_class/smooth_bound.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

constexpr std::size_t most_boxes = 400'000;
constexpr std::size_t most_raw_boxes = 4'000;  // splits spent on boxes that have no finite bound yet
constexpr std::size_t most_events = 60;        // of one box that are bounded jointly

struct Box {
  std::size_t field = 0;
  PriorBox priors;
};

struct Search {
  const FiniteProblem& problem;
  SmoothScore score;
  std::vector<SmoothField> fields;
};

Rational power_of_ten(long n) {
  Rational r = 1;
  for (long i = 0; i < n; ++i) r /= 10;
  return r;
}

/// The box of all masses where the region is too wide to be measured in time.
Box bounding_box(const SmoothField& field, std::size_t index, const accounting::Deadline& deadline) {
  Box box{index, {}};
  LinearProgram program{field.region.variables, Point(field.region.variables), field.region.constraints};
  for (std::size_t y = 0; y < field.region.data; ++y) {
    program.objective.assign(field.region.variables, Rational(0));
    program.objective[y] = 1;
    const LinearOptimum least = solve(program, deadline);
    program.objective[y] = -1;
    const LinearOptimum most = solve(program, deadline);
    box.priors.low.push_back(least.status == LinearOptimum::Status::optimal ? least.value : Rational(0));
    box.priors.high.push_back(most.status == LinearOptimum::Status::optimal ? Rational(-most.value) : Rational(1));
  }
  return box;
}

/// Whether every constraint is the total or bounds one mass.
bool is_box(const PriorRegion& region) {
  return region.variables == region.data &&
         std::all_of(region.constraints.begin(), region.constraints.end(), [&](const LinearConstraint& c) {
           const auto zeros = std::count(c.row.begin(), c.row.end(), Rational(0));
           const auto entries = static_cast<std::ptrdiff_t>(c.row.size());
           // No mass outside a support is a bound of each mass there.
           if (c.relation == Relation::equal && c.bound == 0)
             return std::all_of(c.row.begin(), c.row.end(), [](const Rational& r) { return r >= 0; });
           if (zeros + 1 == entries) return true;
           return c.relation == Relation::equal && c.bound == 1 && c.row.size() == region.data &&
                  std::all_of(c.row.begin(), c.row.end(), [](const Rational& r) { return r == 1; });
         });
}

/// Lower ends of every output's gain at one prior; nothing for one that excludes the truth, where a gain is not finite,
/// or for one of the box alone (a box may be wider than its class where time was short).
std::optional<std::vector<Rational>> gains_at(const Search& search, const SmoothField& field, const Point& q) {
  if (q[field.x] <= 0 || (field.is_box && !meets(field.region, q))) return std::nullopt;
  BallVector balls;
  for (const Rational& mass : q) balls.emplace_back(mass, search.score.bits);
  std::vector<Rational> gains;
  for (const Point& ratios : field.ratios) {
    const Ball gain = smooth_gain(search.score.score, balls, ratios, field.x);
    if (!gain.is_finite()) return std::nullopt;
    gains.push_back(lower_rational(gain));
  }
  return gains;
}

/// The least v with mass{value > v} <= delta.
Rational quantile(const std::vector<Rational>& values, const std::vector<Rational>& mass, const Rational& delta) {
  std::vector<std::size_t> order;
  for (std::size_t t = 0; t < values.size(); ++t) order.push_back(t);
  std::sort(order.begin(), order.end(), [&](std::size_t s, std::size_t t) { return values[s] > values[t]; });
  Rational above = 0;
  for (const std::size_t t : order)
    if ((above += mass[t]) > delta) return values[t];
  return values[order.back()];
}

Result<Search> start(const FiniteProblem& problem, const Score& score) {
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  const long bits = 2 * (problem.digits * 10 / 3) + 64;
  Search search{problem, {score, greatest_gain(score, problem.space.size), bits}, {}};
  for (const std::size_t x : problem.truths()) {
    Result<std::vector<PriorRegion>> all = regions(problem.priors, problem.space, x);
    if (!all) return all.error();
    for (PriorRegion& region : *all) {
      if (!may_hold(region, x, problem.deadline)) continue;
      SmoothField field{x, std::move(region), false, {}, {}};
      field.is_box = is_box(field.region);
      for (std::size_t t = 0; t < kernel->columns(); ++t) {
        if (kernel->rows[x][t] == 0) continue;
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

WorstCase described(const SmoothField& field, const Point& q) {
  WorstCase worst;
  worst.data = field.x;
  for (std::size_t y = 0; y < q.size(); ++y)
    if (q[y] != 0) worst.prior.emplace_back(y, Real(q[y]));
  return worst;
}

/// Calls f with the events of these outputs that have a mass above `mass`, none of them in another; false where they
/// are too many.
template <class F>
bool for_minimal_events(const std::vector<std::size_t>& outputs, const std::vector<Rational>& masses,
                        const Rational& mass, F f) {
  if (outputs.size() > 16) return false;
  std::vector<std::vector<std::size_t>> events;
  for (std::size_t set = 1; set < (std::size_t{1} << outputs.size()); ++set) {
    Rational total = 0;
    std::vector<std::size_t> event;
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if ((set >> k & 1U) != 0) {
        event.push_back(outputs[k]);
        total += masses[outputs[k]];
      }
    const bool minimal = total > mass && std::all_of(event.begin(), event.end(), [&](std::size_t t) {
                           return Rational(total - masses[t]) <= mass;
                         });
    if (!minimal) continue;
    events.push_back(std::move(event));
    if (events.size() > most_events) return false;
  }
  for (const std::vector<std::size_t>& event : events) f(event);
  return true;
}

/// What is maximised over the priors.
struct Objective {
  /// The value for gains of these outputs, and whether an upper bound is as good as met by a value found.
  std::function<Rational(const SmoothField&, const std::vector<Rational>&)> value;
  std::function<bool(const Rational& top, const Rational& best)> met;
  /// A value beyond `best` needs an event of a mass above the first whose gains are all above the second.
  std::function<std::pair<Rational, Rational>(const Rational& best)> beyond;
  /// The value of a box whose events have gains of at most this.
  std::function<Rational(const Rational& gain, const Rational& best, const Rational& top)> capped;
};

class Exploration {
 public:
  Exploration(const Search& search, const Objective& objective) : search_(search), objective_(objective) {}

  Bracket run() {
    for (std::size_t i = 0; i < search_.fields.size(); ++i)
      visit(bounding_box(search_.fields[i], i, search_.problem.deadline));
    bool unbounded = false;  // a box without a finite bound is a point
    for (std::size_t boxes = 0; boxes < most_boxes && !search_.problem.deadline.passed(); ++boxes) {
      std::optional<Box> box = next(boxes);
      if (!box) break;
      std::size_t longest = 0;
      const auto side = [&](std::size_t y) { return Rational(box->priors.high[y] - box->priors.low[y]); };
      for (std::size_t y = 1; y < box->priors.low.size(); ++y)
        if (side(y) > side(longest)) longest = y;
      if (side(longest) == 0) {
        BoxBounds point(search_.score, search_.fields[box->field], box->priors, search_.problem.deadline);
        if (const auto upper = finite(point))
          close(objective_.value(search_.fields[box->field], *upper));
        else
          unbounded = true;
        continue;
      }
      const Rational middle = (box->priors.low[longest] + box->priors.high[longest]) / 2;
      Box left = *box, right = *std::move(box);
      left.priors.high[longest] = middle;
      right.priors.low[longest] = middle;
      visit(std::move(left));
      visit(std::move(right));
    }
    if (!open_.empty()) close(open_.begin()->first);
    found_.found = !search_.fields.empty();
    found_.theorems = {"prior-search"};
    found_.lower = best_ ? Real(*best_) : Real::infinite(-1);
    found_.upper =
        unbounded || !raw_.empty() || !closed_ ? Real::infinite() : Real(best_ ? std::max(*best_, *closed_) : *closed_);
    return found_;
  }

 private:
  static std::optional<std::vector<Rational>> finite(const BoxBounds& bounds) {
    std::vector<Rational> upper;
    for (const std::optional<Rational>& u : bounds.upper()) {
      if (!u) return std::nullopt;
      upper.push_back(*u);
    }
    return upper;
  }

  void close(const Rational& value) { closed_ = closed_ ? std::max(*closed_, value) : value; }

  /// The box to split next: one without a finite bound, else the one with the largest, unless that is met.
  std::optional<Box> next(std::size_t boxes) {
    if (!raw_.empty() && boxes < most_raw_boxes) {
      Box box = std::move(raw_.back());
      raw_.pop_back();
      return box;
    }
    const auto top = open_.begin();
    if (open_.empty() || (best_ && objective_.met(top->first, *best_))) return std::nullopt;
    Box box = std::move(top->second);
    open_.erase(top);
    return box;
  }

  void try_points(const SmoothField& field, const std::vector<Point>& points, std::size_t from) {
    for (std::size_t i = from; i < points.size(); ++i)
      if (const auto gains = gains_at(search_, field, points[i])) {
        const Rational value = objective_.value(field, *gains);
        if (best_ && value <= *best_) continue;
        best_ = value;
        found_.worst = described(field, points[i]);
        found_.worst.sequence = "priors near the one shown";
      }
  }

  /// The bound of a box, events taken jointly where single outputs do not settle it.
  Rational joint_top(BoxBounds& bounds, const SmoothField& field, const std::vector<Rational>& upper,
                     const Rational& top) {
    const auto [mass, level] = objective_.beyond(*best_);
    std::vector<std::size_t> outputs;
    for (std::size_t t = 0; t < upper.size(); ++t)
      if (upper[t] > level) outputs.push_back(t);
    Rational most = level;
    const bool all = for_minimal_events(outputs, field.mass, mass, [&](const std::vector<std::size_t>& event) {
      Rational least = upper[event.front()];
      for (const std::size_t t : event) least = std::min(least, upper[t]);
      if (event.size() > 1 && least > most)
        if (const std::optional<Rational> together = bounds.joint(event); together && *together < least)
          least = *together;
      most = std::max(most, least);
    });
    return all ? objective_.capped(most, *best_, top) : top;
  }

  void visit(Box box) {
    if (!tighten(box.priors)) return;
    const SmoothField& field = search_.fields[box.field];
    BoxBounds bounds(search_.score, field, box.priors, search_.problem.deadline);
    if (bounds.empty()) return;
    try_points(field, bounds.points(), 0);
    const auto upper = finite(bounds);
    if (!upper) {
      raw_.push_back(std::move(box));
      return;
    }
    Rational top = objective_.value(field, *upper);
    if (best_ && !objective_.met(top, *best_)) {
      const std::size_t seen = bounds.points().size();
      top = joint_top(bounds, field, *upper, top);
      try_points(field, bounds.points(), seen);
    }
    if (best_ && objective_.met(top, *best_))
      close(top);
    else
      open_.emplace(top, std::move(box));
  }

  const Search& search_;
  const Objective& objective_;
  Bracket found_;
  std::optional<Rational> best_;
  std::multimap<Rational, Box, std::greater<>> open_;
  std::optional<Rational> closed_;  // largest bound of what is done
  std::vector<Box> raw_;            // boxes without a finite bound, to be split
};

}  // namespace

Result<Bracket> smooth_kappa(const FiniteProblem& problem, const Score& score, const Rational& delta) {
  const Result<Search> search = start(problem, score);
  if (!search) return search.error();
  const Rational tolerance = power_of_ten(problem.digits + 1);
  const Objective objective{
      [&](const SmoothField& field, const std::vector<Rational>& gains) { return quantile(gains, field.mass, delta); },
      [&](const Rational& top, const Rational& best) { return top <= best + abs(best) * tolerance; },
      [&](const Rational& best) { return std::pair(delta, Rational(best + abs(best) * tolerance)); },
      [](const Rational& gain, const Rational&, const Rational& top) { return std::min(gain, top); }};
  Bracket found = Exploration(*search, objective).run();
  if (search->score.greatest) found.upper = smaller(found.upper, Real(*search->score.greatest));
  return found;
}

Result<Bracket> smooth_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa) {
  const Result<Search> search = start(problem, score);
  if (!search) return search.error();
  const Rational level = lower_rational(enclose(kappa, search->score.bits));
  const Objective objective{
      [&](const SmoothField& field, const std::vector<Rational>& gains) {
        Rational mass = 0;
        for (std::size_t t = 0; t < gains.size(); ++t)
          if (compare(LogNumber::rational(gains[t]), kappa) > 0) mass += field.mass[t];
        return mass;
      },
      [](const Rational& top, const Rational& best) { return top <= best; },
      [&](const Rational& best) { return std::pair(best, level); },
      [&](const Rational& gain, const Rational& best, const Rational& top) { return gain <= level ? best : top; }};
  Bracket found = Exploration(*search, objective).run();
  if (found.lower.infinity() < 0) found.lower = Real();
  if (found.upper.infinity() > 0) found.upper = Real(Rational(1));
  found.worst.attained = compare(found.lower, found.upper) == Order::equal;
  return found;
}

}  // namespace assay::persuasive
