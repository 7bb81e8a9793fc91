#include "accounting/composition/renyi_point.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "accounting/composition/refine.hpp"
#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// Two-point pairs P = (p, 1-p), Q = (q, 1-q) reach every value of two f-divergences jointly, up to convex combination;
// both sides below are about them. u = p/q > 1, v = (1-p)/(1-q) < 1.
class WorstPair {
 public:
  WorstPair(const RenyiPoint& point, const Rational& epsilon, long bits)
      : bits_(bits),
        a_(point.alpha, bits),
        r_(point.epsilon, bits),
        gamma_(exp(Ball(epsilon, bits))),
        limit_(exp((a_ - 1) * r_)) {}

  Ball delta() const {
    // v = 0 (p = 1): q^{1-a} = limit, q = e^{-r}; the best where the stationary u at v = 0 lies below e^r.
    const Ball corner = 1 - gamma_ * exp(-r_), u_corner = gamma_ * a_ / (a_ - 1);
    if (certainly_less_equal(u_corner, exp(r_))) return nonnegative(corner);
    const auto [u, v] = stationary();
    return hull(feasible(u, v), bound(u, v));
  }

 private:
  struct Ratios {
    Ball u, v;
  };

  // The stationary u of v solves (a-1)(u^a - v^a) = gamma a (u^{a-1} - v^{a-1}), u > gamma.
  // Newton's method from gamma a / (a - 1), where the equation is positive and convex: it falls to the root. Nothing
  // rests on its end being the root, both bounds below hold for every u and v.
  Ball u_of(const Ball& v, long bits) const {
    const Ball a = a_.with_bits(bits), g = gamma_.with_bits(bits), down = a - 1, vb = v.with_bits(bits);
    const Ball va = pow(vb, a), vd = pow(vb, down);
    Ball u = centre(g * a / down);
    for (int i = 0; i < 60; ++i) {
      const Ball ud = pow(u, down), value = down * (u * ud - va) - g * a * (ud - vd);
      const Ball slope = down * a * ud * (1 - g / u);
      const Ball next = centre(u - value / slope);
      if (!next.is_finite() || !certainly_positive(next)) break;
      const bool done = certainly_less(abs(next - u), exp(Ball(-static_cast<long>(bits / 2), 64)) * u);
      u = next;
      if (done) break;
    }
    return u;
  }
  // E_Q (dP/dQ)^a less the limit, at the u of v, times u - v; decreasing in v.
  Ball surplus(const Ball& u, const Ball& v) const {
    return (1 - v) * pow(u, a_) + (u - 1) * pow(v, a_) - limit_ * (u - v);
  }
  Ball surplus_at(const Ball& v, long bits) const {
    const Ball u = u_of(v, bits);
    return surplus(u, v);
  }
  Ratios stationary() const {
    constexpr long coarse = 96;
    Ball low = centre(exp(Ball(-bits_, coarse))), high(1, coarse);
    for (int i = 0; i < 56; ++i) {
      const Ball middle = centre(i < 12 ? sqrt(low * high) : (low + high) / 2);
      (certainly_positive(surplus_at(middle, coarse)) ? low : high) = middle;
    }
    // A secant to full precision.
    Ball x = low.with_bits(bits_), y = centre(high.with_bits(bits_));
    Ball fx = surplus_at(x, bits_), fy = surplus_at(y, bits_);
    for (int i = 0; i < 12; ++i) {
      const Ball next = centre(y - fy * (y - x) / (fy - fx));
      if (!next.is_finite() || !certainly_positive(next) || !certainly_less(next, Ball(1, bits_))) break;
      x = y;
      fx = fy;
      y = next;
      fy = surplus_at(y, bits_);
      if (arb_contains_zero(fy.raw())) break;
    }
    return {u_of(y, bits_), y};
  }

  // The pair of (u, v), mixed with (q, q) until it certainly keeps the Renyi bound: its hockey-stick value.
  Ball feasible(const Ball& u, const Ball& v) const {
    const Ball q = (1 - v) / (u - v), p = u * q;
    const Ball moment = q * pow(u, a_) + (1 - q) * pow(v, a_);
    const Ball mix = upper(nonnegative(moment - limit_)) / lower(moment - 1);
    const Ball value = p - gamma_ * q - upper(mix) * (p - q);
    return value.is_finite() ? nonnegative(lower(value)) : Ball(0, bits_);
  }

  // Weak duality: for lambda >= 0 the value is at most sup p - gamma q - lambda (moment - limit), concave in (p, q) on
  // the unit square: at most its value here plus the sizes of its derivatives.
  Ball bound(const Ball& u, const Ball& v) const {
    const Ball q = (1 - v) / (u - v), p = u * q;
    const Ball moment = q * pow(u, a_) + (1 - q) * pow(v, a_);
    const Ball lambda = centre(Ball(1, bits_) / (a_ * (pow(u, a_ - 1) - pow(v, a_ - 1))));
    if (!lambda.is_finite() || !certainly_positive(lambda)) return Ball(1, bits_);
    const Ball by_p = 1 - lambda * a_ * (pow(u, a_ - 1) - pow(v, a_ - 1));
    const Ball by_q = lambda * (a_ - 1) * (pow(u, a_) - pow(v, a_)) - gamma_;
    const Ball value = p - gamma_ * q - lambda * (moment - limit_) + abs(by_p) + abs(by_q);
    return value.is_finite() ? upper(value) : Ball(1, bits_);
  }

  long bits_;
  Ball a_, r_, gamma_, limit_;
};

}  // namespace

Value optimal_delta(const RenyiPoint& point, const Rational& epsilon, const Target& target) {
  const long start = 2 * wanted_bits(target) + 96;
  if (point.epsilon == 0) return Value(Rational(0), start);  // P = Q
  Value value = refine(
      start, target, [&](long bits) { return probability(WorstPair(point, epsilon, bits).delta()); }, 5);
  value.least = 0;
  value.most = 1;
  return value;
}

std::optional<Rational> interpolated_epsilon(std::span<const RenyiPoint> points, const Rational& order) {
  // The lower hull of the origin and all (a - 1, (a - 1) r), from which a slope never falls below that to any point.
  std::vector<std::pair<Rational, Rational>> all{{0, 0}}, hull;
  for (const RenyiPoint& p : points) all.emplace_back(p.alpha - 1, (p.alpha - 1) * p.epsilon);
  std::sort(all.begin(), all.end());
  const Rational at = order - 1;
  if (at > all.back().first) return std::nullopt;
  for (auto& next : all) {
    if (!hull.empty() && hull.back().first == next.first) continue;  // the same order, a larger bound
    while (hull.size() >= 2) {
      const auto &a = hull[hull.size() - 2], &b = hull.back();
      if ((b.second - a.second) * (next.first - a.first) < (next.second - a.second) * (b.first - a.first)) break;
      hull.pop_back();
    }
    hull.push_back(std::move(next));
  }
  if (at <= 0) return Rational(hull[1].second / hull[1].first);  // the least slope from the origin
  const auto right =
      std::lower_bound(hull.begin(), hull.end(), at, [](const auto& p, const Rational& x) { return p.first < x; });
  const auto left = right - 1;
  const Rational slope = (right->second - left->second) / (right->first - left->first);
  return Rational((left->second + slope * (at - left->first)) / at);
}

}  // namespace assay::accounting
