#include "accounting/audit/binomial.hpp"

#include <algorithm>
#include <bit>

namespace assay::accounting {
namespace {

/// ln n!
Ball log_factorial(std::uint64_t n, long bits) {
  Ball x(0, bits);
  arb_set_ui(x.raw(), n);
  Ball result = x + 1;
  arb_lgamma(result.raw(), result.raw(), bits);
  return result;
}

/// The terms of one tail, from the one next to the mean outward; each is smaller than the one before.
/// `step(j)` turns the term into the next one and returns the ratio's upper bound as a ball.
template <class Step>
Ball sum_outward(Ball term, std::uint64_t count, long bits, Step step) {
  Ball sum = term;
  for (std::uint64_t i = 1; i < count; ++i) {
    const Ball ratio = step(term, i);
    sum = sum + term;
    // Ratios fall outward, so what is left is below term * ratio / (1 - ratio).
    if (i % 16 != 0) continue;
    if (!certainly_less(ratio, Ball(1, bits))) continue;
    const Ball rest = term * ratio / (1 - ratio);
    Ball small = sum;
    arb_mul_2exp_si(small.raw(), small.raw(), -bits);
    if (certainly_less(rest, small) || term.is_exact_zero()) return sum + Ball::zero_to(upper(rest));
  }
  return sum;
}

/// P[X >= k], k >= 1, summed upward from k.
Ball upward(std::uint64_t n, std::uint64_t k, const Ball& p) {
  const Ball odds = p / (1 - p);
  return sum_outward(binomial_mass(n, k, p), n - k + 1, p.bits(), [&](Ball& term, std::uint64_t i) {
    const std::uint64_t from = k + i - 1;
    Ball ratio = odds;
    arb_mul_ui(ratio.raw(), ratio.raw(), n - from, p.bits());
    arb_div_ui(ratio.raw(), ratio.raw(), from + 1, p.bits());
    term = term * ratio;
    return ratio;
  });
}

}  // namespace

Ball binomial_mass(std::uint64_t n, std::uint64_t k, const Ball& p) {
  const long bits = p.bits();
  if (k > n) return Ball(0, bits);
  // The logarithm's absolute error is the mass's relative one: n ln n costs so many bits.
  const long inner = bits + 2 * std::bit_width(n) + 16;
  const Ball wide = p.with_bits(inner);
  Ball counts = log_factorial(n, inner) - log_factorial(k, inner) - log_factorial(n - k, inner);
  Ball successes(0, inner), failures(0, inner);
  arb_set_ui(successes.raw(), k);
  arb_set_ui(failures.raw(), n - k);
  return exp(counts + successes * log(wide) + failures * log1p(-wide)).with_bits(bits);
}

Ball binomial_tail(std::uint64_t n, std::uint64_t k, const Ball& p) {
  const long bits = p.bits();
  if (k == 0) return Ball(1, bits);
  if (k > n) return Ball(0, bits);
  Ball mean = p;
  arb_mul_ui(mean.raw(), mean.raw(), n, bits);
  Ball at(0, bits);
  arb_set_ui(at.raw(), k);
  if (certainly_less(mean, at)) return upward(n, k, p);
  // Below the mean the other tail is the smaller: P[X <= k - 1] is that n - k + 1 of n trials fail.
  return 1 - upward(n, n - k + 1, 1 - p);
}

}  // namespace assay::accounting
