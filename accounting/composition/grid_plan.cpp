#include "accounting/composition/grid_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::accounting {
namespace {

constexpr std::size_t most_marks = 32;
constexpr long most_candidates = 4000;

// How far a mark lies above a point of the grid, in steps.
double above_point(double offset, double step) {
  const double place = offset / step, part = place - std::floor(place);
  return part > 1 - 1e-9 || part < 1e-9 ? 0 : part;
}

}  // namespace

Cumulant cumulant(const std::vector<CoarsePart>& parts, double theta) {
  Cumulant sum{0, 0, 0};
  for (const CoarsePart& part : parts) {
    const Cumulant k = part.loss.cumulant(theta);
    sum.value += part.count * k.value;
    sum.slope += part.count * k.slope;
    sum.curvature += part.count * k.curvature;
  }
  return sum;
}

std::optional<GridPlan> plan_grid(const std::vector<CoarsePart>& parts, double epsilon, double digits) {
  const auto at = [&](double theta) { return cumulant(parts, theta); };
  GridPlan plan;
  const double theta = plan.theta = std::clamp(guess_saddle(at, epsilon), 1e-6, 1e9);
  const Cumulant k = at(theta);
  const double spread = k.curvature + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
  plan.log_delta = std::min(0.0, k.value - theta * epsilon - std::log(theta) - std::log1p(theta) -
                                     0.5 * std::log(2 * std::acos(-1.0) * spread));
  if (!std::isfinite(plan.log_delta)) return std::nullopt;
  const double depth = (digits + 2) * std::log(10.0);
  const double goal = plan.log_delta - depth;

  double right = HUGE_VAL, top = HUGE_VAL, left = HUGE_VAL, floor = -HUGE_VAL;
  const double unit = 1 / std::sqrt(spread);
  for (int i = -40; i <= 40; ++i) {
    const double s = unit * std::exp2(i * 0.25), t = theta + s;
    const double value = at(t).value;
    if (!std::isfinite(value)) continue;
    if (const double period = (value - t * epsilon - goal) / s; period < right) right = period, plan.fold_right = t;
    if (const double end = (value - goal) / t; end < top) top = end, plan.lost = t;
    const double below = -s, low = (goal - at(below).value) / s;
    if (std::isfinite(low) && low > floor) floor = low, plan.fold_left = below;
  }
  double period_left = top - floor;
  for (int i = 0; i < 40; ++i) {
    const double t = theta * i / 40;
    if (const double period = (at(t).value - t * epsilon - goal) / (theta - t); period < left) {
      left = period;
      if (left < period_left) period_left = left, plan.fold_left = t;
    }
  }
  if (!std::isfinite(right) || !std::isfinite(top) || !std::isfinite(period_left)) return std::nullopt;
  top = std::max(top, epsilon + unit);

  double total = 0, longest = 0;
  for (const CoarsePart& part : parts) {
    const double log_count = std::log(part.count);
    plan.left.push_back(part.loss.left_end(theta, part.loss.cumulant(theta).value - depth - log_count));
    plan.right.push_back(std::max(part.loss.right_end(goal - log_count), plan.left.back()));
    total += part.count;
    longest += part.count * (plan.right.back() - plan.left.back());
  }
  const double period = std::max({right, period_left, top - epsilon});
  plan.top = top;
  plan.low = top - period;
  plan.step = std::sqrt(std::pow(10.0, -digits) / (total * theta * (1 + theta)));
  plan.step = std::min({plan.step, period / 256, 1 / theta, std::max(longest, 1e-300)});
  return plan.step > 0 ? std::optional(plan) : std::nullopt;
}

GridMarks marks_of(const DistributionLoss& loss, double count, long bits) {
  GridMarks marks;
  std::vector<std::pair<double, Ball>> found;
  const auto atoms = loss.atoms(bits);
  for (std::size_t i = 0; i < atoms.loss.size(); ++i) found.emplace_back(atoms.mass[i].midpoint(), atoms.loss[i]);
  const auto support = loss.support(bits);
  for (const auto& end : {support.least, support.greatest})
    if (end && !(support.least && support.greatest && (*support.greatest - *support.least).is_exact_zero()))
      found.emplace_back(1e-3, *end);
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  if (found.size() > most_marks) found.resize(most_marks);
  marks.origin = found.empty() ? Ball(0, bits) : found[0].second;
  for (std::size_t i = 1; i < found.size(); ++i) {
    marks.offset.push_back(found[i].second - marks.origin);
    marks.weight.push_back(found[i].first * count);
  }
  return marks;
}

namespace {

struct Span {
  std::optional<Ball> exact;                       // of the heaviest mark that is longer than asked
  std::vector<std::pair<double, double>> offsets;  // of all marks, with their weights

  Span(const std::vector<GridMarks>& marks, double longer) {
    double weight = 0;
    for (const GridMarks& part : marks)
      for (std::size_t i = 0; i < part.offset.size(); ++i) {
        const double length = std::abs(part.offset[i].midpoint());
        offsets.emplace_back(part.offset[i].midpoint(), part.weight[i]);
        if (length > longer && part.weight[i] > weight) weight = part.weight[i], exact = abs(part.offset[i]);
      }
  }
  double cost(double step) const {
    double sum = 0;
    for (const auto& [offset, weight] : offsets) sum += weight * above_point(offset, step);
    return sum;
  }
};

}  // namespace

std::optional<Ball> common_step(const std::vector<GridMarks>& marks, long bits) {
  const Span span(marks, 0);
  if (!span.exact) return std::nullopt;
  const double length = span.exact->midpoint();
  for (long n = 1; n <= most_candidates; ++n)
    if (span.cost(length / static_cast<double>(n)) == 0) return span.exact->with_bits(bits) / n;
  return std::nullopt;
}

Ball aligned_step(const std::vector<GridMarks>& marks, double least, double most, long bits) {
  const Span span(marks, most);
  if (!span.exact) return Ball::exact(most, bits);
  const double length = span.exact->midpoint();
  const long first = static_cast<long>(std::ceil(length / most));
  const long last = std::max(first, std::min(first + most_candidates, static_cast<long>(length / least)));
  long best = last;
  double least_cost = HUGE_VAL;
  for (long n = last; n >= first && least_cost > 0; --n)
    if (const double cost = span.cost(length / static_cast<double>(n)); cost < least_cost) least_cost = cost, best = n;
  return *span.exact / best;
}

}  // namespace assay::accounting
