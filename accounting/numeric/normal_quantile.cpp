#include "accounting/numeric/normal_quantile.hpp"

#include <cmath>

#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

// One root, for an exact x in (0, 1/2].
Ball quantile_of(const Ball& x, long bits) {
  // P[N > z] <= e^{-z^2/2}/2: the start is not below the root, where Newton on log P[N > z] converges from one side.
  Ball z = centre(sqrt(nonnegative(-(log(x * 2)) * 2)));
  const long work = bits + 32;
  for (int i = 0; i < 200; ++i) {
    const Ball tail = normal_tail(z.with_bits(work));
    const Ball density = exp(-square(z.with_bits(work)) / 2) / sqrt(Ball::pi(work) * 2);
    const Ball step = (log(tail) - log(x.with_bits(work))) * tail / density;
    const Ball next = centre(z.with_bits(work) + centre(step));
    z = next;
    if (step.is_exact_zero() ||
        certainly_less(abs(step), exp(Ball(-static_cast<long>(static_cast<double>(bits) * 0.7), 64)) * (abs(z) + 1)))
      break;
  }
  // Widen around the centre until the signs prove the root inside.
  Ball reach = (abs(z) + 1).with_bits(work);
  arb_mul_2exp_si(reach.raw(), reach.raw(), -bits - 8);
  for (int i = 0; i < 64; ++i) {
    const Ball low = z - upper(reach), high = z + upper(reach);
    const Ball a = lower(low), b = upper(high);
    if (certainly_less(x.with_bits(work), normal_tail(a.with_bits(work))) &&
        certainly_less(normal_tail(b.with_bits(work)), x.with_bits(work)))
      return hull(a, b).with_bits(bits);
    reach = reach * 16;
  }
  return Ball::plus_minus(Ball::positive_infinity(bits));
}

Ball exact_quantile(const Ball& x, long bits) {
  const Ball half = Ball(1, bits) / 2;
  if (certainly_less_equal(x, half)) {
    if (certainly_less_equal(half, x)) return {0, bits};
    return quantile_of(x, bits);
  }
  // 1 - x is exact where it has room for its bits; where it has not, both its ends are certified.
  const Ball rest = (1 - x.with_bits(4 * bits + 512)).with_bits(bits);
  if (rest.is_exact()) return -quantile_of(rest, bits);
  return -hull(quantile_of(upper(rest), bits), quantile_of(lower(rest), bits));
}

}  // namespace

Ball normal_upper_quantile(const Ball& x) {
  const long bits = x.bits();
  // Decreasing in x: the ends of the ball give the ends of the answer.
  return hull(exact_quantile(upper(x), bits), exact_quantile(lower(x), bits));
}

}  // namespace assay::accounting
