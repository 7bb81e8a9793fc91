// The contour sum; see bent_sum.hpp.
#include "accounting/composition/bent_sum.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting::bent {
namespace {

constexpr double library = 0x1p-40;  // relative charge for the C library's functions, see bent_bounds.hpp

double log_upper(double x) {
  const double l = std::log(x);
  return l + library * (1 + std::abs(l));
}
double log_lower(double x) {
  const double l = std::log(x);
  return l - library * (1 + std::abs(l));
}

/// Upper bound on -decay * low for the decay in [low, high].
double fall_upper(double low, double high, double re) { return sum_upper({-(re >= 0 ? low : high) * re}); }

/// out^k, also where the ball holds 0.
void power(acb_ptr out, std::uint64_t k, long bits) {
  if (k <= 3) {
    acb_pow_ui(out, out, k, bits);
  } else if (!acb_contains_zero(out)) {
    acb_log(out, out, bits);
    acb_mul_ui(out, out, k, bits);
    acb_exp(out, out, bits);
  } else {
    mag_t size;
    mag_init(size);
    acb_get_mag(size, out);
    mag_pow_ui(size, size, k);
    acb_zero(out);
    acb_add_error_mag(out, size);
    mag_clear(size);
  }
}

}  // namespace

ContourSum::Decay ContourSum::decay_of(const Exponential& e) {
  return {lower_double(e.decay.raw()), upper_double(e.decay.raw()), upper_double(e.constant.raw())};
}

Exponent ContourSum::exponent(double u, double angle) const {
  const std::complex<double> al = contour_.at(u, angle);
  // Four library calls and the rounding of the angle, relative to the parts they enter.
  const double slack = 8 * library * (std::abs(contour_.apex) + contour_.scale * std::cosh(u));
  return {al.real(), al.imag(), slack};
}

double ContourSum::log_transforms_upper(const Exponent& al) const {
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    const double part = static_cast<double>(steps_[i].count) * paths_[i].log_modulus_upper(al);
    sum += part;
    size += std::abs(part);
  }
  const double bound = sum + 0x1p-46 * size;
  return bound < no_bound ? bound : no_bound;
}

void ContourSum::set_tail(Edge& edge, double u, double angle) const {
  // For u' >= u on this hyperbola |F| <= G(al(u)), |al'| <= scale cosh u', |al(al-1)| >= (Im al)^2; cosh/sinh^2 falls,
  // and int_u^inf e^{-decay Re al} <= e^{-decay Re al(u)} / (decay scale sin(angle) sinh u). Both halves: twice that.
  const Exponent al = exponent(u, angle);
  const double sine = std::sin(angle) * std::sinh(u), cosine = std::cos(angle) * std::sinh(u);
  const double scale = log_lower(contour_.scale);
  edge.log_tail = sum_upper({log_transforms_upper(al), log_upper(std::cosh(u)), -2 * scale, -2 * log_lower(cosine),
                             -log_lower(sine), log_upper(2.0), 16 * library});
  if (!(edge.log_tail < no_bound)) edge.log_tail = no_bound;
  edge.tail_low = al.re - al.slack;
}

double ContourSum::log_tail_upper(const Edge& edge, const Decay& d) {
  return sum_upper({edge.log_tail, d.constant, fall_upper(d.low, d.high, edge.tail_low), -log_lower(d.low)});
}

double ContourSum::log_mass_upper(const Edge& edge, const Decay& d) {
  std::vector<double> sizes{log_tail_upper(edge, d)};
  for (const Cell& c : edge.cells)
    sizes.push_back(sum_upper({c.log_size, d.constant, fall_upper(d.low, d.high, c.low)}));
  return log_sum_upper(sizes);
}

std::optional<ContourSum::Edge> ContourSum::edge(double angle, const Decay& near, const Deadline& deadline) const {
  constexpr double width = 0.0625;  // exact: cell ends are exact doubles
  constexpr long longest = 1000;
  Edge edge;
  double mass = -no_bound;
  for (long k = 0; k < longest; ++k) {
    if (deadline.passed()) return std::nullopt;
    const double u = width * static_cast<double>(k);
    const Exponent from = exponent(u, angle), to = exponent(u + width, angle);
    const double transforms = log_transforms_upper(from);
    const double left = from.re - from.slack, right = to.re + to.slack, low = std::max(0.0, from.im - from.slack);
    double distance = 0;  // log of a lower bound on |al (al-1)|
    for (const double pole : {0.0, 1.0}) {
      const double away = std::hypot(std::max({0.0, left - pole, pole - right}), low);
      if (!(away > 0)) return std::nullopt;
      distance += log_lower(away) - 4 * library;
    }
    const double size = sum_upper(
        {transforms, log_upper(contour_.scale * std::cosh(u + width)), -distance, log_upper(2 * width), 16 * library});
    if (!(size < no_bound)) return std::nullopt;
    edge.cells.push_back({size, left, right});
    mass = log_add_upper(mass, size + near.constant + fall_upper(near.low, near.high, left));
    if (k % 8 != 7 || u < 1) continue;
    set_tail(edge, u + width, angle);
    if (log_tail_upper(edge, near) < mass - 3) return edge;
  }
  return std::nullopt;
}

