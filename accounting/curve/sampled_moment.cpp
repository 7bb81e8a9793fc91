#include "accounting/curve/sampled_moment.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "accounting/composition/sampled_ratio.hpp"

namespace assay::accounting {
namespace {

constexpr std::int64_t max_nodes = 500'000;
constexpr long polled = 256;  // nodes between two looks at the clock

}  // namespace

SampledMoment::SampledMoment(const SampledGaussianLoss& loss, const core::Rational& order, const Ball& reach, long bits,
                             const Deadline& deadline)
    : bits_(bits), sigma_(loss.sigma, bits), variance_(square(sigma_)), rate_(loss.rate, bits) {
  for (const RatioTerm& term : ratio_terms(loss.kind)) {
    sides_.push_back(term.side);
    slopes_.push_back(term.slope);
    exponents_.emplace_back((order - 1) * term.slope + term.constant, bits);
  }
  plan(reach);
  const Ball step = Ball::exact(step_, bits_);
  const Ball log_norm = log(step / (sigma_ * sqrt(Ball::pi(bits_) * 2)));
  const long nodes = static_cast<long>(last_ - first_ + 1);
  weight_ = BallVector(nodes);
  loss_ = BallVector(nodes);
  sum_ = Ball(0, bits_);
  for (long i = 0; i < nodes; ++i) {
    if (i % polled == 0 && deadline.passed()) {
      last_ = first_ - 1;  // no nodes
      break;
    }
    const Ball x = step * static_cast<long>(first_ + i);
    Ball exponent = log_norm - square(x) / (variance_ * 2), l(0, bits_);
    for (std::size_t j = 0; j < sides_.size(); ++j) {
      const Ball w = log_w(sides_[j], x);
      exponent = exponent + exponents_[j] * w;
      l = l + w * static_cast<long>(slopes_[j]);
    }
    const Ball weight = exp(exponent);
    sum_ = sum_ + weight;
    arb_set(weight_[i], weight.raw());
    arb_set(loss_[i], l.raw());
  }
  tails_ = tails(exponents_);
}

Ball SampledMoment::log_w(int side, const Ball& x) const {
  return log1p(expm1((x * static_cast<long>(2 * side) - 1) / (variance_ * 2)) * rate_);
}

// Step, strip and range in doubles. Whatever they are, the error terms below hold.
void SampledMoment::plan(const Ball& reach) {
  const double s = sigma_.midpoint(), goal = static_cast<double>(bits_) * std::numbers::ln2 + 8;
  const double turn = std::abs(reach.midpoint()) * static_cast<double>(sides_.size());
  double negative = 0, right = 0, left = 0;
  for (std::size_t j = 0; j < sides_.size(); ++j) {
    const double e = exponents_[j].midpoint();
    if (e < 0) negative -= e;
    (sides_[j] * e > 0 ? right : left) += std::abs(e);
  }
  for (double v = 3.0; v > 1e-9; v *= 0.85) {
    const double a = v * s * s;
    const double need = goal + a * a / (2 * s * s) + turn * v - negative * std::log(std::cos(v / 2));
    const double h = 2 * std::numbers::pi * a / need;
    if (h > step_) step_ = h, strip_ = a;
  }
  const double reach_x = s * (std::sqrt(2 * goal) + 1);
  // Beyond `right` (on the left beyond `left`) the bound on the integrand decreases.
  const double first = -(left + reach_x) / step_ - 1, last = (right + reach_x) / step_ + 1;
  if (!(step_ > 0) || !(last - first < static_cast<double>(max_nodes))) {
    first_ = 0;  // no nodes: the answer is an infinite ball
    last_ = -1;
    return;
  }
  first_ = static_cast<std::int64_t>(std::floor(first));
  last_ = static_cast<std::int64_t>(std::ceil(last));
}

// The sum over the nodes beyond `end`: with the slope of log prod w^e at most m / s^2 there, the integrand is below
// prod w(end)^e phi(x) e^{m |x - end| / s^2}, decreasing beyond m, so its sum is below its integral.
Ball SampledMoment::tail(const std::vector<Ball>& exponents, const Ball& end, int side) const {
  const Ball reach = end * static_cast<long>(side);
  Ball m(0, bits_), g(0, bits_);
  for (std::size_t j = 0; j < sides_.size(); ++j) {
    m = m + nonnegative(exponents[j] * static_cast<long>(sides_[j] * side));
    g = g + exponents[j] * log_w(sides_[j], end);
  }
  if (!certainly_less_equal(m, reach)) return Ball::positive_infinity(bits_);
  return upper(exp(g + (square(m) / 2 - m * reach) / variance_) * normal_tail((reach - m) / sigma_));
}

Ball SampledMoment::tails(const std::vector<Ball>& exponents) const {
  if (last_ < first_) return Ball::positive_infinity(bits_);
  const Ball step = Ball::exact(step_, bits_);
  return tail(exponents, step * static_cast<long>(last_), +1) + tail(exponents, step * static_cast<long>(first_), -1);
}

// On Im x = a, v = a / s^2 < pi: |w_j| <= w_j(Re x), and >= cos(v/2) w_j(Re x), which matters for negative exponents.
Ball SampledMoment::cosine_factor(const Ball& v) const {
  Ball factor(1, bits_);
  const Ball c = cos(v / 2);
  if (!certainly_positive(c)) return Ball::positive_infinity(bits_);
  for (const Ball& e : exponents_) factor = factor * exp(nonnegative(-e) * -log(c));
  return factor;
}

Ball SampledMoment::real() const {
  const Ball height = Ball::exact(strip_, bits_), v = height / variance_;
  const Ball decay = expm1(Ball::pi(bits_) * 2 * height / Ball::exact(step_, bits_));
  const Ball strip = exp(height * v / 2) * cosine_factor(v) * 2 / decay;
  // |sum + tails - M| <= strip M: so M <= (sum + tails) / (1 - strip).
  if (!certainly_less(strip, Ball(1, bits_) / 2) || !tails_.is_finite()) return Ball::everything(bits_);
  const Ball top = upper((sum_ + tails_) / (1 - strip));
  return sum_ + Ball::zero_to(tails_) + Ball::plus_minus(strip * top);
}

void SampledMoment::at(acb_t out, const Ball& t) const {
  Ball re(0, bits_), im(0, bits_), angle(0, bits_), s(0, bits_), c(0, bits_);
  for (long i = 0; i < weight_.size(); ++i) {
    arb_mul(angle.raw(), loss_[i], t.raw(), bits_);
    arb_sin_cos(s.raw(), c.raw(), angle.raw(), bits_);
    arb_addmul(re.raw(), weight_[i], c.raw(), bits_);
    arb_addmul(im.raw(), weight_[i], s.raw(), bits_);
  }
  // As in real(); the line turns by |t| arg w_j <= |t| v for each factor.
  const Ball height = Ball::exact(strip_, bits_), v = height / variance_;
  const Ball decay = expm1(Ball::pi(bits_) * 2 * height / Ball::exact(step_, bits_));
  const Ball turn = exp(abs(t) * v * static_cast<long>(sides_.size()));
  const Ball strip = exp(height * v / 2) * cosine_factor(v) * turn * 2 / decay;
  const Ball error = Ball::plus_minus(strip * upper(abs(real())) + tails_);
  const Ball x = re + error, y = im + error;
  arb_set(acb_realref(out), x.raw());
  arb_set(acb_imagref(out), y.raw());
}

Ball SampledMoment::mean_loss() const {
  if (last_ < first_) return Ball::everything(bits_);
  Ball total(0, bits_);
  for (long i = 0; i < weight_.size(); ++i) arb_addmul(total.raw(), weight_[i], loss_[i], bits_);
  const Ball height = Ball::exact(strip_, bits_), v = height / variance_;
  const Ball c = cos(v / 2);
  if (!certainly_positive(c)) return Ball::everything(bits_);
  // |log w| <= -log((1-q) cos(v/2)) + v + w on the whole strip, for each of the one or two factors w, and
  // E_P[w] <= E_Q[w^2] <= 1 + q^2 (e^{1/s^2} - 1). P = prod w^e with e in {0, 1}: no negative exponent.
  const long factors = static_cast<long>(sides_.size());
  const Ball flat = (v - log((1 - rate_) * c)) * factors;
  const Ball second = square(rate_) * expm1(Ball(1, bits_) / variance_) + 1;
  const Ball edge = exp(height * v / 2) * (flat + second * factors);
  const Ball strip = edge * 2 / expm1(Ball::pi(bits_) * 2 * height / Ball::exact(step_, bits_));
  Ball beyond = flat * tails_;
  for (std::size_t j = 0; j < sides_.size(); ++j) {
    std::vector<Ball> more = exponents_;
    more[j] = more[j] + 1;
    beyond = beyond + tails(more);
  }
  return total + Ball::plus_minus(strip) + Ball::plus_minus(beyond);
}

// In logarithms: a ball from 1 to e^30 would hold 0.
Ball sampled_log_moment_bounds(const SampledGaussianLoss& loss, const core::Rational& order, long bits) {
  using Kind = SampledGaussianLoss::Kind;
  const Ball none(0, bits), q(loss.rate, bits), rest = log1p(-q), variance = square(Ball(loss.sigma, bits));
  if (order < 1) return hull(rest, none);
  const Ball scaled = Ball(1 - order, bits) * rest, growth = Ball(order * (order - 1) / 2, bits) / variance;
  if (loss.kind == Kind::add) return hull(none, scaled);
  const Ball most = growth + log(q + (1 - q) * exp(-growth));
  if (loss.kind == Kind::replace) return hull(none, scaled + most);
  return hull(max(none, Ball(order, bits) * log(q) + growth), most);
}

std::optional<Ball> sampled_moment_sum(const SampledGaussianLoss& loss, const core::Rational& order, long bits,
                                       const Deadline& deadline) {
  constexpr long most_terms = 200'000;
  if (loss.kind != SampledGaussianLoss::Kind::remove || order < 2 || order > most_terms || denominator(order) != 1)
    return std::nullopt;
  const long a = order.convert_to<long>();
  const Ball q(loss.rate, bits), variance = square(Ball(loss.sigma, bits)), unit = Ball(1, bits) / variance;
  // C(a, k) (1-q)^{a-k} q^k, and the growth of e^{k(k-1)/(2 s^2)} from one k to the next.
  Ball weight = pow(1 - q, static_cast<unsigned long>(a)), growth(1, bits), sum(0, bits);
  const Ball odds = q / (1 - q), by = exp(unit);
  Ball step(1, bits);
  for (long k = 0;; ++k) {
    sum = sum + weight * growth;
    if (k == a) return sum;
    if ((k + 1) % (4 * polled) == 0 && deadline.passed()) return std::nullopt;
    weight = weight * odds * (a - k) / (k + 1);
    growth = growth * step;
    step = step * by;
  }
}

Ball sampled_mean_bounds(const SampledGaussianLoss& loss, long bits) {
  using Kind = SampledGaussianLoss::Kind;
  const Ball q(loss.rate, bits), rest = 1 - q, apart = q / (square(Ball(loss.sigma, bits)) * 2);
  if (loss.kind == Kind::replace) return Ball::zero_to(apart * 4);
  if (loss.kind == Kind::add) return Ball::zero_to(min(apart, -log(rest)));
  const Ball entropy = -(q * log(q) + rest * log(rest));
  return hull(nonnegative(apart - entropy), apart);
}

}  // namespace assay::accounting
