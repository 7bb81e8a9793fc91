#include "accounting/curve/convert.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "accounting/composition/refine.hpp"
#include "accounting/curve/hockey_stick.hpp"
#include "accounting/curve/optimal_conversion.hpp"
#include "accounting/numeric/centre.hpp"
#include "accounting/numeric/normal_quantile.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

Value at_least_zero(const Ball& ball) {
  Value value(nonnegative(ball));
  value.least = 0;
  return value;
}

Value as_probability(const Ball& ball) {
  Value value(probability(ball));
  value.least = 0;
  value.most = 1;
  return value;
}

// The smallest of one formula over the points.
template <class Formula>
Ball smallest(std::span<const RenyiPoint> points, Formula formula) {
  std::optional<Ball> least;
  for (const RenyiPoint& point : points) {
    Ball value = formula(point);
    least = least ? min(*least, value) : std::move(value);
  }
  return *least;
}

// Mironov: r + ln(1/delta) / (a - 1), and delta = e^{(a-1)(r - epsilon)}.
Ball mironov_epsilon(const RenyiPoint& p, const Ball& log_delta) {
  const long bits = log_delta.bits();
  return Ball(p.epsilon, bits) - log_delta / Ball(p.alpha - 1, bits);
}
Ball mironov_delta(const RenyiPoint& p, const Rational& epsilon, long bits) {
  return exp(Ball((p.alpha - 1) * (p.epsilon - epsilon), bits));
}

// Canonne, Kamath, Steinke (and Balle et al.): r + ln((a-1)/a) - (ln delta + ln a) / (a - 1), for any real a > 1; t is
// a - 1, which may be far smaller than a's precision.
Ball cks_epsilon(const Ball& t, const Ball& r, const Ball& log_delta) {
  return r - log1p(Ball(1, t.bits()) / t) - (log_delta + log1p(t)) / t;
}
// delta = e^{(a-1)(r - epsilon)} / (a - 1) (1 - 1/a)^a.
Ball cks_delta(const Ball& t, const Ball& r, const Ball& epsilon) {
  return exp(t * (r - epsilon) - (t + 1) * log1p(Ball(1, t.bits()) / t)) / t;
}

// The root in t > 0 of an increasing f, by bisection in balls: a ball around it of about `bits` bits. Any a = 1 + t is
// a valid order, so that an inexact root costs tightness alone; rho and what it is weighed against say how far to look.
template <class F>
Ball order_root(F increasing, const Ball& rho, const Ball& against) {
  const long bits = rho.bits();
  Ball low = exp(Ball(-600, bits)) / (rho + against + 1), high = exp(Ball(600, bits)) * ((against + 1) / rho + 1);
  for (long i = 0; i < bits + 64; ++i) {
    const Ball middle = centre(i < 24 ? sqrt(low * high) : (low + high) / 2);
    (certainly_negative(increasing(middle)) ? low : high) = middle;
  }
  return centre(high);
}

}  // namespace

std::vector<Conversion> epsilon_of(std::span<const RenyiPoint> points, const Rational& delta, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  const Ball log_delta = log(Ball(delta, bits));
  const Ball mironov = smallest(points, [&](const RenyiPoint& p) { return mironov_epsilon(p, log_delta); });
  const Ball cks = smallest(points, [&](const RenyiPoint& p) {
    return cks_epsilon(Ball(p.alpha - 1, bits), Ball(p.epsilon, bits), log_delta);
  });
  // The likely best first; one whose delta at that epsilon is still too large has a larger epsilon.
  std::vector<std::pair<Rational, const RenyiPoint*>> likely;
  for (const RenyiPoint& p : points)
    likely.emplace_back(lower_rational(cks_epsilon(Ball(p.alpha - 1, 64), Ball(p.epsilon, 64), log_delta)), &p);
  std::sort(likely.begin(), likely.end());
  std::optional<Value> best;
  for (const auto& [ignored, point] : likely) {
    const RenyiPoint& p = *point;
    if (best) {
      const Rational least = lower_rational(best->ball);
      if (least <= 0) break;
      if (const auto sign = compare(optimal_delta(p, least, {4, target.deadline}), delta); sign && *sign > 0) continue;
    }
    Value value = optimal_epsilon(p, delta, target);
    if (!best || certainly_less(value.ball, best->ball))
      best = std::move(value);
    else if (!certainly_less(best->ball, value.ball))
      best = at_least_zero(min(best->ball, value.ball));
  }
  // The optimal one exceeds no other, whatever its own accuracy.
  const Rational most = std::max(Rational(0), std::min(upper_rational(mironov), upper_rational(cks)));
  best->most = best->most ? std::min(*best->most, most) : most;
  return {{"rdp-to-dp-mironov", at_least_zero(mironov)},
          {"rdp-to-dp-cks", at_least_zero(cks)},
          {"rdp-to-dp-optimal", std::move(*best)}};
}

