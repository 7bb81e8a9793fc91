#include "accounting/audit/confidence.hpp"

#include <algorithm>
#include <bit>

#include "accounting/audit/binomial.hpp"
#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

Ball ball_of(std::uint64_t n, long bits) {
  Ball r(0, bits);
  arb_set_ui(r.raw(), n);
  return r;
}

Ball scaled(const Ball& x, long exponent) {
  Ball r = x;
  arb_mul_2exp_si(r.raw(), r.raw(), exponent);
  return r;
}

Ball sigmoid(const Ball& x) { return Ball(1, x.bits()) / (exp(-x) + 1); }

/// Newton's method on ln P[X >= k] in the log-odds of p, where it is concave: any start converges.
Ball improve(const Count& count, Ball log_odds, const Ball& log_target, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    const Ball p = centre(sigmoid(log_odds));
    const Ball tail = centre(binomial_tail(count.trials, count.successes, p));
    // d/dp P[X >= k] = (k/p) P[X = k], and dp/d(log-odds) = p (1 - p).
    const Ball slope =
        binomial_mass(count.trials, count.successes, p) * (1 - p) * ball_of(count.successes, p.bits()) / tail;
    const Ball move = centre((log_target - log(tail)) / slope);
    if (!move.is_finite()) break;
    log_odds = centre(log_odds + move);
    if (certainly_less(abs(move), scaled(Ball(1, 64), -40)) && p.bits() <= 128) break;
  }
  return log_odds;
}

}  // namespace

Ball tail_inverse(const Count& count, const Ball& target, long bits) {
  const long guard = 24 + 2 * std::bit_width(count.trials);
  const Ball rough_target = log(centre(target).with_bits(128));
  Ball log_odds = log((ball_of(count.successes, 128) * 2 - 1) / (ball_of(count.trials - count.successes, 128) * 2 + 1));
  log_odds = improve(count, log_odds, rough_target, 100);
  for (long precision = 96; precision < bits;) {
    precision = std::min(2 * precision, bits);
    const long inner = precision + guard;
    log_odds = improve(count, log_odds.with_bits(inner), log(centre(target).with_bits(inner)), 1);
  }
  // Two candidates around the root; what they are is proved, not how they were found.
  const Ball p = centre(sigmoid(log_odds.with_bits(bits + guard)));
  const Ball q = centre(1 - p);
  for (long width = -bits; width < 0; width += 8) {
    // The same relative distance from 0 and from 1: near 1 it is the complement whose digits count.
    const Ball step = scaled(min(p, q), width);
    const Ball below = centre(p - step), above = centre(p + step);
    if (!certainly_positive(below) || !certainly_less(above, Ball(1, 64))) continue;
    if (certainly_less(binomial_tail(count.trials, count.successes, below), target) &&
        certainly_less(target, binomial_tail(count.trials, count.successes, above)))
      return hull(below, above).with_bits(bits);
  }
  return hull(Ball(0, bits), Ball(1, bits));
}

Ball lower_limit(const Count& count, const core::Rational& error, long bits) {
  if (count.successes == 0) return Ball(0, bits);
  return tail_inverse(count, Ball(error, bits + 64), bits);
}

Ball upper_limit(const Count& count, const core::Rational& error, long bits) {
  // Failures are successes of the other outcome.
  return 1 - lower_limit({count.trials - count.successes, count.trials}, error, bits);
}

}  // namespace assay::accounting
