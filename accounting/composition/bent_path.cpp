// The rounded polygon and the logs of the integrand on it; see bent_path.hpp.
#include "accounting/composition/bent_path.hpp"

#include <cmath>
#include <numbers>

#include "accounting/numeric/ball.hpp"

namespace assay::accounting::bent {
namespace {

using Complex = std::complex<double>;

Complex log1p_exp(Complex z) { return z.real() > 0 ? z + std::log(1.0 + std::exp(-z)) : std::log(1.0 + std::exp(z)); }

Complex logistic(Complex z) {
  if (z.real() > 0) return 1.0 / (1.0 + std::exp(-z));
  const Complex t = std::exp(z);
  return t / (1.0 + t);
}

/// log(1 + e^z) without loss where e^z is tiny.
Complex log_ratio(Complex z) {
  const Complex t = std::exp(z.real() > 0 ? -z : z);
  const double modulus = 0.5 * std::log1p(t.real() * (2 + t.real()) + t.imag() * t.imag());
  const Complex l(modulus, std::atan2(t.imag(), 1 + t.real()));
  return z.real() > 0 ? z + l : l;
}

void set_complex(acb_ptr out, Complex z) { acb_set_d_d(out, z.real(), z.imag()); }

/// log(1 + e^z) in balls, on the branch that is continuous where Re z = 0 only with |Im z| < pi.
void softplus_ball(acb_ptr out, acb_srcptr z, long bits) {
  ComplexBall t;
  if (arf_sgn(arb_midref(acb_realref(z))) > 0) {
    acb_neg(t, z);
    acb_exp(t, t, bits);
    acb_log1p(t, t, bits);
    acb_add(out, t, z, bits);
  } else {
    acb_exp(t, z, bits);
    acb_log1p(out, t, bits);
  }
}

void logistic_ball(acb_ptr out, acb_srcptr z, long bits) {
  ComplexBall t;
  if (arf_sgn(arb_midref(acb_realref(z))) > 0) {
    acb_neg(t, z);
    acb_exp(t, t, bits);
    acb_add_ui(t, t, 1, bits);
    acb_inv(out, t, bits);
  } else {
    ComplexBall d;
    acb_exp(t, z, bits);
    acb_add_ui(d, t, 1, bits);
    acb_div(out, t, d, bits);
  }
}

}  // namespace

PathModel::PathModel(const Path& path, double sigma, double rate)
    : path_(path),
      variance_(sigma * sigma),
      log_odds_(std::log(rate) - std::log1p(-rate)),
      log_norm_(std::log(sigma) + 0.5 * std::log(2 * std::numbers::pi)) {}

Complex PathModel::exponent(Complex v) const {
  Complex x = path_.origin + path_.slope[0] * v;
  for (std::size_t r = 0; r < Path::knots; ++r)
    x += (path_.slope[r + 1] - path_.slope[r]) * log1p_exp(v - path_.knot[r]);
  return (x - 0.5) / variance_ + log_odds_;
}

LogPair PathModel::at(Complex v) const {
  Complex x = path_.origin + path_.slope[0] * v;
  Complex dx = path_.slope[0];
  for (std::size_t r = 0; r < Path::knots; ++r) {
    const Complex turn = path_.slope[r + 1] - path_.slope[r];
    x += turn * log1p_exp(v - path_.knot[r]);
    dx += turn * logistic(v - path_.knot[r]);
  }
  return {std::log(dx) - x * x / (2 * variance_) - log_norm_, log_ratio((x - 0.5) / variance_ + log_odds_)};
}

PathBalls::PathBalls(const Path& path, const SampledSteps& steps, long bits) : path_(path) {
  const Ball sigma(steps.sigma, bits);
  const Ball variance = square(sigma);
  arb_set(variance_, variance.raw());
  arb_set(half_over_variance_, (Ball(1, bits) / (variance * 2)).raw());
  arb_set(log_odds_, log(Ball(core::Rational(steps.rate / (1 - steps.rate)), bits)).raw());
  arb_set(log_norm_, log(sigma * sqrt(Ball::pi(bits) * 2)).raw());
}

void PathBalls::corner(acb_ptr softplus, acb_ptr logistic, acb_srcptr v, double knot, long bits) const {
  ComplexBall z, t, d;
  arb_set_d(z.real(), knot);
  acb_sub_arb(z, v, z.real(), bits);
  const bool right = arf_sgn(arb_midref(z.real())) > 0;
  if (right)
    acb_neg(t, z);
  else
    acb_set(t, z);
  acb_exp(t, t, bits);
  acb_add_ui(d, t, 1, bits);
  if (softplus != nullptr) {
    acb_log(softplus, d, bits);
    if (right) acb_add(softplus, softplus, z, bits);
  }
  if (logistic != nullptr) {
    if (right)
      acb_inv(logistic, d, bits);
    else
      acb_div(logistic, t, d, bits);
  }
}

void PathBalls::point(acb_ptr x, acb_ptr slope, acb_srcptr v, long bits) const {
  ComplexBall turn, before, softplus, logistic;
  set_complex(slope, path_.slope[0]);
  set_complex(x, path_.origin);
  acb_addmul(x, slope, v, bits);
  for (std::size_t r = 0; r < Path::knots; ++r) {
    corner(softplus, logistic, v, path_.knot[r], bits);
    set_complex(turn, path_.slope[r + 1]);
    set_complex(before, path_.slope[r]);
    acb_sub(turn, turn, before, bits);
    acb_addmul(x, turn, softplus, bits);
    acb_addmul(slope, turn, logistic, bits);
  }
}

void PathBalls::exponent(acb_ptr x, acb_ptr slope, acb_ptr e, acb_srcptr v, long bits) const {
  point(x, slope, v, bits);
  if (!acb_is_exact(v)) {
    // Over a wide ball the slopes before and after a corner cancel badly: x(v) = x(m) + x'(.)(v - m) is sharper.
    ComplexBall middle, unused;
    acb_get_mid(middle, v);
    point(x, unused, middle, bits);
    acb_sub(middle, v, middle, bits);
    acb_addmul(x, slope, middle, bits);
  }
  odds(e, x, bits);
}

void PathBalls::odds(acb_ptr e, acb_srcptr x, long bits) const {
  acb_mul_2exp_si(e, x, 1);
  acb_sub_ui(e, e, 1, bits);
  acb_mul_arb(e, e, half_over_variance_, bits);
  acb_add_arb(e, e, log_odds_, bits);
}

void PathBalls::logs_of(acb_ptr density, acb_ptr ratio, acb_srcptr x, acb_srcptr slope, acb_srcptr e, long bits) const {
  ComplexBall square;
  softplus_ball(ratio, e, bits);
  acb_log(density, slope, bits);
  acb_sqr(square, x, bits);
  acb_mul_arb(square, square, half_over_variance_, bits);
  acb_sub(density, density, square, bits);
  acb_sub_arb(density, density, log_norm_, bits);
}

void PathBalls::logs(acb_ptr density, acb_ptr ratio, acb_srcptr v, long bits) const {
  ComplexBall x, slope, e;
  exponent(x, slope, e, v, bits);
  logs_of(density, ratio, x, slope, e, bits);
}

void PathBalls::slopes(Jet& out, acb_srcptr v, bool with_point, long bits) const {
  ComplexBall turn, before, softplus, s, s1, t;
  set_complex(out.x1, path_.slope[0]);
  acb_zero(out.x2);
  acb_zero(out.x3);
  if (with_point) {
    set_complex(out.x, path_.origin);
    acb_addmul(out.x, out.x1, v, bits);
  }
  for (std::size_t r = 0; r < Path::knots; ++r) {
    corner(with_point ? static_cast<acb_ptr>(softplus) : nullptr, s, v, path_.knot[r], bits);
    set_complex(turn, path_.slope[r + 1]);
    set_complex(before, path_.slope[r]);
    acb_sub(turn, turn, before, bits);
    if (with_point) acb_addmul(out.x, turn, softplus, bits);
    acb_addmul(out.x1, turn, s, bits);
    acb_sub_ui(t, s, 1, bits);  // s' = s(1-s), s'' = s'(1-2s)
    acb_mul(s1, s, t, bits);
    acb_neg(s1, s1);
    acb_addmul(out.x2, turn, s1, bits);
    acb_mul_2exp_si(t, s, 1);
    acb_sub_ui(t, t, 1, bits);
    acb_neg(t, t);
    acb_mul(t, t, s1, bits);
    acb_addmul(out.x3, turn, t, bits);
  }
}

void PathBalls::log_slopes(Jet& out, acb_srcptr e, long bits) const {
  ComplexBall s, t, s1;
  // log(phi x')' = x''/x' - x x'/s^2 and its derivative x'''/x' - (x''/x')^2 - (x'^2 + x x'')/s^2.
  acb_div(s, out.x2, out.x1, bits);
  acb_mul(t, out.x, out.x1, bits);
  acb_div_arb(t, t, variance_, bits);
  acb_sub(out.density1, s, t, bits);
  acb_div(out.density2, out.x3, out.x1, bits);
  acb_sqr(s, s, bits);
  acb_sub(out.density2, out.density2, s, bits);
  acb_sqr(t, out.x1, bits);
  acb_addmul(t, out.x, out.x2, bits);
  acb_div_arb(t, t, variance_, bits);
  acb_sub(out.density2, out.density2, t, bits);
  // log(1+e^E)' = S(E) x'/s^2 and S(1-S)(x'/s^2)^2 + S x''/s^2, S the logistic function.
  logistic_ball(s, e, bits);
  acb_div_arb(t, out.x1, variance_, bits);
  acb_mul(out.ratio1, s, t, bits);
  acb_sub_ui(s1, s, 1, bits);
  acb_neg(s1, s1);
  acb_mul(s1, s1, out.ratio1, bits);
  acb_mul(out.ratio2, s1, t, bits);
  acb_div_arb(t, out.x2, variance_, bits);
  acb_addmul(out.ratio2, s, t, bits);
}

void PathBalls::jet(Jet& out, acb_srcptr v, long bits) const {
  ComplexBall e;
  slopes(out, v, true, bits);
  odds(e, out.x, bits);
  log_slopes(out, e, bits);
  logs_of(out.density, out.ratio, out.x, out.x1, e, bits);
}

void PathBalls::derivatives(Jet& out, acb_srcptr v, const Jet& at, long bits) const {
  ComplexBall e, step;
  slopes(out, v, false, bits);
  acb_get_mid(step, v);
  acb_sub(step, v, step, bits);
  acb_set(out.x, at.x);  // x(v) = x(m) + x'(.)(v - m), as in exponent()
  acb_addmul(out.x, out.x1, step, bits);
  odds(e, out.x, bits);
  log_slopes(out, e, bits);
}

}  // namespace assay::accounting::bent
