#include "accounting/composition/closed_transform.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {

const FiniteLoss::Atoms& ClosedTransform::atoms(long bits) const {
  if (atoms_bits_ < bits) {
    atoms_ = std::get<FiniteLoss>(loss_).atoms(bits);
    atoms_bits_ = bits;
  }
  return atoms_;
}

// Laplace, shift s: M(z) = ((z+1) e^{zs} + z e^{-(z+1)s}) / (2z+1).  Finite: sum of mass e^{z loss}.
void ClosedTransform::single(acb_t out, const Ball& theta, const Ball& t, long bits) const {
  acb_t z, e;
  acb_init(z);
  acb_init(e);
  arb_set(acb_realref(z), theta.raw());
  arb_set(acb_imagref(z), t.raw());
  if (const auto* laplace = std::get_if<LaplaceLoss>(&loss_)) {
    const Ball s(laplace->shift, bits);
    acb_t w;
    acb_init(w);
    acb_mul_arb(e, z, s.raw(), bits);
    acb_exp(e, e, bits);
    acb_add_ui(w, z, 1, bits);
    acb_mul(out, e, w, bits);
    acb_mul_arb(e, w, s.raw(), bits);
    acb_neg(e, e);
    acb_exp(e, e, bits);
    acb_addmul(out, e, z, bits);
    acb_mul_2exp_si(w, z, 1);
    acb_add_ui(w, w, 1, bits);
    acb_div(out, out, w, bits);
    acb_clear(w);
  } else {
    const auto& a = atoms(bits);
    acb_zero(out);
    for (std::size_t i = 0; i < a.loss.size(); ++i) {
      acb_mul_arb(e, z, a.loss[i].raw(), bits);
      acb_exp(e, e, bits);
      acb_mul_arb(e, e, a.mass[i].raw(), bits);
      acb_add(out, out, e, bits);
    }
  }
  acb_clear(e);
  acb_clear(z);
}

Ball ClosedTransform::log_real(const Ball& theta) const {
  const long bits = theta.bits();
  if (const auto* gaussian = std::get_if<GaussianLoss>(&loss_))
    return Ball(gaussian->mu_squared, bits) * (square(theta) + theta) / 2;
  acb_t m;
  acb_init(m);
  single(m, theta, Ball(0, bits), bits);
  Ball r(0, bits);
  arb_log(r.raw(), acb_realref(m), bits);
  acb_clear(m);
  return r * static_cast<long>(count_);
}

void ClosedTransform::multiply(acb_t product, const Ball& theta, const Ball& t, long bits) const {
  acb_t factor;
  acb_init(factor);
  if (const auto* gaussian = std::get_if<GaussianLoss>(&loss_)) {
    // M(theta+it)/M(theta) = exp(mu^2 (-t^2 + i t (2 theta + 1)) / 2)
    const Ball half_mu2 = Ball(gaussian->mu_squared, bits) / 2;
    const Ball re = -(half_mu2 * square(t)), im = half_mu2 * t * (theta * 2 + 1);
    arb_set(acb_realref(factor), re.raw());
    arb_set(acb_imagref(factor), im.raw());
    acb_exp(factor, factor, bits);
  } else {
    single(factor, theta, t, bits);
    acb_t real;
    acb_init(real);
    single(real, theta, Ball(0, bits), bits);
    arb_zero(acb_imagref(real));
    acb_div_arb(factor, factor, acb_realref(real), bits);
    acb_pow_ui(factor, factor, count_, bits);
    acb_clear(real);
  }
  acb_mul(product, product, factor, bits);
  acb_clear(factor);
}

Ball ClosedTransform::log_decay(const Ball& t) const {
  const long bits = t.bits();
  if (const auto* gaussian = std::get_if<GaussianLoss>(&loss_))
    return -(Ball(gaussian->mu_squared, bits) * square(t) / 2);
  return Ball(0, bits);  // |M(theta+it)| <= M(theta)
}

Ball ClosedTransform::finite_mass(long bits) const {
  if (!std::holds_alternative<FiniteLoss>(loss_)) return Ball(1, bits);
  Ball sum(0, bits);
  for (const Ball& m : atoms(bits).mass) sum = sum + m;
  return pow(sum, static_cast<unsigned long>(count_));
}

Ball ClosedTransform::dual_finite_mass(long bits) const {
  if (!std::holds_alternative<FiniteLoss>(loss_)) return Ball(1, bits);
  Ball sum(0, bits);
  for (const Ball& m : atoms(bits).dual_mass) sum = sum + m;
  return pow(sum, static_cast<unsigned long>(count_));
}

std::optional<Ball> ClosedTransform::max_loss(long bits) const {
  if (const auto* gaussian = std::get_if<GaussianLoss>(&loss_)) {
    if (gaussian->mu_squared == 0) return Ball(0, bits);
    return std::nullopt;
  }
  if (const auto* laplace = std::get_if<LaplaceLoss>(&loss_))
    return Ball(laplace->shift, bits) * static_cast<long>(count_);
  const auto& a = atoms(bits);
  Ball most = a.loss.empty() ? Ball(0, bits) : a.loss[0];
  for (const Ball& l : a.loss) most = max(most, l);
  return most * static_cast<long>(count_);
}

double ClosedTransform::gaussian_mu_squared() const {
  const auto* gaussian = std::get_if<GaussianLoss>(&loss_);
  return gaussian ? gaussian->mu_squared.convert_to<double>() : 0;
}

fast::Cumulant ClosedTransform::cumulant(double theta) const {
  const double k = static_cast<double>(count_);
  if (std::holds_alternative<GaussianLoss>(loss_)) {
    const double mu2 = gaussian_mu_squared();
    return {mu2 * (theta * theta + theta) / 2, mu2 * (theta + 0.5), mu2};
  }
  if (const auto* laplace = std::get_if<LaplaceLoss>(&loss_)) {
    const double s = laplace->shift.convert_to<double>();
    const auto value = [s](double z) {
      if (z < -0.5) z = -1 - z;  // M(-1-z) = M(z)
      return z * s + std::log((z + 1) + z * std::exp(-(2 * z + 1) * s)) - std::log(2 * z + 1);
    };
    const double h = 1e-3 * (1 + std::fabs(theta)), v = value(theta), up = value(theta + h), down = value(theta - h);
    return {k * v, k * (up - down) / (2 * h), std::max(0.0, k * (up - 2 * v + down) / (h * h))};
  }
  const auto& a = atoms(64);
  double peak = -HUGE_VAL;
  for (std::size_t i = 0; i < a.loss.size(); ++i)
    peak = std::max(peak, a.mass[i].log_midpoint() + theta * a.loss[i].midpoint());
  double s0 = 0, s1 = 0, s2 = 0;
  for (std::size_t i = 0; i < a.loss.size(); ++i) {
    const double l = a.loss[i].midpoint(), v = std::exp(a.mass[i].log_midpoint() + theta * l - peak);
    s0 += v;
    s1 += v * l;
    s2 += v * l * l;
  }
  return {k * (peak + std::log(s0)), k * s1 / s0, k * std::max(0.0, s2 / s0 - (s1 / s0) * (s1 / s0))};
}

}  // namespace assay::accounting
