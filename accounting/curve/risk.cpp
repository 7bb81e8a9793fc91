#include "accounting/curve/risk.hpp"

#include <algorithm>

#include "accounting/composition/refine.hpp"

namespace assay::accounting {

using core::Rational;

Value attacker_accuracy(ComposedLoss& loss, const Rational& prior, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  if (prior == 0 || prior == 1) return Value(Rational(1), bits);
  const Rational odds = (1 - prior) / prior;  // = e^epsilon
  if (odds == 1) {
    const Value delta = loss.delta(0, target);
    if (delta.exact) return Value((1 + *delta.exact) / 2, bits);
    return Value((delta.ball + 1) / 2);
  }
  // A rational next to log(odds): the curve moves by at most |e^epsilon - odds| (it is 1-Lipschitz in e^epsilon).
  const Rational epsilon = lower_rational(log(Ball(odds, bits + 64)));
  const Ball moved = abs(exp(Ball(epsilon, bits + 64)) - Ball(odds, bits + 64));
  const Ball delta = loss.delta(epsilon, target).ball + Ball::plus_minus(moved);
  Value value(Ball(1 - prior, bits) + Ball(prior, bits) * delta);
  value.least = std::max(prior, Rational(1 - prior));  // naming the likelier one
  value.most = 1;
  return value;
}

Value largest_posterior(const ComposedLoss& loss, const Rational& prior, const Target& target) {
  const long bits = wanted_bits(target) + 64;
  if (prior == 0 || prior == 1) return Value(prior, bits);
  const Value mass = loss.infinite_mass(bits);
  const bool none = mass.exact ? *mass.exact == 0 : mass.ball.is_exact_zero();
  const auto most = loss.max_loss(bits);
  if (!none || !most) {
    if (none || certainly_positive(mass.ball)) return Value(Rational(1), bits);
    return Value(hull(Ball(prior, bits), Ball(1, bits)));
  }
  // 1 / (1 + (1 - prior)/prior e^{-m})
  return Value(Ball(1, bits) / (Ball((1 - prior) / prior, bits) * exp(-most->ball) + 1));
}

}  // namespace assay::accounting
