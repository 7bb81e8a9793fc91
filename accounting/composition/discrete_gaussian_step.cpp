#include "accounting/composition/discrete_gaussian_step.hpp"

#include <cmath>

#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"
#include "accounting/loss/discrete_gaussian.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

// sum_{x >= a} e^{-c x^2} for a >= 0, or nullopt past the deadline. Term by term, e^{-c (x+1)^2} = e^{-c x^2} r with r
// = e^{-c (2x+1)}, and r falls by e^{-2c}: what is left out lies below a geometric series.
std::optional<Ball> upper_sum(const Integer& a, const Ball& c, const Deadline& deadline) {
  const long bits = c.bits();
  const Ball start(Rational(a), bits), fall = exp(-(c * 2));
  Ball term = exp(-(c * square(start))), ratio = exp(-(c * (start * 2 + 1))), sum(0, bits), bound(0, 64);
  for (std::uint64_t n = 1;; ++n) {
    sum = sum + term;
    term = term * ratio;
    ratio = ratio * fall;
    if (n % 64 != 0 && n > 8) continue;
    bound = upper(term / (1 - ratio));
    arb_mul_2exp_si(bound.raw(), bound.raw(), bits);
    if (certainly_less(bound, sum)) return sum + Ball::zero_to(upper(term / (1 - ratio)));
    if (n % 4096 == 0 && deadline.passed()) return std::nullopt;
  }
}

}  // namespace

// The loss d (d - 2x)/(2 sigma^2) exceeds epsilon for x < d/2 - epsilon sigma^2/d: with m the last such integer, delta
// = P[X <= m] - e^epsilon P[X <= m - d].
Value DiscreteGaussianStepProfile::delta(const Rational& epsilon, const Target& target) {
  const Rational variance = loss_.sigma * loss_.sigma, d(loss_.shift);
  const Rational place = epsilon * variance / d - d / 2;  // -x exceeds this
  Integer least;                                          // the least integer above it, -m
  mpz_fdiv_q(least.backend().data(), numerator(place).backend().data(), denominator(place).backend().data());
  ++least;
  const Ball spread(Rational(loss_.sigma / d + loss_.sigma), 64);
  const long guard = 64 + 3 * static_cast<long>(std::max(0.0, spread.log_midpoint() * 1.4427));
  return refine(wanted_bits(target) + guard, target, [&](long bits) {
    const Ball c(Rational(1 / (2 * variance)), bits), total = discrete_gaussian_total(loss_.sigma, bits);
    const auto tail = [&](const Integer& a) -> std::optional<Ball> {  // P[X >= a]
      const auto sum = upper_sum(a > 0 ? a : Integer(1 - a), c, target.deadline);
      if (!sum) return std::nullopt;
      return a > 0 ? *sum / total : 1 - *sum / total;
    };
    const auto first = tail(least), second = tail(least + Integer(loss_.shift));
    if (!first || !second) return hull(Ball(0, bits), Ball(1, bits));
    return probability(*first - exp(Ball(epsilon, bits)) * *second);
  });
}

double DiscreteGaussianStepProfile::guess_epsilon(double log_delta) const {
  return guess_gaussian_epsilon(Ball(Rational(Rational(loss_.shift) / loss_.sigma), 64).midpoint(), log_delta);
}

}  // namespace assay::accounting
