// Values of the continuous rules, and their first and second derivatives.
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

Jet smooth_score(const Score& score, const std::vector<Jet>& weights, const Jet& total, std::size_t x) {
  using enum Score::Rule;
  const long bits = total.value.bits();
  const bool with_curvature = !total.curvature.empty();
  Jet sum = linear(Ball(0, bits), BallVector(total.slope.size(), Ball(0, bits)), with_curvature);
  switch (score.rule) {
    case brier: {
      for (std::size_t j = 0; j < weights.size(); ++j) sum = sum + square(j == x ? total - weights[j] : weights[j]);
      return sum * to_power(total, -2);
    }
    case ranked_probability: {
      Jet below = sum;
      for (std::size_t k = 0; k + 1 < weights.size(); ++k) {
        below = below + weights[k];
        sum = sum + square(x <= k ? total - below : below);
      }
      return sum * to_power(total, -2);
    }
    case spherical:
    case pseudospherical: {
      const Rational a = order_of(score);
      for (const Jet& w : weights) sum = sum + to_power(w, a);
      return scaled(to_power(weights[x], a - 1) * to_power(sum, (1 - a) / a), -1);
    }
    case Score::Rule::power:
    case tsallis: {
      const Rational& a = score.order;
      for (const Jet& w : weights) sum = sum + to_power(w, a);
      const Jet value =
          scaled(sum * to_power(total, -a), a - 1) - scaled(to_power(weights[x], a - 1) * to_power(total, 1 - a), a);
      return score.rule == tsallis ? scaled(value, 1 / (a - 1)) : value;  // but for a constant
    }
    case log:
    case zero_one:
    case decision:
    case hinge: break;
  }
  sum.value = Ball::positive_infinity(bits);
  return sum;
}

Ball smooth_gain(const Score& score, const BallVector& q, const std::vector<Rational>& ratios, std::size_t x) {
  BallVector weights;
  for (std::size_t y = 0; y < q.size(); ++y) weights.push_back(q[y] * Ball(ratios[y], q[y].bits()));
  return smooth_score(score, normalised(q), x) - smooth_score(score, normalised(weights), x);
}

}  // namespace assay::persuasive
