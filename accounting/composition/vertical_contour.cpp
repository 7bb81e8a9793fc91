#include "accounting/composition/vertical_contour.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {
namespace {

Ball chernoff(const Ball& x) { return pow(x, x) / pow(x + 1, x + 1); }  // sup_y e^{-xy} (1 - e^{-y})_+

// value^k for the ball of a transform normalised to modulus at most about 1. Through the logarithm the relative radius
// grows by k alone; a ball too wide for that becomes the disc of its largest modulus.
void power(acb_t value, std::uint64_t k, long bits) {
  if (k <= 3) {
    acb_pow_ui(value, value, k, bits);
  } else if (acb_rel_accuracy_bits(value) > static_cast<long>(std::log2(static_cast<double>(k))) + 4) {
    acb_log(value, value, bits);
    acb_mul_ui(value, value, k, bits);
    acb_exp(value, value, bits);
  } else {
    mag_t m;
    mag_init(m);
    acb_get_mag(m, value);
    mag_pow_ui(m, m, k);
    acb_zero(value);
    mag_set(arb_radref(acb_realref(value)), m);
    mag_set(arb_radref(acb_imagref(value)), m);
    mag_clear(m);
  }
}

}  // namespace

std::optional<ContourTable> ContourTable::build(const fast::ContourPlan& plan, const std::vector<SampledPart>& sampled,
                                                const std::vector<ClosedTransform>& closed, long target_bits,
                                                const Deadline& deadline) {
  const long J = plan.nodes;
  double most = 1, x_nodes = 1;
  for (const auto& part : sampled) most = std::max(most, static_cast<double>(part.count));
  for (const auto& f : plan.factors) x_nodes = std::max(x_nodes, static_cast<double>(f.nodes));
  const auto ceil_log2 = [](double x) { return static_cast<long>(std::ceil(std::log2(x))); };
  const long log_count = ceil_log2(most);
  // 40 bits that the rotor sums keep back, 2 log J for their error, the rest for the k-th power and the pole terms.
  const long bits =
      std::max(128L, target_bits + log_count + ceil_log2(x_nodes) + 2 * ceil_log2(static_cast<double>(J) + 2) +
                         static_cast<long>(plan.cancelled_bits) + 52);
  const long bound_bits = 64 + log_count;

  ContourTable table;
  table.bits_ = bits;
  table.theta_ = Ball::exact(plan.theta, bits);
  table.height_ = Ball::exact(plan.height, bits);
  table.theta_right_ = Ball::exact(plan.theta_right, bound_bits);
  table.s_left_ = Ball::exact(plan.s_left, bound_bits);
  table.values_ = ComplexVector(J + 1);
  for (long j = 0; j <= J; ++j) acb_one(table.values_[j]);
  const Ball T = Ball::exact(plan.height, bound_bits) * J;
  Ball log_lead(0, bits), log_decay(0, bound_bits), log_right(0, bound_bits), log_left(0, bound_bits);
  Ball zero(1, bits), one(1, bits);
  const Ball minus_one_minus_s = -(table.s_left_ + 1);

  for (std::size_t i = 0; i < sampled.size(); ++i) {
    const SampledTransform transform(sampled[i].loss, plan.factors[i], bits, bound_bits);
    const std::uint64_t k = sampled[i].count;
    auto line = transform.line(plan.theta, plan.height, J, deadline);
    if (!line) return std::nullopt;
    const auto times_k = [k](Ball x) {
      arb_mul_ui(x.raw(), x.raw(), k, x.bits());
      return x;
    };
    log_lead = log_lead + times_k(log(line->scale));
    log_decay = log_decay + times_k(log(transform.decay_bound(plan.theta, T) / line->scale.with_bits(bound_bits)));
    log_right = log_right + times_k(log(transform.real(plan.theta_right)));
    log_left = log_left + times_k(log(transform.real(-1 - plan.s_left)));
    for (long j = 0; j <= J; ++j) {
      power(line->values[j], k, bits);
      acb_mul(table.values_[j], table.values_[j], line->values[j], bits);
      if ((j & 255) == 255 && deadline.passed()) return std::nullopt;
    }
  }
  for (const auto& factor : closed) {
    log_lead = log_lead + factor.log_real(table.theta_);
    log_decay = log_decay + factor.log_decay(T);
    log_right = log_right + factor.log_real(table.theta_right_);
    log_left = log_left + factor.log_real(minus_one_minus_s);
    zero = zero * factor.finite_mass(bits);
    one = one * factor.dual_finite_mass(bits);
    for (long j = 0; j <= J; ++j) {
      factor.multiply(table.values_[j], table.theta_, table.height_ * j, bits);
      if ((j & 63) == 63 && deadline.passed()) return std::nullopt;
    }
  }
  acb_t z, w;
  acb_init(z);
  acb_init(w);
  for (long j = 0; j <= J; ++j) {
    arb_set(acb_realref(z), table.theta_.raw());
    arb_mul_si(acb_imagref(z), table.height_.raw(), j, bits);
    acb_add_ui(w, z, 1, bits);
    acb_mul(w, w, z, bits);
    acb_div(table.values_[j], table.values_[j], w, bits);
  }
  acb_clear(w);
  acb_clear(z);

  const Ball P = Ball::pi(bits) * 2 / table.height_;
  const Ball P_bound = P.with_bits(bound_bits);
  table.log_lead_ = log_lead;
  // int_T^inf B t^-2 dt <= B(T) / T for a nonincreasing B.
  table.truncation_ = upper(exp(log_decay) / (Ball::pi(bound_bits) * T));
  const Ball gap_right = table.theta_right_ - Ball::exact(plan.theta, bound_bits);
  if (!certainly_positive(gap_right)) return std::nullopt;
  table.alias_right_ = upper(chernoff(table.theta_right_) * exp(log_right) / expm1(gap_right * P_bound));
  table.alias_left_ = upper(chernoff(table.s_left_) * exp(log_left) /
                            expm1((table.s_left_ + 1 + Ball::exact(plan.theta, bound_bits)) * P_bound));
  table.pole_zero_ = zero / expm1(table.theta_ * P);
  table.pole_one_ = one / expm1((table.theta_ + 1) * P);
  return table;
}

