// Values and gradients of the continuous rules.
#include "persuasive/prior_class/smooth_gain.hpp"

#include "persuasive/exact/maximum.hpp"

namespace assay::persuasive {

using accounting::Ball;
using core::Rational;

namespace {

Ball sum(const BallVector& v, long bits) {
  Ball total(0, bits);
  for (const Ball& x : v) total = total + x;
  return total;
}

Ball sum_of_powers(const BallVector& p, const Rational& a) {
  Ball total(0, p.front().bits());
  for (const Ball& x : p) total = total + real_power(x, a);
  return total;
}

Rational order_of(const Score& score) { return score.rule == Score::Rule::spherical ? Rational(2) : score.order; }

/// x^(a-2), which is 1 for a = 2 even at 0.
Ball lowered(const Ball& x, const Rational& a) { return a == 2 ? Ball(1, x.bits()) : real_power(x, a - 2); }

}  // namespace

BallVector normalised(const BallVector& weights) {
  const long bits = weights.front().bits();
  BallVector low, high, p;
  for (const Ball& w : weights) {
    low.push_back(nonnegative(lower(w)));
    high.push_back(nonnegative(upper(w)));
  }
  const Ball all_low = sum(low, bits), all_high = sum(high, bits);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    // w/(w + rest) increases in w and decreases in the rest.
    const Ball least = low[j] / (low[j] + upper(nonnegative(all_high - high[j])));
    const Ball most = high[j] / (high[j] + nonnegative(lower(all_low - low[j])));
    const Ball from = least.is_finite() ? nonnegative(lower(least)) : Ball(0, bits);
    const Ball to = most.is_finite() ? min(upper(most), Ball(1, bits)) : Ball(1, bits);
    p.push_back(hull(from, to));
  }
  return p;
}

Ball smooth_score(const Score& score, const BallVector& p, std::size_t x) {
  using enum Score::Rule;
  const long bits = p.front().bits();
  switch (score.rule) {
    case log: return -accounting::log(p[x]);
    case brier: {
      Ball total(0, bits);
      for (std::size_t j = 0; j < p.size(); ++j) total = total + square(j == x ? 1 - p[j] : p[j]);
      return total;
    }
    case ranked_probability: {
      Ball total(0, bits), below(0, bits);
      for (std::size_t k = 0; k + 1 < p.size(); ++k) {
        below = below + p[k];
        total = total + square(x <= k ? 1 - below : below);
      }
      return total;
    }
    case spherical:
    case pseudospherical: {
      const Rational a = order_of(score);
      return -(real_power(p[x], a - 1) / real_power(sum_of_powers(p, a), (a - 1) / a));
    }
    case Score::Rule::power:
    case tsallis: {
      const Rational& a = score.order;
      const Ball value = Ball(a - 1, bits) * sum_of_powers(p, a) - Ball(a, bits) * real_power(p[x], a - 1);
      return score.rule == tsallis ? (value + 1) / Ball(a - 1, bits) : value;
    }
    case zero_one:
    case decision:
    case hinge: break;
  }
  return Ball::positive_infinity(bits);
}

BallVector smooth_gradient(const Score& score, const BallVector& p, std::size_t x) {
  using enum Score::Rule;
  const long bits = p.front().bits();
  BallVector g(p.size(), Ball(0, bits));
  switch (score.rule) {
    case log: g[x] = Ball(-1, bits) / p[x]; break;
    case brier:
      for (std::size_t j = 0; j < p.size(); ++j) g[j] = (j == x ? p[j] - 1 : p[j]) * 2;
      break;
    case ranked_probability: {
      BallVector terms;
      Ball below(0, bits);
      for (std::size_t k = 0; k + 1 < p.size(); ++k) {
        below = below + p[k];
        terms.push_back((x <= k ? below - 1 : below) * 2);
      }
      for (std::size_t k = terms.size(); k-- > 0;) g[k] = terms[k] + g[k + 1];
      break;
    }
    case spherical:
    case pseudospherical: {
      const Rational a = order_of(score);
      const Ball total = sum_of_powers(p, a), factor(a - 1, bits);
      const Ball inner = real_power(total, (1 - a) / a), outer = inner / total;
      for (std::size_t j = 0; j < p.size(); ++j)
        g[j] = factor * real_power(p[x], a - 1) * real_power(p[j], a - 1) * outer;
      g[x] = g[x] - factor * lowered(p[x], a) * inner;
      break;
    }
    case Score::Rule::power:
    case tsallis: {
      const Rational& a = score.order;
      const Ball factor(score.rule == tsallis ? a : Rational(a * (a - 1)), bits);
      for (std::size_t j = 0; j < p.size(); ++j) g[j] = factor * real_power(p[j], a - 1);
      g[x] = g[x] - factor * lowered(p[x], a);
      break;
    }
    case zero_one:
    case decision:
    case hinge: break;
  }
  return g;
}

SmoothGain smooth_gain(const Score& score, const BallVector& q, const std::vector<Rational>& ratios, std::size_t x,
                       bool with_gradient) {
  const long bits = q.front().bits();
  BallVector weights;
  for (std::size_t y = 0; y < q.size(); ++y) weights.push_back(q[y] * Ball(ratios[y], bits));
  const BallVector before = normalised(q), after = normalised(weights);
  SmoothGain gain{smooth_score(score, before, x) - smooth_score(score, after, x), {}};
  if (!with_gradient) return gain;
  // dS/dw_j = (g_j - g . p)/sum(w) for the gradient g in p.
  const auto homogeneous = [&](const BallVector& p, const BallVector& w) {
    BallVector g = smooth_gradient(score, p, x);
    Ball along(0, bits);
    for (std::size_t j = 0; j < g.size(); ++j) along = along + g[j] * p[j];
    const Ball total = sum(w, bits);
    for (Ball& entry : g) entry = (entry - along) / total;
    return g;
  };
  const BallVector a = homogeneous(before, q), b = homogeneous(after, weights);
  for (std::size_t y = 0; y < q.size(); ++y) gain.gradient.push_back(a[y] - Ball(ratios[y], bits) * b[y]);
  return gain;
}

}  // namespace assay::persuasive
