// Plans, proves, evaluates; keeps the last contour for the next epsilon. See bent_contour.hpp.
#include "accounting/composition/bent_contour.hpp"

#include <cmath>

#include "accounting/composition/bent_plan.hpp"
#include "accounting/composition/bent_sum.hpp"

namespace assay::accounting {
namespace {

/// Decimal digits of relative accuracy.
double accuracy(const Ball& x) { return static_cast<double>(x.relative_bits()) * std::log10(2.0); }

bool better(const std::optional<Ball>& x, const std::optional<Ball>& y) {
  return x && (!y || x->relative_bits() > y->relative_bits());
}

}  // namespace

struct BentContour::State {
  std::vector<SampledSteps> steps;
  bool add;
  std::optional<bent::ContourSum> kept;

  bent::Exponential exponential(const core::Rational& epsilon, long bits) const {
    Ball decay(core::Rational(add ? -epsilon : epsilon), bits);
    for (const SampledSteps& s : steps) {
      Ball count(0, bits);
      arb_set_ui(count.raw(), s.count);
      decay = decay - log(Ball(core::Rational(1 - s.rate), bits)) * count;
    }
    return {add ? Ball(0, bits) : Ball(epsilon, bits), decay};
  }

  bent::Problem problem(const core::Rational& epsilon) const {
    bent::Problem p;
    for (const SampledSteps& s : steps)
      p.components.push_back({s.sigma.convert_to<double>(), s.rate.convert_to<double>(), static_cast<double>(s.count)});
    p.add = add;
    p.epsilon = epsilon.convert_to<double>();
    return p;
  }
};

BentContour::BentContour(std::vector<SampledSteps> steps, SampledGaussianLoss::Kind kind)
    : state_(new State{std::move(steps), kind == SampledGaussianLoss::Kind::add, std::nullopt}) {}
BentContour::~BentContour() = default;
BentContour::BentContour(BentContour&&) noexcept = default;
BentContour& BentContour::operator=(BentContour&&) noexcept = default;

std::optional<Ball> BentContour::delta(const core::Rational& epsilon, long digits, double log_sparse,
                                       const Deadline& deadline) {
  State& s = *state_;
  const bent::Exponential sign = s.exponential(epsilon, 256);
  if (!certainly_positive(sign.decay)) {
    if (!certainly_less_equal(sign.decay, Ball(0, 64))) return std::nullopt;
    // S <= -sum k log b always (add), and S >= sum k log b always (remove): epsilon is beyond the end of the support.
    return s.add ? Ball(0, 64) : -expm1(Ball(epsilon, 64 + 4 * digits));
  }
  std::optional<Ball> best;
  if (s.kept) {
    Ball again = s.kept->integral(s.exponential(epsilon, 64 + 8 * digits));
    if (again.relative_bits() > 0) best = std::move(again);
    if (best && accuracy(*best) >= static_cast<double>(digits)) return best;
  }
  const bent::Problem problem = s.problem(epsilon);
  std::optional<double> hint;
  if (best) hint = best->log_midpoint();
  constexpr int attempts = 3;
  for (int i = 0; i < attempts && !deadline.passed(); ++i) {
    const std::optional<bent::Plan> plan = bent::plan_bent_contour(problem, digits, hint, deadline);
    if (!plan) break;
    const bent::Exponential exponential = s.exponential(epsilon, plan->bits + 64);
    std::optional<bent::ContourSum> sum = bent::ContourSum::make(*plan, s.steps, s.add, exponential, deadline);
    if (!sum) break;
    std::optional<Ball> value = sum->integral(exponential);
    if (value->relative_bits() <= 0) value.reset();
    const double lower = log_sparse < plan->log_delta - 2 ? log_sparse : plan->log_delta - 15;
    hint = value ? value->log_midpoint() : lower;
    if (better(value, best)) {
      best = std::move(value);
      s.kept = std::move(sum);
    }
    if (best && accuracy(*best) >= static_cast<double>(digits)) break;
    if (!best && i > 0) break;
  }
  return best;
}

}  // namespace assay::accounting
