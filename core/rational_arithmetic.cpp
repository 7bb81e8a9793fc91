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
  // Powers of numbers without a common factor have none.
  mpz_pow_ui(mpq_numref(x.backend().data()), mpq_numref(x.backend().data()), n);
  mpz_pow_ui(mpq_denref(x.backend().data()), mpq_denref(x.backend().data()), n);
  return x;
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
