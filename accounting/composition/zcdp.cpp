// Bounds for zero-concentrated differential privacy.
#include "accounting/composition/zcdp.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// log of e^{(a-1)(a rho - eps)}/(a-1) (1 - 1/a)^a at a = 1 + e^log_excess.
double log_conversion(double rho, double epsilon, double log_excess) {
  const double t = std::exp(log_excess);
  return t * ((1 + t) * rho - epsilon) - log_excess - (1 + t) * std::log1p(1 / t);
}

// The log of a - 1 that minimises it: unimodal, the exponent is convex in a.
double best_order(double rho, double epsilon) {
  double low = -60, high = 60;
  for (int i = 0; i < 70; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (log_conversion(rho, epsilon, a) <= log_conversion(rho, epsilon, b))
      high = b;
    else
      low = a;
  }
  return (low + high) / 2;
}

}  // namespace

Ball ZcdpProfile::conversion(const Rational& epsilon, long bits) const {
  const double log_excess = best_order(Ball(rho_, 64).midpoint(), Ball(epsilon, 64).midpoint());
  const double excess = std::exp(log_excess);
  if (!(excess > 0) || !std::isfinite(excess)) return Ball(1, bits);
  // Any order a = 1 + t > 1 is valid.
  const Ball t = Ball::exact(excess, bits), a = t + 1;
  const Ball exponent = t * (a * Ball(rho_, bits) - Ball(epsilon, bits)) - log(t) - a * log1p(Ball(1, bits) / t);
  return min(exp(exponent), Ball(1, bits));
}

Value ZcdpProfile::delta(const Rational& epsilon, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  const Ball low = GaussianProfile(2 * rho_).delta(epsilon, target).ball;
  if (rho_ == 0) return low;
  // Below 0 through the reversed pair, which is rho-zCDP too: delta(eps) = 1 - e^eps + e^eps delta'(-eps).
  const Ball e(epsilon, bits);
  const Ball high = epsilon >= 0 ? conversion(epsilon, bits) : exp(e) * conversion(-epsilon, bits) - expm1(e);
  return probability(hull(low, max(low, high)));
}

std::optional<Value> ZcdpProfile::max_loss(long bits) const {
  if (rho_ == 0) return Value(Rational(0), bits);
  return std::nullopt;
}

double ZcdpProfile::guess_epsilon(double log_delta) const {
  const double rho = Ball(rho_, 64).midpoint();
  const double low = guess_gaussian_epsilon(std::sqrt(2 * rho), log_delta);
  if (!(log_delta < 0) || !std::isfinite(log_delta) || !(rho > 0)) return low;
  // The side that a guarantee needs: where the conversion meets delta.
  const double high = rho + 2 * std::sqrt(rho * -log_delta) + 1;
  return guess_crossing([&](double x) { return log_conversion(rho, x, best_order(rho, x)); }, log_delta,
                        std::max(low, 0.0), std::max(high, low + 1));
}

std::vector<std::string> ZcdpProfile::theorems() const {
  if (gaussian_beside_) return {"gaussian-is-zcdp", "zcdp-composition", "zcdp-to-dp", "gaussian-profile"};
  return {"zcdp-composition", "zcdp-to-dp", "gaussian-profile"};
}

}  // namespace assay::accounting
