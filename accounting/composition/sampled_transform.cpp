#include "accounting/composition/sampled_transform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "accounting/numeric/rotor_sum.hpp"

namespace assay::accounting {

SampledTransform::SampledTransform(const SampledGaussianLoss& loss, const fast::FactorPlan& plan, long bits,
                                   long bound_bits)
    : plan_(plan),
      bits_(bits),
      bound_bits_(bound_bits),
      terms_(ratio_terms(loss.kind)),
      sigma_(loss.sigma, bits),
      variance_(square(sigma_)),
      rate_(loss.rate, bits),
      keep_(1 - rate_) {
  sigma_approx_ = sigma_.midpoint();
  first_x_ = node(0);
  last_x_ = node(plan_.nodes - 1);
  log_norm_ = log(Ball::exact(plan_.step, bits_) / (sigma_ * sqrt(Ball::pi(bits_) * 2)));
  log_phi_ = BallVector(plan_.nodes);
  base_ = BallVector(plan_.nodes);
  loss_ = BallVector(plan_.nodes);
  for (long i = 0; i < plan_.nodes; ++i) {
    const Ball x = node(i);
    const Ball phi = log_norm_ - square(x) / (variance_ * 2);
    arb_set(log_phi_[i], phi.raw());
    for (const auto& term : terms_) {
      const Ball l = log_w(term, x, bits_);
      if (term.constant != 0) arb_addmul_si(base_[i], l.raw(), term.constant, bits_);
      arb_addmul_si(loss_[i], l.raw(), term.slope, bits_);
    }
  }
}

Ball SampledTransform::node(long i) const { return Ball::exact(plan_.step, bits_) * (plan_.first + i); }

Ball SampledTransform::log_w(const RatioTerm& term, const Ball& x, long bits) const {
  const Ball u = ((x * (2 * term.side) - 1) / (variance_ * 2)).with_bits(bits);
  return log1p(expm1(u) * rate_.with_bits(bits)).with_bits(bits);
}

Ball SampledTransform::exponent(const RatioTerm& term, double theta) const {
  return Ball::exact(theta, bits_) * term.slope + term.constant;
}

void SampledTransform::weights(double theta, BallVector& out) const {
  const Ball t = Ball::exact(theta, bits_);
  for (long i = 0; i < plan_.nodes; ++i) {
    arb_mul(out[i], loss_[i], t.raw(), bits_);
    arb_add(out[i], out[i], base_[i], bits_);
    arb_add(out[i], out[i], log_phi_[i], bits_);
    arb_exp(out[i], out[i], bits_);
  }
}

Ball SampledTransform::sum(double theta, long bits) const {
  const Ball t = Ball::exact(theta, bits);
  Ball total(0, bits), e(0, bits);
  for (long i = 0; i < plan_.nodes; ++i) {
    arb_mul(e.raw(), loss_[i], t.raw(), bits);
    arb_add(e.raw(), e.raw(), base_[i], bits);
    arb_add(e.raw(), e.raw(), log_phi_[i], bits);
    arb_exp(e.raw(), e.raw(), bits);
    arb_add(total.raw(), total.raw(), e.raw(), bits);
  }
  return total;
}

// Bound on the sum over the nodes beyond `end` on one side (+1 right, -1 left). With p_j = q e^{u_j} / w_j the log of
// prod w_j^{e_j} has the slope sum side_j e_j p_j / s^2, and p_j is monotone in x; so beyond `end` that log grows at
// most linearly, with slope m / s^2, and the Gaussian tail of the product is elementary. The bound decreases beyond m,
// which makes the sum at most the integral. Where m lies beyond `end` (large exponents, tiny p) the same is done in two
// pieces: up to a far point Y >= m with the slope that the p_j reach there, and beyond Y.
Ball SampledTransform::tail(double theta, const Ball& end, int side) const {
  const Ball infinite = Ball::positive_infinity(bound_bits_);
  const Ball x = end.with_bits(bound_bits_), reach = x * static_cast<long>(side);
  const Ball m = outward_slope(theta, x, std::nullopt, side);
  if (certainly_less_equal(m, reach)) return linear_tail(theta, x, m, side);
  const double far = 1.01 * m.midpoint() + sigma_approx_;
  if (!std::isfinite(far)) return infinite;
  const Ball y = Ball::exact(side * far, bound_bits_), far_reach = y * static_cast<long>(side);
  const Ball m_far = outward_slope(theta, y, std::nullopt, side), m_between = outward_slope(theta, x, y, side);
  if (!certainly_less_equal(m_far, far_reach) || !certainly_less_equal(m_between, reach) ||
      !certainly_less(reach, far_reach))
    return infinite;
  return upper(linear_tail(theta, x, m_between, side) + linear_tail(theta, y, m_far, side));
}

// The most that s^2 times the outward slope of log prod w_j^{e_j} can be between x and y (infinity where there is no
// y).
Ball SampledTransform::outward_slope(double theta, const Ball& x, const std::optional<Ball>& y, int side) const {
  const auto share = [&](const RatioTerm& term, const Ball& at) {
    return 1 - exp(log(keep_.with_bits(bound_bits_)) - log_w(term, at, bound_bits_));
  };
  Ball m(0, bound_bits_);
  for (const auto& term : terms_) {
    const Ball drift = exponent(term, theta).with_bits(bound_bits_) * static_cast<long>(term.side * side);
    const bool grows_outward = term.side == side;  // p_j tends to 1 outward, else to 0
    const Ball far = y ? share(term, *y) : Ball(grows_outward ? 1 : 0, bound_bits_);
    const Ball most = grows_outward ? far : share(term, x), least = grows_outward ? share(term, x) : far;
    m = m + (certainly_nonnegative(drift) ? drift * upper(most) : drift * lower(least));
  }
  return upper(m);
}

// int beyond x of phi prod w_j(x)^{e_j} e^{m (x' - x) / s^2}, for m <= |x| outward.
Ball SampledTransform::linear_tail(double theta, const Ball& x, const Ball& m, int side) const {
  Ball g(0, bound_bits_);
  for (const auto& term : terms_) g = g + exponent(term, theta).with_bits(bound_bits_) * log_w(term, x, bound_bits_);
  const Ball reach = x * static_cast<long>(side);
  const Ball s = sigma_.with_bits(bound_bits_), s2 = variance_.with_bits(bound_bits_);
  return upper(exp(g + (square(m) / 2 - m * reach) / s2) * normal_tail((reach - m) / s));
}

Ball SampledTransform::tails(double theta) const { return tail(theta, last_x_, +1) + tail(theta, first_x_, -1); }

// prod over negative exponents of cos(v/2)^{e_j}: |w_j(x+ia)| >= cos(v/2) w_j(x), v = a / s^2 (theorem
// `trapezoid-strip`).
Ball SampledTransform::strip_cos(double theta, const Ball& v) const {
  Ball c(1, bound_bits_);
  for (const auto& term : terms_) {
    const Ball e = exponent(term, theta).with_bits(bound_bits_);
    if (certainly_nonnegative(e)) continue;
    const Ball half = cos(v / 2);
    if (!certainly_positive(half)) return Ball::positive_infinity(bound_bits_);
    c = c * pow(half, upper(abs(e)) * -1);
  }
  return upper(c);
}

// e^{a^2/2s^2} C / (e^{2 pi a / step} - 1): times M(theta), the error of the trapezoid from one edge of the strip.
Ball SampledTransform::strip(double theta, double a, double step) const {
  const Ball height = Ball::exact(a, bound_bits_), s2 = variance_.with_bits(bound_bits_);
  const Ball v = height / s2, pi = Ball::pi(bound_bits_);
  if (!certainly_less(v, pi)) return Ball::positive_infinity(bound_bits_);
  return upper(exp(height * v / 2) * strip_cos(theta, v) / expm1(pi * 2 * height / Ball::exact(step, bound_bits_)));
}

double SampledTransform::best_strip(double theta) const {
  const double s2 = sigma_approx_ * sigma_approx_;
  double best = -HUGE_VAL, height = 0;
  for (double a = std::min(0.97 * std::numbers::pi * s2, 26 * sigma_approx_), end = a * 1e-5; a > end; a *= 0.9) {
    double value = 2 * std::numbers::pi * a / plan_.step - 0.5 * a * a / s2;
    for (const auto& term : terms_) {
      const double e = term.constant + term.slope * theta;
      if (e < 0) value -= e * std::log(std::cos(a / s2 / 2));
    }
    if (value > best) best = value, height = a;
  }
  return height;
}

// M <= (sum + tails) / (1 - 2 strip), since |sum - M| <= 2 strip M + tails.
Ball SampledTransform::upper_real(double theta, const Ball& total) const {
  const Ball room = 1 - strip(theta, best_strip(theta), plan_.step) * 2;
  if (!certainly_positive(room)) return Ball::positive_infinity(bound_bits_);
  return upper((upper(total).with_bits(bound_bits_) + tails(theta)) / room);
}

Ball SampledTransform::real(double theta) const {
  const Ball total = sum(theta, bound_bits_);
  const Ball error = strip(theta, best_strip(theta), plan_.step) * 2 * upper_real(theta, total) + tails(theta);
  return total + Ball::plus_minus(error);
}

SampledTransform::Shifted SampledTransform::shifted(const RatioTerm& term, const Ball& x, const Ball& cos_v,
                                                    const Ball& sin_v) const {
  const long bits = cos_v.bits();
  const Ball rho = exp(((x * (2 * term.side) - 1) / (variance_ * 2)).with_bits(bits)) * rate_.with_bits(bits);
  const Ball re = (keep_.with_bits(bits) + rho * cos_v).with_bits(bits), im = (rho * sin_v).with_bits(bits);
  Shifted r{rho.with_bits(bits), log(square(re) + square(im)) / 2, Ball(0, bits)};
  arb_atan2(r.argument.raw(), im.raw(), re.raw(), bits);
  return r;
}

// int phi prod |w_j(x+ia)|^{e_j} e^{T sum arg} dx over the grid's range, by upper sums: on a cell phi is largest at an
// end (or at 0), |w|^2 is convex in rho = q e^u with its least value (b sin v)^2 at rho = -b cos v, arg w increases in
// rho.
Ball SampledTransform::bad_edge_cells(double theta, const Ball& T) const {
  constexpr long bits = 64;
  const long split = plan_.nodes < 400 ? 4 : plan_.nodes < 1500 ? 2 : 1;
  const Ball v = (Ball::exact(plan_.bad_shift, bits) / variance_).with_bits(bits);
  const Ball cos_v = cos(v), sin_v = sin(v), keep = keep_.with_bits(bits), t = T.with_bits(bits);
  const Ball least = log(keep * sin_v), turn = -(keep * cos_v);
  const Ball step = Ball::exact(plan_.step, bits) / split;
  const Ball s2 = variance_.with_bits(bits), log_step = (log_norm_ - log(Ball(split, bits))).with_bits(bits);

  struct End {
    Ball log_phi;
    std::vector<Shifted> terms;
  };
  const auto at = [&](long i) {
    const Ball x = (first_x_ + step * i).with_bits(bits);
    End end{(log_step - square(x) / (s2 * 2)).with_bits(bits), {}};
    for (const auto& term : terms_) end.terms.push_back(shifted(term, x, cos_v, sin_v));
    return end;
  };
  const long cells = (plan_.nodes - 1) * split;
  Ball total(0, bits);
  End left = at(0);
  for (long i = 0; i < cells; ++i) {
    End right = at(i + 1);
    Ball e = max(left.log_phi, right.log_phi);
    for (std::size_t j = 0; j < terms_.size(); ++j) {
      const Ball power = exponent(terms_[j], theta).with_bits(bits);
      const Shifted &a = left.terms[j], &b = right.terms[j];
      Ball modulus = max(a.log_modulus, b.log_modulus);
      if (!certainly_nonnegative(power)) {
        modulus = min(a.log_modulus, b.log_modulus);
        const bool outside = certainly_less(turn, min(a.rho, b.rho)) || certainly_less(max(a.rho, b.rho), turn);
        if (!outside) modulus = min(modulus, least);
      }
      e = e + power * modulus + t * max(a.argument, b.argument);
    }
    total = total + upper(exp(e));
    left = std::move(right);
  }
  return upper(total);
}

// Bound on int phi prod |w_j(x+ia)|^{e_j} e^{T sum arg} dx over the line, a = bad_shift, without e^{a^2/2s^2}.
Ball SampledTransform::bad_edge(double theta, const Ball& T, const Ball& M_upper) const {
  const Ball v = (Ball::exact(plan_.bad_shift, bound_bits_) / variance_).with_bits(bound_bits_);
  const Ball turn = T.with_bits(bound_bits_) * v * static_cast<long>(terms_.size());
  const Ball c = strip_cos(theta, v);
  const Ball everywhere = upper(exp(turn) * c * M_upper);
  if (!plan_.bad_by_cells) return everywhere;
  const Ball t = T.with_bits(bound_bits_);
  const Ball outside =
      beyond(theta, t, v, +1) * tail(theta, last_x_, +1) + beyond(theta, t, v, -1) * tail(theta, first_x_, -1);
  return upper(min(everywhere, bad_edge_cells(theta, T).with_bits(bound_bits_) + outside));
}

// Bound on prod |w_j(x+ia)|^{e_j} e^{t sum arg} / prod w_j(x)^{e_j} beyond the grid's end on one side. Where w_j grows
// outward, arg w_j <= v and |w_j(x+ia)| >= cos(v/2) w_j(x); on its other side rho = q e^u is at most its end value, so
// arg w_j is at most the end's and |w_j(x+ia)| / w_j(x) >= (b - rho) / (b + rho).
Ball SampledTransform::beyond(double theta, const Ball& t, const Ball& v, int side) const {
  const Ball cos_v = cos(v), sin_v = sin(v), keep = keep_.with_bits(bound_bits_), half = cos(v / 2);
  const Ball& end = side > 0 ? last_x_ : first_x_;
  Ball factor(1, bound_bits_);
  for (const auto& term : terms_) {
    const Ball e = exponent(term, theta).with_bits(bound_bits_);
    const bool grows_outward = term.side == side;
    factor = factor * exp(t * (grows_outward ? v : shifted(term, end, cos_v, sin_v).argument));
    if (certainly_nonnegative(e)) continue;
    const Ball rho = exp(log_w(term, end, bound_bits_)) - keep;
    Ball least = half;
    if (!grows_outward) least = max(least, (keep - rho) / (keep + rho));
    if (!certainly_positive(least)) return Ball::positive_infinity(bound_bits_);
    factor = factor * pow(least, e);
  }
  return upper(factor);
}

std::optional<SampledTransform::Line> SampledTransform::line(double theta, double height, long nodes,
                                                             const Deadline& deadline) const {
  BallVector weight(plan_.nodes), angle(plan_.nodes);
  weights(theta, weight);
  Ball total(0, bits_);
  for (long i = 0; i < plan_.nodes; ++i) arb_add(total.raw(), total.raw(), weight[i], bits_);
  const Ball M_upper = upper_real(theta, total);
  const Ball T = Ball::exact(height, bound_bits_) * nodes;
  const Ball s2 = variance_.with_bits(bound_bits_), a = Ball::exact(plan_.bad_shift, bound_bits_);
  const Ball pi = Ball::pi(bound_bits_);
  if (!certainly_less(a / s2, pi)) return std::nullopt;
  const Ball good = strip(theta, plan_.good_shift, plan_.step) * M_upper;
  const Ball bad = exp(square(a) / (s2 * 2)) * bad_edge(theta, T, M_upper) /
                   expm1(pi * 2 * a / Ball::exact(plan_.step, bound_bits_));
  Line result{Ball(0, bits_), {}};
  arf_set_round(arb_midref(result.scale.raw()), arb_midref(total.raw()), 64, ARF_RND_UP);
  if (!certainly_positive(result.scale)) return std::nullopt;
  const Ball error = upper((good + bad + tails(theta)) / lower(result.scale));
  if (!error.is_finite()) return std::nullopt;

  const Ball h = Ball::exact(height, bits_);
  for (long i = 0; i < plan_.nodes; ++i) {
    arb_div(weight[i], weight[i], result.scale.raw(), bits_);
    arb_mul(angle[i], loss_[i], h.raw(), bits_);
  }
  auto values = rotor_sums(weight, angle, nodes, bits_ - 40, deadline);
  if (!values) return std::nullopt;
  for (long j = 0; j <= nodes; ++j) {
    arb_add_error(acb_realref((*values)[j]), error.raw());
    arb_add_error(acb_imagref((*values)[j]), error.raw());
  }
  result.values = std::move(*values);
  return result;
}

Ball SampledTransform::decay_bound(double theta, const Ball& T) const {
  const long bits = bound_bits_;
  const Ball s2 = variance_.with_bits(bits), y = Ball::exact(plan_.decay_shift, bits);
  const Ball strip_height = Ball::exact(plan_.decay_strip, bits), v = y / s2, pi = Ball::pi(bits);
  const Ball cos_v = cos(v), sin_v = sin(v), t = T.with_bits(bits);
  const Ball M_upper = upper_real(theta, sum(theta, bits));
  if (!certainly_less(v, pi)) return M_upper;
  // The two cases in which the integrand's modulus on Im x = +-c is bounded by its real value (theorem `shift-bound`).
  const Ball reach = (y + strip_height) / s2;
  const bool narrow = certainly_less_equal(reach, pi / 2);
  const bool inner = certainly_less_equal(strip_height, y) && certainly_less(reach, pi);
  if (!narrow && !inner) return M_upper;

  const Ball step = Ball::exact(plan_.decay_step, bits);
  const double range = static_cast<double>(plan_.nodes) * plan_.step;
  if (!(range / plan_.decay_step < 1e6)) return M_upper;
  const long first =
      static_cast<long>(std::floor(static_cast<double>(plan_.first) * plan_.step / plan_.decay_step)) - 1;
  const long count = static_cast<long>(std::ceil(range / plan_.decay_step)) + 3;
  const Ball log_norm = log(step / (sigma_.with_bits(bits) * sqrt(pi * 2)));
  Ball total(0, bits);
  for (long i = 0; i < count; ++i) {
    const Ball x = step * (first + i);
    Ball e = log_norm - square(x) / (s2 * 2);
    for (const auto& term : terms_) {
      const Shifted w = shifted(term, x, cos_v, sin_v);
      e = e + exponent(term, theta).with_bits(bits) * w.log_modulus - t * w.argument;
    }
    total = total + exp(e);
  }
  const Ball c = strip_cos(theta, v);
  const Ball outside = c * (tail(theta, step * (first + count - 1), +1) + tail(theta, step * first, -1));
  const Ball error = exp(square(strip_height) / (s2 * 2)) * strip_cos(theta, reach) * M_upper * 2 /
                     expm1(pi * 2 * strip_height / step);
  // |M(theta + it)| <= M(theta) in any case.
  return upper(min(M_upper, exp(square(y) / (s2 * 2)) * (total + outside + error)));
}

}  // namespace assay::accounting
