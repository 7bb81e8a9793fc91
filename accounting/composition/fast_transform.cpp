#include "accounting/composition/fast_transform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::accounting::fast {
namespace {

constexpr double depth = 60;  // e^-60: what the grid leaves out is far below double rounding

// e^x - 1 - x without cancellation.
double expm1_minus(double x) {
  if (std::fabs(x) > 0.5) return std::expm1(x) - x;
  double term = x * x / 2, sum = term;
  for (int n = 3; n < 30 && std::fabs(term) > 1e-18 * std::fabs(sum); ++n) {
    term *= x / n;
    sum += term;
  }
  return sum;
}

}  // namespace

double log_normal_tail(double y) {
  if (y < 25) return std::log(0.5 * std::erfc(y / std::numbers::sqrt2));
  return -0.5 * y * y - std::log(y * std::sqrt(2 * std::numbers::pi));
}

double log_add(double a, double b) {
  const double m = std::max(a, b);
  if (!std::isfinite(m)) return m;
  return m + std::log1p(std::exp(std::min(a, b) - m));
}

SampledGrid::SampledGrid(double sigma, double rate, SampledGaussianLoss::Kind kind, bool compensate)
    : s_(sigma),
      q_(rate),
      log_q_(std::log(rate)),
      log_b_(std::log1p(-rate)),
      terms_(ratio_terms(kind)),
      compensate_(compensate) {
  log_odds_ = log_q_ - log_b_;
  const double a = std::min(0.9 * std::numbers::pi * s_ * s_, 1.5 * s_);
  step_ = 2 * std::numbers::pi * a / (34 + 0.5 * a * a / (s_ * s_));
  append_right();
}

double SampledGrid::log_w(const RatioTerm& term, double x) const {
  const double u = (2 * term.side * x - 1) / (2 * s_ * s_);
  const double v = u + log_odds_;
  if (v > 2 || u > 40) return u + log_q_ + std::log1p(std::exp(-v));
  return std::log1p(q_ * std::expm1(u));
}

double SampledGrid::share(const RatioTerm& term, double x) const {
  const double v = (2 * term.side * x - 1) / (2 * s_ * s_) + log_odds_;
  return v > 0 ? 1 / (1 + std::exp(-v)) : std::exp(v) / (1 + std::exp(v));
}

void SampledGrid::append_right() {
  const double x = static_cast<double>(first_ + static_cast<long>(log_phi_.size())) * step_;
  double base = 0, loss = 0;
  for (const auto& term : terms_) {
    const double l = log_w(term, x);
    base += term.constant * l;
    loss += term.slope * l;
  }
  log_phi_.push_back(-0.5 * x * x / (s_ * s_) - std::log(s_ * std::sqrt(2 * std::numbers::pi)) + std::log(step_));
  base_.push_back(base);
  loss_.push_back(loss);
}

void SampledGrid::append_left() {
  // Grow by a block at the front, so that repeated growth stays linear.
  const long block = std::max<long>(32, static_cast<long>(log_phi_.size() / 4));
  SampledGrid front(*this);
  front.first_ = first_ - block;
  front.log_phi_.clear();
  front.base_.clear();
  front.loss_.clear();
  for (long i = 0; i < block; ++i) front.append_right();
  front.log_phi_.insert(front.log_phi_.end(), log_phi_.begin(), log_phi_.end());
  front.base_.insert(front.base_.end(), base_.begin(), base_.end());
  front.loss_.insert(front.loss_.end(), loss_.begin(), loss_.end());
  *this = std::move(front);
}

// The integrand's log has the slope (-x + sum e_j side_j p_j(x)) / s^2 with p_j sigmoid: beside the bump near 0 there
// may be one more on a side, at the outermost fixed point of x = sum e_j side_j p_j(x), beyond a deep valley. Gives
// where the grid must not stop before: two sigmas past that bump where it counts, else 0.
double SampledGrid::outer_bump(double theta, int side, double peak) const {
  double x = 0;
  for (const auto& term : terms_) {
    const double drift = (term.constant + term.slope * theta) * term.side;
    if (drift * side > 0) x += drift;
  }
  for (int i = 0; i < 60; ++i) {
    double next = 0;
    for (const auto& term : terms_) next += (term.constant + term.slope * theta) * term.side * share(term, x);
    if (next * side <= 0) return 0;
    if (std::fabs(next - x) < 0.05 * s_) break;
    x = next;
  }
  double height = -0.5 * x * x / (s_ * s_) - std::log(s_ * std::sqrt(2 * std::numbers::pi)) + std::log(step_);
  for (const auto& term : terms_) height += (term.constant + term.slope * theta) * log_w(term, x);
  return height > peak - depth - 20 ? x + 2 * side * s_ : 0;
}

void SampledGrid::cover(double theta) {
  constexpr std::size_t limit = 60'000;
  double peak = -HUGE_VAL;
  for (std::size_t i = 0; i < log_phi_.size(); ++i) peak = std::max(peak, log_integrand(theta, i));
  const double far = outer_bump(theta, +1, peak), near = outer_bump(theta, -1, peak);
  while (log_phi_.size() < limit) {
    const double tip = log_integrand(theta, log_phi_.size() - 1);
    peak = std::max(peak, tip);
    if (right() >= far && tip < peak - depth) break;
    append_right();
  }
  while (log_phi_.size() < limit) {
    const double tip = log_integrand(theta, 0);
    peak = std::max(peak, tip);
    if (left() <= near && tip < peak - depth) break;
    append_left();
  }
}