Ball ContourTable::finite_part(const Ball& epsilon) const {
  const long J = values_.size() - 1;
  Ball total(0, bits_), c(0, bits_), s(0, bits_);
  for (long j = 0; j <= J; ++j) {
    const Ball angle = height_ * epsilon * j;
    arb_sin_cos(s.raw(), c.raw(), angle.raw(), bits_);
    arb_mul(c.raw(), c.raw(), acb_realref(values_[j]), bits_);
    arb_addmul(c.raw(), s.raw(), acb_imagref(values_[j]), bits_);
    if (j > 0) arb_mul_2exp_si(c.raw(), c.raw(), 1);
    arb_add(total.raw(), total.raw(), c.raw(), bits_);
  }
  const Ball lead = exp(log_lead_ - theta_ * epsilon);
  const Ball sum = lead * height_ * total / (Ball::pi(bits_) * 2);
  const Ball poles = pole_zero_ - exp(epsilon) * pole_one_;
  const Ball truncation = upper(lead).with_bits(truncation_.bits()) * truncation_;
  const Ball alias = alias_right_ * exp(-(theta_right_ * epsilon)) + alias_left_ * exp((s_left_ + 1) * epsilon);
  // Theorem `contour-truncation`: delta - (sum - poles) lies in [-truncation - alias, truncation].
  const Ball value = sum - poles;
  Ball result = hull(value - upper(truncation + alias), value + upper(truncation));
  const Ball unit = hull(Ball(0, bits_), Ball(1, bits_));
  if (!result.is_finite()) return unit;
  Ball clipped(0, bits_);
  return arb_intersection(clipped.raw(), result.raw(), unit.raw(), bits_) ? clipped : result;
}

VerticalContour::VerticalContour(std::vector<SampledPart> sampled, std::vector<ClosedTransform> closed)
    : sampled_(std::move(sampled)), closed_(std::move(closed)) {
  for (const auto& part : sampled_)
    product_.sampled.push_back(
        {fast::SampledGrid(part.loss.sigma.convert_to<double>(), part.loss.rate.convert_to<double>(), part.loss.kind,
                           part.count > 100'000),
         static_cast<double>(part.count)});
  for (const auto& factor : closed_) {
    product_.closed.push_back([&factor](double theta) { return factor.cumulant(theta); });
    product_.gaussian_mu_squared += factor.gaussian_mu_squared();
  }
}

std::optional<Ball> VerticalContour::finite_part(const core::Rational& epsilon, long digits, double max_cost,
                                                 const Deadline& deadline) {
  const long wanted = static_cast<long>(std::ceil(static_cast<double>(digits) * 3.32193)) + 1;
  std::optional<Ball> best;
  const double at = epsilon.convert_to<double>();
  std::stable_sort(tables_.begin(), tables_.end(), [at](const Planned& x, const Planned& y) {
    return std::fabs(x.epsilon - at) < std::fabs(y.epsilon - at);
  });
  if (tables_.size() > kept_tables) tables_.resize(kept_tables);
  for (std::size_t i = 0; i < std::min<std::size_t>(2, tables_.size()); ++i) {
    const ContourTable& table = tables_[i].table;
    const Ball value = table.finite_part(Ball(epsilon, table.bits()));
    if (value.relative_bits() > wanted) return value;
    if (!best || value.relative_bits() > best->relative_bits()) best = value;
  }
  std::optional<double> hint;
  if (best && best->relative_bits() > 1) hint = best->log_midpoint();
  double target = static_cast<double>(wanted) + 2;
  for (int round = 0; round < 4 && !deadline.passed(); ++round) {
    if (!(planned_ && planned_->epsilon == at && planned_->target == target && planned_->hint == hint))
      planned_ = {at, target, hint, fast::plan_contour(product_, at, target, hint, deadline)};
    const auto& plan = planned_->plan;
    if (!plan || plan->cost() > max_cost) break;
    auto table = ContourTable::build(*plan, sampled_, closed_, static_cast<long>(target), deadline);
    if (!table) break;
    const Ball value = table->finite_part(Ball(epsilon, table->bits()));
    tables_.push_back({at, std::move(*table)});
    const long got = value.relative_bits();
    if (!best || got > best->relative_bits()) best = value;
    if (got > wanted) break;
    // Where the estimate of delta was off, the right one is the cure; else more bits are.
    const bool misjudged = got > 1 && std::fabs(value.log_midpoint() - plan->log_delta) > 1;
    if (got > 1) hint = value.log_midpoint();
    if (!misjudged) target += std::clamp(static_cast<double>(wanted - got) + 3, 4.0, 200.0);
  }
  return best;
}

}  // namespace assay::accounting
