// First guesses in double; see the header.
#include "accounting/composition/guess.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {
namespace {

// (1 - Phi(x))/phi(x), x >= -5.
double mills(double x) {
  if (x < 5) return std::sqrt(std::acos(-1.0) / 2) * std::exp(x * x / 2) * std::erfc(x / std::sqrt(2.0));
  double tail = x;  // continued fraction x + 1/(x + 2/(x + ...)), Laplace
  for (int i = 24; i >= 1; --i) tail = x + i / tail;
  return 1 / tail;
}

constexpr double least_epsilon = -800;  // 1 - delta = e^-800 is below every double

}  // namespace

double guess_gaussian_log_delta(double mu, double epsilon) {
  if (epsilon < 0) return std::log1p(-std::exp(epsilon) * -std::expm1(guess_gaussian_log_delta(mu, -epsilon)));
  const double a = epsilon / mu - mu / 2, b = epsilon / mu + mu / 2;
  if (a < -5)
    return std::log1p(-std::erfc(-a / std::sqrt(2.0)) / 2 - std::exp(-a * a / 2) * mills(b) * 0.3989422804014327);
  const double middle = (a + b) / 2;
  const double difference =
      mu < 1e-3 * (1 + b) ? mu / (1 + 0.5 * middle * (std::sqrt(middle * middle + 4) + middle)) : mills(a) - mills(b);
  return -a * a / 2 - 0.9189385332046727 + std::log(std::max(difference, 1e-300));
}

double guess_crossing(const std::function<double(double)>& log_delta_of, double log_delta, double low, double high) {
  for (int i = 0; i < 80 && high - low > 1e-12 * std::max(std::abs(low), std::abs(high)); ++i) {
    const double middle = low + (high - low) / 2;
    (log_delta_of(middle) > log_delta ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

double guess_gaussian_epsilon(double mu, double log_delta) {
  if (!(mu > 0)) return log_delta < 0 ? std::max(least_epsilon, std::log1p(-std::exp(log_delta))) : least_epsilon;
  if (!(log_delta < 0)) return least_epsilon;
  mu = std::min(mu, 1e150);
  // delta <= P[N > a] <= e^{-a^2/2}.
  const double high = mu * mu / 2 + mu * (std::sqrt(-2 * std::max(log_delta, -1e300)) + 1);
  return guess_crossing([mu](double e) { return guess_gaussian_log_delta(mu, e); }, log_delta, least_epsilon, high);
}

double guess_saddle(const CumulantFunction& cumulant, double x) {
  double low = std::log(1e-14), high = std::log(1e14);
  while (high - low > 1e-3) {
    const double middle = (low + high) / 2, theta = std::exp(middle);
    const double slope = cumulant(theta).slope - x - 1 / theta - 1 / (1 + theta);
    (slope < 0 ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

double guess_saddle_epsilon(const CumulantFunction& cumulant, double log_delta) {
  // Along the saddle points theta the pair (epsilon, log delta) moves monotonically: search in log theta.
  const auto at = [&](double log_theta) {
    const double theta = std::exp(log_theta);
    const Cumulant k = cumulant(theta);
    const double epsilon = k.slope - 1 / theta - 1 / (1 + theta);
    const double spread = k.curvature + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
    const double value =
        k.value - theta * epsilon - std::log(theta) - std::log1p(theta) - 0.5 * std::log(6.283185307 * spread);
    return std::pair(epsilon, value);
  };
  double low = std::log(1e-10), high = std::log(1e10);
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (at(middle).second > log_delta ? low : high) = middle;
  }
  const double epsilon = at((low + high) / 2).first;
  return std::isfinite(epsilon) ? epsilon : 0;
}

}  // namespace assay::accounting