std::vector<Conversion> delta_of(std::span<const RenyiPoint> points, const Rational& epsilon, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  const Ball mironov = smallest(points, [&](const RenyiPoint& p) { return mironov_delta(p, epsilon, bits); });
  const Ball cks = smallest(points, [&](const RenyiPoint& p) {
    return cks_delta(Ball(p.alpha - 1, bits), Ball(p.epsilon, bits), Ball(epsilon, bits));
  });
  const Ball best = smallest(points, [&](const RenyiPoint& p) { return optimal_delta(p, epsilon, target).ball; });
  return {{"rdp-to-dp-mironov", as_probability(mironov)},
          {"rdp-to-dp-cks", as_probability(cks)},
          {"rdp-to-dp-optimal", as_probability(best)}};
}

std::vector<Conversion> zcdp_epsilon(const Rational& rho, const Rational& delta, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  const Ball r(rho, bits), log_delta = log(Ball(delta, bits));
  const Ball simple = r + sqrt(-log_delta * r) * 2;
  // The best order solves rho (a-1)^2 + ln a = ln(1/delta); the formula is flat there.
  const Ball t = order_root([&](const Ball& x) { return r * square(x) + log1p(x) + log_delta; }, r, -log_delta);
  return {{"zcdp-to-dp-simple", at_least_zero(simple)},
          {"zcdp-to-dp", at_least_zero(cks_epsilon(t, r * (t + 1), log_delta))}};
}

std::vector<Conversion> zcdp_delta(const Rational& rho, const Rational& epsilon, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  const Ball r(rho, bits), e(epsilon, bits);
  const Ball simple = epsilon > rho ? exp(-square(e - r) / (r * 4)) : Ball(1, bits);
  // (2a - 1) rho - epsilon + ln(1 - 1/a) = 0.
  const Ball t = order_root([&](const Ball& x) { return (x * 2 + 1) * r - e - log1p(Ball(1, bits) / x); }, r, e);
  return {{"zcdp-to-dp-simple", as_probability(simple)}, {"zcdp-to-dp", as_probability(cks_delta(t, r * (t + 1), e))}};
}

Conversion pure_to_zcdp(const Rational& epsilon, long bits) {
  return {"pure-to-zcdp", Value(epsilon * epsilon / 2, bits)};
}

Conversion pure_to_gdp(const Rational& epsilon, const Target& target) {
  const long start = wanted_bits(target) + 64;
  if (epsilon == 0) return {"pure-to-gdp", Value(Rational(0), start)};
  Value mu = refine(start, target, [&](long bits) {
    // 2 Phi^{-1}(e^eps / (1 + e^eps)) = 2 z with P[N > z] = 1 / (1 + e^eps).
    return normal_upper_quantile(Ball(1, bits) / (exp(Ball(epsilon, bits)) + 1)) * 2;
  });
  mu.least = 0;
  return {"pure-to-gdp", std::move(mu)};
}

Conversion probabilistic_delta(const Rational& epsilon, const Rational& delta, const Rational& wanted, long bits) {
  if (delta == 0 && wanted >= epsilon) return {"dp-to-probabilistic", Value(Rational(0), bits)};
  if (wanted <= epsilon) return {"dp-to-probabilistic", Value(Rational(1), bits)};
  return {"dp-to-probabilistic", as_probability(Ball(delta, bits) / -expm1(Ball(epsilon - wanted, bits)))};
}

}  // namespace assay::accounting
