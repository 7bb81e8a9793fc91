// Golden section on the exponent's logarithm; sums on the real x-line. See bent_saddle.hpp.
#include "accounting/composition/bent_saddle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::accounting::bent {

double log_real_transform(const Problem::Component& c, double al) {
  const double variance = c.sigma * c.sigma;
  const double log_odds = std::log(c.rate) - std::log1p(-c.rate);
  const double crossing = 0.5 - variance * log_odds;
  const double from = std::min(0.0, al < 0 ? crossing - variance * std::log1p(-al) : 0.0) - 9 * c.sigma;
  const double to = std::max(0.0, al) + 9 * c.sigma;
  const double step = 0.4 * std::min(c.sigma, variance);
  const double tilt = al * log_odds + al * (al - 1) / (2 * variance);
  if (!((to - from) / step < 20000)) return std::max(tilt, 0.0) + std::log1p(std::exp(-std::abs(tilt)));
  double top = -1e300, sum = 0;
  for (double x = from; x <= to; x += step) {
    const double e = (x - 0.5) / variance + log_odds;
    const double ratio = e > 0 ? e + std::log1p(std::exp(-e)) : std::log1p(std::exp(e));
    const double size = al * ratio - x * x / (2 * variance);
    if (size > top) {
      sum = sum * std::exp(top - size) + 1;
      top = size;
    } else if (size > top - 50) {
      sum += std::exp(size - top);
    }
  }
  return top + std::log(sum * step / (c.sigma * std::sqrt(2 * std::numbers::pi)));
}

namespace {

double height(const Problem& problem, double theta) {
  const double al = problem.add ? -theta : 1 + theta;
  double sum = problem.constant() - problem.decay() * al - std::log(theta) - std::log1p(theta);
  for (const Problem::Component& c : problem.components) sum += c.count * log_real_transform(c, al);
  return sum;
}

}  // namespace

std::optional<RealSaddle> real_saddle(const Problem& problem) {
  double low = std::log(1e-4), middle = low, high = low;
  double best = height(problem, std::exp(low));
  for (;;) {
    high += 0.7;
    if (high > 40) return std::nullopt;
    const double next = height(problem, std::exp(high));
    if (!(next < best)) break;
    best = next;
    low = middle;
    middle = high;
  }
  constexpr double golden = 0.6180339887498949;
  double c = high - golden * (high - low), d = low + golden * (high - low);
  double at_c = height(problem, std::exp(c)), at_d = height(problem, std::exp(d));
  while (high - low > 0.01) {
    if (at_c < at_d) {
      high = d;
      d = c;
      at_d = at_c;
      c = high - golden * (high - low);
      at_c = height(problem, std::exp(c));
    } else {
      low = c;
      c = d;
      at_c = at_d;
      d = low + golden * (high - low);
      at_d = height(problem, std::exp(d));
    }
  }
  const double theta = std::exp(0.5 * (low + high)), dt = 0.02 * theta;
  const double centre = height(problem, theta);
  const double curvature = (height(problem, theta + dt) - 2 * centre + height(problem, theta - dt)) / (dt * dt);
  if (!std::isfinite(centre) || !std::isfinite(curvature)) return std::nullopt;
  return RealSaddle{theta, centre - 0.5 * std::log(2 * std::numbers::pi * std::max(curvature, 1e-3 / (theta * theta)))};
}

}  // namespace assay::accounting::bent
