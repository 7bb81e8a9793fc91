#include "accounting/composition/contour.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/sampled_step.hpp"

namespace assay::accounting {
namespace {

// Node products that the vertical contour may cost before the bent one is tried.
constexpr double cheap = 1e6;

std::vector<ClosedTransform> closed_parts(const SmoothComposition& parts) {
  std::vector<ClosedTransform> closed;
  if (parts.mu_squared > 0) closed.emplace_back(GaussianLoss{parts.mu_squared});
  for (const auto& part : parts.laplace) closed.emplace_back(part.loss, part.count);
  for (const auto& part : parts.finite) closed.emplace_back(part.loss, part.count);
  return closed;
}

// What two balls have in common that both hold the truth.
Ball intersection(const Ball& x, const Ball& y) {
  Ball r(0, std::max(x.bits(), y.bits()));
  [[maybe_unused]] const bool meet = arb_intersection(r.raw(), x.raw(), y.raw(), r.bits()) != 0;
  assert(meet);  // one of two disjoint balls was not proven
  return r;
}

}  // namespace

bool has_digits(const Ball& value, long digits) {
  return static_cast<double>(value.relative_bits()) > static_cast<double>(digits) * 3.3219281;
}

ContourProfile::ContourProfile(SmoothComposition parts)
    : parts_(std::move(parts)), closed_(closed_parts(parts_)), vertical_(parts_.sampled, closed_) {
  if (closed_.empty() && parts_.sampled[0].loss.kind != SampledGaussianLoss::Kind::replace) {
    std::vector<SampledSteps> steps;
    for (const auto& part : parts_.sampled) steps.push_back({part.loss.sigma, part.loss.rate, part.count});
    bent_.emplace(std::move(steps), parts_.sampled[0].loss.kind);
  }
}

Value ContourProfile::infinite_mass(long bits) const {
  // 1 - prod (1 - m_i)^{k_i}, as a rational while that stays small.
  core::Rational keep = 1;
  bool exact = true;
  for (const auto& part : parts_.finite) {
    if (part.loss.infinite_mass == 0) continue;
    if (part.count > 64) exact = false;
    if (exact)
      for (std::uint64_t i = 0; i < part.count; ++i) keep *= 1 - part.loss.infinite_mass;
  }
  if (exact) return Value(core::Rational(1 - keep), bits);
  Ball log_keep(0, bits);
  for (const auto& part : parts_.finite) {
    Ball term = log1p(-Ball(part.loss.infinite_mass, bits));
    arb_mul_ui(term.raw(), term.raw(), part.count, bits);
    log_keep = log_keep + term;
  }
  return -expm1(log_keep);
}

std::optional<Ball> ContourProfile::max_loss_ball(long bits) const {
  Ball sum(0, bits);
  for (const auto& part : parts_.sampled) {
    if (part.loss.kind != SampledGaussianLoss::Kind::add) return std::nullopt;
    Ball term = -log1p(-Ball(part.loss.rate, bits));
    arb_mul_ui(term.raw(), term.raw(), part.count, bits);
    sum = sum + term;
  }
  for (const auto& factor : closed_) {
    const auto most = factor.max_loss(bits);
    if (!most) return std::nullopt;
    sum = sum + *most;
  }
  return sum;
}

std::optional<Value> ContourProfile::max_loss(long bits) const {
  const auto ball = max_loss_ball(bits);
  if (!ball) return std::nullopt;
  return Value(*ball);
}

int ContourProfile::compare_max_loss(const core::Rational& x) const {
  // With a sampled step the largest loss is ln(a) + r, a algebraic and not 1, r rational: never rational (Lindemann).
  for (long bits = 64; bits <= 1 << 16; bits *= 4) {
    const auto most = max_loss_ball(bits);
    if (!most) return -1;
    if (certainly_less(*most, x)) return 1;
    if (certainly_less(x, *most)) return -1;
  }
  return -1;
}

double ContourProfile::guess_epsilon(double log_delta) const {
  const double guess = fast::epsilon_at_log_delta(vertical_.product(), log_delta);
  const auto most = max_loss_ball(64);
  return most ? std::min(guess, most->midpoint()) : guess;
}

Ball ContourProfile::chernoff_upper(const Ball& epsilon, double theta) {
  // delta <= m + c(theta) M_S(theta) e^{-theta epsilon}   (theorem `chernoff`)
  const long bits = epsilon.bits();
  const Ball t = Ball::exact(theta, bits);
  Ball log_bound = -(t * epsilon);
  auto& product = vertical_.product();
  for (std::size_t i = 0; i < parts_.sampled.size(); ++i) {
    const auto plan = fast::plan_real(product.sampled[i], theta);
    if (!plan) return Ball(1, bits);
    Ball term = log(SampledTransform(parts_.sampled[i].loss, *plan, bits, bits).real(theta));
    arb_mul_ui(term.raw(), term.raw(), parts_.sampled[i].count, bits);
    log_bound = log_bound + term;
  }
  for (const auto& factor : closed_) log_bound = log_bound + factor.log_real(t);
  const Ball c = pow(t, t) / pow(t + 1, t + 1);
  const Ball bound = upper(infinite_mass(bits).ball + c * exp(log_bound));
  return bound.is_finite() ? bound : Ball(1, bits);
}

// Bounds that need no contour. Above: 1, Chernoff, and for epsilon >= 0 the chance that some record is ever sampled
// (else P and Q agree). Below: what any one part alone gives, since leaving steps out is post-processing.
Ball ContourProfile::bounds(const core::Rational& epsilon) {
  constexpr long bits = 128;
  const Ball e(epsilon, bits);
  Ball most(1, bits), least = nonnegative(lower(infinite_mass(bits).ball));
  if (const auto saddle = fast::saddle_at_epsilon(vertical_.product(), epsilon.convert_to<double>()))
    most = min(most, chernoff_upper(e, saddle->theta));
  if (epsilon >= 0 && closed_.empty()) {
    Ball log_never(0, bits);
    for (const auto& part : parts_.sampled) {
      Ball term = log1p(-Ball(part.loss.rate, bits));
      arb_mul_ui(term.raw(), term.raw(), part.count, bits);
      log_never = log_never + term;
    }
    most = min(most, upper(-expm1(log_never)));
  }
  const Target crude{6, {}};
  for (const auto& part : parts_.sampled)
    least = max(least, lower(SampledStepProfile(part.loss).delta(epsilon, crude).ball));
  if (parts_.mu_squared > 0) least = max(least, lower(GaussianProfile(parts_.mu_squared).delta(epsilon, crude).ball));
  if (epsilon < 0) least = max(least, lower(-expm1(e)));  // A = everything
  return hull(least, most);
}

// log of sum k delta_1(epsilon): about log delta where large losses are rare and single.
double ContourProfile::log_sparse(const core::Rational& epsilon) const {
  double sum = -HUGE_VAL;
  for (const auto& part : parts_.sampled)
    sum = fast::log_add(sum, SampledStepProfile(part.loss).delta(epsilon, {3, {}}).ball.log_midpoint() +
                                 std::log(static_cast<double>(part.count)));
  return sum;
}

Value ContourProfile::delta(const core::Rational& epsilon, const Target& target, double most_products) {
  if (compare_max_loss(epsilon) >= 0) return infinite_mass(256);
  const auto with_mass = [this](const Ball& finite_part) {
    const Value mass = infinite_mass(finite_part.bits());
    return mass.exact && *mass.exact == 0 ? finite_part : finite_part + mass.ball;
  };
  std::optional<Ball> best;
  const auto take = [&](const std::optional<Ball>& finite_part) {
    if (!finite_part) return;
    const Ball value = with_mass(*finite_part);
    best = best ? intersection(value, *best) : value;
  };
  const auto done = [&] { return best && has_digits(*best, target.digits); };

  take(vertical_.finite_part(epsilon, target.digits, cheap, target.deadline));
  used_vertical_ = used_vertical_ || best;
  if (!done() && bent_ && !target.deadline.passed()) {
    const auto value = bent_->delta(epsilon, target.digits, log_sparse(epsilon), target.deadline);
    used_bent_ = used_bent_ || value;
    take(value);
  }
  if (!done() && !target.deadline.passed()) {
    take(vertical_.finite_part(epsilon, target.digits, most_products, target.deadline));
    used_vertical_ = used_vertical_ || best;
  }
  if (!done()) {
    used_bounds_ = true;
    const Ball crude = bounds(epsilon);
    best = best ? intersection(crude, *best) : crude;
  }
  return *best;
}

std::vector<std::string> ContourProfile::theorems() const {
  std::vector<std::string> ids{"contour-inversion"};
  if (used_vertical_ || !used_bent_) {
    ids.insert(ids.end(), {"aliasing-correction", "contour-truncation"});
    if (!parts_.sampled.empty()) ids.insert(ids.end(), {"trapezoid-strip", "sampled-tail-bound", "shift-bound"});
  }
  if (used_bent_) ids.emplace_back("bent-contour");
  if (used_bounds_) ids.insert(ids.end(), {"chernoff", "monotone-composition"});
  return ids;
}

}  // namespace assay::accounting