void ContourSum::contour_point(acb_ptr al, acb_ptr derivative, long j) const {
  RealBall u, sine, cosine, sinh, cosh, t;
  arb_set_d(u, step_);
  arb_mul_si(u, u, j, bits_ + 64);
  arb_sinh_cosh(sinh, cosh, u, bits_);
  arb_set_d(t, contour_.angle);
  arb_sin_cos(sine, cosine, t, bits_);
  arb_set_d(t, contour_.scale);
  arb_mul(sine, sine, t, bits_);
  arb_mul(cosine, cosine, t, bits_);
  arb_set_d(t, contour_.apex);
  arb_sub(t, t, sine, bits_);
  arb_addmul(t, sine, cosh, bits_);
  arb_set(acb_realref(al), t);
  arb_mul(acb_imagref(al), cosine, sinh, bits_);
  arb_mul(acb_realref(derivative), sine, sinh, bits_);
  arb_mul(acb_imagref(derivative), cosine, cosh, bits_);
}

bool ContourSum::add_node(long j, const std::vector<std::vector<int>>& level,
                          const std::vector<std::vector<double>>& log_skip, const Deadline& deadline) {
  const auto at = static_cast<std::size_t>(j);
  ComplexBall f, factor, t;
  contour_point(al_[at], factor, j);
  const double re = middle_double(acb_realref(al_[at])), im = middle_double(acb_imagref(al_[at]));
  const Exponent al{re, im,
                    0x1p-48 * (std::abs(re) + std::abs(im)) + mag_get_d(arb_radref(acb_realref(al_[at]))) +
                        mag_get_d(arb_radref(acb_imagref(al_[at])))};
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (!paths_[i].transform(f, al_[at], al, level[i][at], log_skip[i][at], bits_, deadline)) return false;
    power(f, steps_[i].count, bits_);
    acb_mul(factor, factor, f, bits_);
  }
  acb_sub_ui(t, al_[at], 1, bits_);
  acb_mul(t, t, al_[at], bits_);
  acb_mul_onei(t, t);
  acb_div(factor_[at], factor, t, bits_);
  if (j > 0) acb_mul_2exp_si(factor_[at], factor_[at], 1);
  return true;
}

std::optional<ContourSum> ContourSum::make(const Plan& plan, const std::vector<SampledSteps>& steps, bool add,
                                           const Exponential& near, const Deadline& deadline) {
  ContourSum sum;
  const Contour& c = sum.contour_ = plan.contour;
  sum.step_ = plan.step;
  sum.nodes_ = plan.nodes;
  sum.bits_ = plan.bits;
  sum.steps_ = steps;
  // The strip: 0 < angle - left, angle + right < pi/2, vertices of all hyperbolas on the apex's side of the poles.
  const double inner = c.angle - c.left, outer = c.angle + c.right;
  if (!(inner > 1e-3 && outer < 1.5 && c.left > 1e-3 && c.right > 1e-3 && c.scale > 0)) return std::nullopt;
  const Exponent lowest = sum.exponent(0, inner), highest = sum.exponent(0, outer);
  const double top = highest.re + highest.slack;
  if (add ? !(top < 0) : !(lowest.re - lowest.slack > 1)) return std::nullopt;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto path = CertifiedPath::make(steps[i], plan.quadratures[i], outer * (1 + library), top, plan.bits, deadline);
    if (!path) return std::nullopt;
    sum.paths_.push_back(std::move(*path));
  }
  const Decay decay = decay_of(near);
  std::optional<Edge> left = sum.edge(inner, decay, deadline), right = sum.edge(outer, decay, deadline);
  if (!left || !right) return std::nullopt;
  sum.left_ = std::move(*left);
  sum.right_ = std::move(*right);
  sum.set_tail(sum.end_, sum.step_ * static_cast<double>(sum.nodes_) * (1 - library), c.angle);
  sum.al_ = ComplexVector(static_cast<std::size_t>(sum.nodes_) + 1);
  sum.factor_ = ComplexVector(static_cast<std::size_t>(sum.nodes_) + 1);
  for (long j = 0; j <= sum.nodes_; ++j)
    if (!sum.add_node(j, plan.level, plan.log_skip, deadline)) return std::nullopt;
  return sum;
}

Ball ContourSum::integral(const Exponential& e) const {
  ComplexBall t, total;
  for (std::size_t j = 0; j < al_.size(); ++j) {
    acb_mul_arb(t, al_[j], e.decay.raw(), bits_);
    acb_neg(t, t);
    acb_add_arb(t, t, e.constant.raw(), bits_);
    acb_exp(t, t, bits_);
    acb_mul(t, t, factor_[j], bits_);
    acb_add(total, total, t, bits_);
  }
  Ball sum(0, bits_);
  arb_set(sum.raw(), total.real());
  const Ball pi = Ball::pi(bits_), step = Ball::exact(step_, bits_);
  sum = sum * step / (pi * 2);
  // Trapezoid in u: (N_left / (e^{2 pi left/h} - 1) + N_right / (e^{2 pi right/h} - 1)) / 2 pi. Cut: half the tail over
  // pi.
  const Decay d = decay_of(e);
  const auto size = [&](double log_size) {
    Ball bound(0, 64);
    mag_t m;
    mag_init(m);
    set_magnitude(m, log_size);
    arb_set_interval_mag(bound.raw(), m, m, 64);
    mag_clear(m);
    return bound;
  };
  const auto alias = [&](const Edge& edge, double width) {
    return size(log_mass_upper(edge, d)) / (expm1(pi * 2 * Ball::exact(width, bits_) / step) * pi * 2);
  };
  const Ball error =
      alias(left_, contour_.left) + alias(right_, contour_.right) + size(log_tail_upper(end_, d)) / (pi * 2);
  return sum + Ball::plus_minus(upper(error));
}

}  // namespace assay::accounting::bent