Cumulant SampledGrid::cumulant(double theta) {
  cover(theta);
  double peak = -HUGE_VAL;
  const std::size_t n = log_phi_.size();
  for (std::size_t i = 0; i < n; ++i) peak = std::max(peak, log_integrand(theta, i));
  double s0 = 0, s1 = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double e = log_integrand(theta, i) - peak;
    if (e < -50) continue;
    const double v = std::exp(e), l = loss_[i];
    s0 += v;
    s1 += v * l;
  }
  Cumulant k{peak + std::log(s0), s1 / s0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const double e = log_integrand(theta, i) - peak;
    if (e < -50) continue;
    const double d = loss_[i] - k.slope;
    k.curvature += std::exp(e) * d * d;
  }
  k.curvature /= s0;
  if (compensate_ && std::fabs(k.value) < 1e-2) {
    // Compensated: E_g[e^l] = 1 turns M - 1 into a sum without cancellation, so that
    // 10^12 steps lose no digits. add has P as the base measure g and -L as l; the others have Q and L.
    const bool add = terms_.size() == 1 && terms_[0].slope < 0;
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double l = add ? -loss_[i] : loss_[i], alpha = add ? -theta : 1 + theta;
      const double log_g = log_phi_[i] + base_[i] - (add ? 0 : loss_[i]);
      if (alpha * l > 30) {
        sum += std::exp(log_g + alpha * l) - std::exp(log_g) * (1 + alpha * std::expm1(l));
      } else if (log_g > -700) {
        sum += std::exp(log_g) * (expm1_minus(alpha * l) - alpha * expm1_minus(l));
      }
    }
    k.value = std::log1p(sum);
  }
  return k;
}

ShiftLine SampledGrid::shift_line(double theta, double y) const {
  const double v = y / (s_ * s_), cos_v = std::cos(v), sin_v = std::sin(v);
  ShiftLine line;
  line.log_modulus.resize(log_phi_.size());
  line.argument.resize(log_phi_.size());
  for (std::size_t i = 0; i < log_phi_.size(); ++i) {
    const double x = static_cast<double>(first_ + static_cast<long>(i)) * step_;
    double modulus = log_phi_[i], argument = 0;
    for (const auto& term : terms_) {
      const double log_odds = (2 * term.side * x - 1) / (2 * s_ * s_) + log_odds_;
      const double exponent = term.constant + term.slope * theta;
      if (log_odds > 40) {
        modulus += exponent * (log_b_ + log_odds);
        argument += v;
      } else {
        const double odds = std::exp(log_odds);
        modulus += exponent * (log_b_ + 0.5 * std::log1p(2 * odds * cos_v + odds * odds));
        argument += std::atan2(odds * sin_v, 1 + odds * cos_v);
      }
    }
    line.log_modulus[i] = modulus;
    line.argument[i] = argument;
  }
  return line;
}

double ShiftLine::log_integral(double t) const {
  double peak = -HUGE_VAL;
  for (std::size_t i = 0; i < argument.size(); ++i) peak = std::max(peak, log_modulus[i] - t * argument[i]);
  double sum = 0;
  for (std::size_t i = 0; i < argument.size(); ++i) {
    const double e = log_modulus[i] - t * argument[i] - peak;
    if (e > -50) sum += std::exp(e);
  }
  return peak + std::log(sum);
}

double SampledGrid::log_tail(double theta, double X, int side) const {
  const double end = X * side;
  const auto drift_of = [&](const RatioTerm& term) { return (term.constant + term.slope * theta) * term.side * side; };
  double g = 0, m = 0;  // m: the most that g' s^2 can be outward of X
  for (const auto& term : terms_) {
    const double drift = drift_of(term);
    const bool grows = term.side == side;
    g += (term.constant + term.slope * theta) * log_w(term, X);
    m += drift * (drift > 0 ? (grows ? 1.0 : share(term, X)) : (grows ? share(term, X) : 0.0));
  }
  double beyond = -HUGE_VAL;
  if (end < m) {
    // Up to a far point Y >= m the slope is at most what the shares reach there; beyond it the simple bound holds.
    const double Y = side * (1.01 * m + s_);
    if (X == Y) return HUGE_VAL;
    beyond = log_tail(theta, Y, side);
    m = 0;
    for (const auto& term : terms_) {
      const double drift = drift_of(term);
      const bool grows = term.side == side;
      m += drift * (drift > 0 ? (grows ? share(term, Y) : share(term, X)) : (grows ? share(term, X) : share(term, Y)));
    }
    if (end < m) return HUGE_VAL;
  }
  return log_add(beyond, g + (0.5 * m * m - m * end) / (s_ * s_) + log_normal_tail((end - m) / s_));
}

}  // namespace assay::accounting::fast
