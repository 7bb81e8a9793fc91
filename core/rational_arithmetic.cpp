#include "core/rational_arithmetic.hpp"

#include <gmp.h>

namespace assay::core {

Integer floor(const Rational& x) {
  Integer n;
  mpz_fdiv_q(n.backend().data(), numerator(x).backend().data(), denominator(x).backend().data());
  return n;
}

Integer ceiling(const Rational& x) { return -floor(-x); }

Rational power(Rational x, std::uint64_t n) {
  Rational r = 1;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) r *= x;
    if (n > 1) x *= x;
  }
  return r;
}

Integer factorial(std::uint64_t n) {
  Integer product;
  mpz_fac_ui(product.backend().data(), n);
  return product;
}

std::uint64_t bit_size(const Rational& x) {
  return mpz_sizeinbase(numerator(x).backend().data(), 2) + mpz_sizeinbase(denominator(x).backend().data(), 2);
}

}  // namespace assay::core
