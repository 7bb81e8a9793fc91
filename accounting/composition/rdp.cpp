// Bounds from Renyi guarantees: each order alone bounds delta, and the least bound counts.
#include "accounting/composition/rdp.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// log of e^{(a-1)(r - eps)}/(a-1) (1 - 1/a)^a (theorem `rdp-to-dp-cks`): tells which order is the best.
double log_conversion(double a, double r, double epsilon) {
  return (a - 1) * (r - epsilon) - std::log(a - 1) + a * std::log1p(-1 / a);
}

}  // namespace

Value RdpProfile::delta(const Rational& epsilon, const Target& target) {
  // Below 0 through the reversed pair, of which the same is guaranteed: delta(eps) = 1 - e^eps + e^eps delta'(-eps).
  const Rational at = abs(epsilon);
  const double e = Ball(at, 64).midpoint();
  std::vector<std::pair<double, const RenyiPoint*>> order;
  for (const RenyiPoint& point : points_)
    order.emplace_back(log_conversion(Ball(point.alpha, 64).midpoint(), Ball(point.epsilon, 64).midpoint(), e), &point);
  std::sort(order.begin(), order.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  const long bits = wanted_bits(target) + 64;
  std::optional<Ball> most;
  for (std::size_t i = 0; i < order.size() && i < 3; ++i) {  // any order is valid; the first are the best
    const Ball one = optimal_delta(*order[i].second, at, target).ball;
    most = most ? min(*most, one) : one;
  }
  Ball both = *most;
  if (!alone_) {
    Rational slope = points_.front().epsilon / points_.front().alpha;
    for (const RenyiPoint& point : points_) slope = std::min(slope, Rational(point.epsilon / point.alpha));
    const Ball least = GaussianProfile(2 * slope).delta(at, target).ball;
    both = hull(least, max(least, *most));
  }
  if (epsilon >= 0) return probability(both);
  const Ball x(epsilon, bits);
  return probability(exp(x) * both - expm1(x));
}

double RdpProfile::guess_epsilon(double log_delta) const {
  if (!(log_delta < 0) || !std::isfinite(log_delta)) return 0;
  double best = HUGE_VAL;
  for (const RenyiPoint& point : points_) {
    const double a = Ball(point.alpha, 64).midpoint(), r = Ball(point.epsilon, 64).midpoint();
    best = std::min(best, r + (a * std::log1p(-1 / a) - std::log(a - 1) - log_delta) / (a - 1));
  }
  return std::max(best, 1e-6);
}

std::vector<std::string> RdpProfile::theorems() const {
  if (alone_) return {"rdp-to-dp-optimal"};
  return {"rdp-composition", "rdp-to-dp-optimal", "gaussian-profile"};
}

}  // namespace assay::accounting
