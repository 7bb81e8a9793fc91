// Inclusion and exclusion over the variables that are cut.
#include "persuasive/two_point/laplace_sum.hpp"

#include <algorithm>
#include <vector>

namespace assay::persuasive {

using accounting::Ball;
using accounting::Value;
using core::Rational;

namespace {

/// P[Gamma(n, 1) < y] for y > 0; n = 0 is the point 0.
Ball gamma_below(std::uint64_t n, const Ball& y) {
  const long bits = y.bits();
  if (n == 0) return Ball(1, bits);
  // 1 - e^-y sum_{j<n} y^j/j!, at a precision that its cancellation for small y asks for: the whole is about y^n/n!.
  const long more = 64 + 4 * static_cast<long>(n) * 16;
  const Ball wide = y.with_bits(bits + more);
  Ball term(1, bits + more), sum(0, bits + more);
  for (std::uint64_t j = 0; j < n; ++j) {
    sum = sum + term;
    term = term * wide / static_cast<long>(j + 1);
  }
  return nonnegative(1 - exp(-wide) * sum).with_bits(bits);
}

}  // namespace

Value laplace_tail(const Rational& shift, std::uint64_t count, const Real& level, long bits) {
  const Rational top = shift * Rational(core::Integer(count));
  const Order at_top = compare(level, Real(top));
  if (at_top == Order::greater || at_top == Order::equal) return Value(Rational(0), bits);
  if (compare(level, Real(Rational(-top))) == Order::less) return Value(Rational(1), bits);
  const long work = bits + 32 + 8 * static_cast<long>(count);
  const Ball y = (Ball(top, work) - level.enclose(work)) / 2, step(shift, work);
  const auto exact = level.exact();
  const auto k = static_cast<long>(count);
  Ball total(0, work);
  std::vector<core::Integer> factorial{1};
  for (long n = 1; n <= k; ++n) factorial.push_back(factorial.back() * n);
  const auto fact = [&](long n) -> const core::Integer& { return factorial[static_cast<std::size_t>(n)]; };
  for (long p = 0; p <= k; ++p) {  // variables with a shift
    const Ball left = y - step * p;
    // Strict: at p shifts and no continuous variable the point 0 counts where left > 0.
    Order positive = Order::unknown;
    if (exact != nullptr)
      positive = compare(Real(*exact), Real(Rational(top - 2 * shift * p)));
    else if (certainly_positive(left))
      positive = Order::less;
    else if (certainly_negative(left))
      positive = Order::greater;
    if (positive == Order::greater || positive == Order::equal) break;
    const Ball reach = positive == Order::unknown ? Ball::zero_to(upper(nonnegative(left))) : left;
    Ball inner(0, work);
    for (long n = 0; n <= k; ++n) {
      // i of the n continuous ones among the p shifted; the other p - i sit at shift.
      core::Integer ways = 0;
      for (long i = std::max(0L, p + n - k); i <= std::min(n, p); ++i) {
        const core::Integer one = fact(k) / (fact(k - (p - i) - n) * fact(p - i) * fact(i) * fact(n - i));
        ways += i % 2 == 0 ? one : core::Integer(-one);
      }
      if (ways == 0) continue;
      const Ball below = positive == Order::unknown
                             ? Ball::zero_to(gamma_below(static_cast<std::uint64_t>(n), upper(reach)))
                             : gamma_below(static_cast<std::uint64_t>(n), reach);
      inner = inner + Ball(Rational(ways, core::Integer(1) << static_cast<unsigned>(k)), work) * below;
    }
    total = total + inner * exp(-(step * p));
  }
  return Value(min(nonnegative(total), Ball(1, work)));
}

}  // namespace assay::persuasive
