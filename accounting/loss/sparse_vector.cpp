// The sparse vector technique: pure differential privacy from above, one query from below.
#include <memory>
#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// P[A + B >= x] for independent Laplace noises of scales a and b, x >= 0, at no less than `bits` bits.
Ball sum_tail(const Rational& a, const Rational& b, const Rational& x, long bits) {
  for (long work = bits + 32;; work *= 2) {
    const Ball first = exp(Ball(Rational(-x / a), work));
    Ball tail(0, work);
    if (a == b) {
      tail = first * Ball(Rational(Rational(1, 2) + x / (4 * a)), work);
    } else {
      const Ball second = exp(Ball(Rational(-x / b), work));
      tail = (Ball(Rational(a * a), work) * first - Ball(Rational(b * b), work) * second) /
             Ball(Rational(2 * (a * a - b * b)), work);
    }
    if (tail.relative_bits() >= bits || work > 64 * bits) return tail.with_bits(bits);
  }
}

}  // namespace

// One query, half the sensitivity above the threshold against half below: yes and no exchange their chances.
core::Result<DominatingPair> dominating_pair(const SparseVector& mechanism, Direction) {
  const Rational s = mechanism.sensitivity;
  const Rational per_yes = Rational(mechanism.monotonic ? 1 : 2) * s / mechanism.query_scale;
  const Rational epsilon = s / mechanism.threshold_scale + per_yes * mechanism.cutoff;
  FiniteLoss one;
  one.atoms = [a = mechanism.threshold_scale, b = mechanism.query_scale, half = Rational(s / 2)](long bits) {
    const Ball low = sum_tail(a, b, half, bits), high = 1 - low, loss = log(high / low);
    return FiniteLoss::Atoms{{-loss, loss}, {low, high}, {high, low}};
  };
  return DominatingPair{BoundedLoss{{std::move(one)}, binary_loss(epsilon, 0).loss}, {"sparse-vector-pure-dp"}};
}

}  // namespace assay::accounting
