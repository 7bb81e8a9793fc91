// Roots of numerator and denominator, which are coprime.
#include "persuasive/exact/roots.hpp"

namespace assay::persuasive {

using core::Integer;
using core::Rational;

std::optional<Rational> rational_root(const Rational& x, unsigned long k) {
  const Integer top = numerator(x), bottom = denominator(x);
  Integer a, b;
  const bool whole = mpz_root(a.backend().data(), top.backend().data(), k) != 0;
  if (!whole || mpz_root(b.backend().data(), bottom.backend().data(), k) == 0) return std::nullopt;
  return Rational(a, b);
}

Rational integer_power(const Rational& x, long n) {
  Rational result = 1, factor = n < 0 ? Rational(1 / x) : x;
  for (auto m = static_cast<unsigned long>(n < 0 ? -n : n); m != 0; m >>= 1U) {
    if ((m & 1U) != 0) result *= factor;
    if (m > 1) factor *= factor;
  }
  return result;
}

}  // namespace assay::persuasive
