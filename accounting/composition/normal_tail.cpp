// The far tail of the normal distribution by its enveloping asymptotic series.
#include "accounting/composition/normal_tail.hpp"

namespace assay::accounting {
namespace {

bool below(const Ball& x, long exponent) { return arf_cmpabs_2exp_si(arb_midref(x.raw()), exponent) < 0; }

}  // namespace

Ball far_mills_ratio(const Ball& x) {
  // Terms fall while 2n + 1 < x^2, x^2 >= 2^20: far beyond what any working precision asks for.
  const Ball w = Ball(1, x.bits()) / square(x);
  Ball sum(0, x.bits()), term(1, x.bits());
  for (long n = 0;; ++n) {
    if (below(term, -x.bits() - 8) || n > far_tail * far_tail / 4) return (sum + Ball::plus_minus(term)) / x;
    sum = n % 2 == 0 ? sum + term : sum - term;
    term = term * w * (2 * n + 1);
  }
}

Ball normal_density(const Ball& x) { return exp(-square(x) / 2) / sqrt(Ball::pi(x.bits()) * 2); }

Ball wide_normal_tail(const Ball& x) {
  const Ball far(far_tail, x.bits());
  if (certainly_less(far, x)) return normal_density(x) * far_mills_ratio(x);
  if (certainly_less(x, -far)) return 1 - normal_density(x) * far_mills_ratio(-x);
  return normal_tail(x);
}

}  // namespace assay::accounting
