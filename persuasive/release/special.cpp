#include "persuasive/release/special.hpp"

#include <algorithm>

#include "accounting/numeric/root.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Integer;
using core::Rational;
using scoring::ExactReal;
using scoring::Matrix;
using scoring::times;
using scoring::Vector;

Rational square(const Rational& x) { return x * x; }

Vector minus(const Vector& x, const Vector& y) {
  Vector d;
  for (std::size_t i = 0; i < x.size(); ++i) d.push_back(x[i] - y[i]);
  return d;
}

Rational sum(const Vector& x) {
  Rational s = 0;
  for (const Rational& v : x) s += v;
  return s;
}

/// What decides the gain: given the statistic it is z^2 - ln(1 - q) - (z - rho w)^2/(1 - q), where q = rho^2 and
/// rho w is normal with this mean and variance, in units of the record's prior deviation.
struct Standardized {
  Rational z_squared;  // of the record
  ExactReal z, mean;   // z and the mean of rho w
  Rational variance;   // of rho w
  Rational rest;       // 1 - q
};

Standardized standardized(const NoisyStatistic& s) {
  const Vector va = times(s.covariance, s.weights), d = minus(s.truth, s.mean);
  const Rational own = s.covariance[s.record][s.record], covariance = va[s.record];
  const Rational total = scoring::dot(s.weights, va) + s.noise_variance;
  const Rational slope = covariance / total;  // posterior mean per unit of the statistic
  const ExactReal unit = ExactReal::radical(1, own, Rational(-1, 2));
  return {square(d[s.record]) / own, unit.times(d[s.record]), unit.times(slope * scoring::dot(s.weights, d)),
          square(slope) * s.noise_variance / own, Rational(1 - square(covariance) / (own * total))};
}

/// P[|z - N(mean, variance)| < h], h >= 0.
Ball within(const Standardized& s, const Ball& h) {
  const long bits = h.bits();
  const Ball sd = sqrt(Ball(s.variance, bits)), d = s.z.ball(bits) - s.mean.ball(bits);
  // On the far side of the mean tails are subtracted, not values next to 1.
  if (certainly_positive(d)) return nonnegative(normal_tail((d - h) / sd) - normal_tail((d + h) / sd));
  return nonnegative(normal_cdf((d + h) / sd) - normal_cdf((d - h) / sd));
}

ExactReal largest(const Standardized& s) { return ExactReal(s.z_squared) - ExactReal::log(s.rest); }

}  // namespace

ExactReal tail(const NoisyStatistic& statistic, const ExactReal& kappa) {
  const Standardized s = standardized(statistic);
  const ExactReal room = largest(s) - kappa;  // h^2 = (1 - q) room
  if (kappa.is_positive_infinity() || room.sign().value_or(1) <= 0) return {};
  // The record is independent of the statistic: the gain is 0 whatever comes out.
  if (s.rest == 1) {
    const std::optional<int> sign = kappa.sign();
    if (!sign) return ExactReal::computed([](long bits) { return hull(Ball(0, bits), Ball(1, bits)); });
    return *sign < 0 ? 1 : 0;
  }
  return ExactReal::computed(
      [s, room](long bits) { return within(s, sqrt(nonnegative(room.ball(bits) * Ball(s.rest, bits)))); });
}

ExactReal level(const NoisyStatistic& statistic, const Rational& delta) {
  const Standardized s = standardized(statistic);
  if (delta == 0 || s.rest == 1) return s.rest == 1 ? ExactReal() : largest(s);
  return largest(s) - ExactReal::computed([s, delta](long bits) {
           // h with P[|z - rho w| < h] = delta: the probability increases in h. Below 0, where it means nothing, any
           // increasing continuation will do.
           const auto probability = [&](const Rational& h) { return h > 0 ? within(s, Ball(h, bits)) : Ball(h, bits); };
           return square(nonnegative(root_of(probability, Ball(delta, bits), 0, 1, bits))) / Ball(s.rest, bits);
         });
}

ExactReal grid_gain(const Vector& weights, const Vector& mean, const Matrix& covariance, const Vector& truth,
                    const Rational& grid, GridRounding rounding) {
  const Rational published =
      scoring::dot(weights, truth) / grid + (rounding == GridRounding::nearest ? Rational(1, 2) : Rational(0));
  Integer bin = numerator(published) / denominator(published);
  if (Rational(bin) > published) bin -= 1;
  const Rational low = (Rational(bin) - (rounding == GridRounding::nearest ? Rational(1, 2) : Rational(0))) * grid;
  const Rational centre = scoring::dot(weights, mean), variance = scoring::dot(weights, times(covariance, weights));
  const Rational a = low - centre, b = a + grid;
  return ExactReal::computed([a, b, variance](long bits) {
    const Ball sd = sqrt(Ball(variance, bits)), x = Ball(a, bits) / sd, y = Ball(b, bits) / sd;
    // On the far side of the mean tails are subtracted, not values next to 1.
    const Ball mass = a > 0 ? normal_tail(x) - normal_tail(y) : normal_cdf(y) - normal_cdf(x);
    return -log(mass);
  });
}

ExactReal mean_and_variance_gain(const Rational& mean, const Rational& variance, const Vector& truth,
                                 std::size_t record) {
  const Rational n = truth.size(), centre = sum(truth) / n;
  Rational seen = 0;
  for (const Rational& x : truth) seen += square(x - centre) / n;
  if (seen == 0) return ExactReal::infinity();
  return ExactReal(Rational(square(truth[record] - mean) / variance - square(truth[record] - centre) / seen)) +
         ExactReal::log(variance / seen);
}

ExactReal exponential_sum_gain(const Rational& rate, const Vector& truth, std::size_t record) {
  const Rational n = truth.size(), total = sum(truth);
  if (n == 1 || total == 0) return ExactReal::infinity();
  const Rational variance = square(total) * (n - 1) / (n * n * (n + 1)), prior = 1 / square(rate);
  return ExactReal(Rational(square(truth[record] - 1 / rate) / prior - square(truth[record] - total / n) / variance)) +
         ExactReal::log(prior / variance);
}

}  // namespace assay::persuasive
