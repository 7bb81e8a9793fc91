#include "accounting/numeric/rotor_sum.hpp"

#include <vector>

#include <gmp.h>

#include "accounting/numeric/ball.hpp"

namespace assay::accounting {
namespace {

struct Mpz {
  mpz_t v;
  Mpz() { mpz_init(v); }
  ~Mpz() { mpz_clear(v); }
  Mpz(const Mpz&) = delete;
  Mpz& operator=(const Mpz&) = delete;
};

// x * 2^bits rounded to an integer; false where x is not known to half a unit (so the error stays below one).
bool to_fixed(mpz_t out, const arb_t x, long bits) {
  if (!arb_is_finite(x) || mag_cmp_2exp_si(arb_radref(x), -bits - 1) > 0) return false;
  arf_t scaled;
  fmpz_t n;
  arf_init(scaled);
  fmpz_init(n);
  arf_mul_2exp_si(scaled, arb_midref(x), bits);
  arf_get_fmpz(n, scaled, ARF_RND_NEAR);
  fmpz_get_mpz(out, n);
  fmpz_clear(n);
  arf_clear(scaled);
  return true;
}

void from_fixed(arb_t out, const mpz_t n, long bits, const mag_t error) {
  fmpz_t f;
  fmpz_init(f);
  fmpz_set_mpz(f, n);
  arb_set_fmpz(out, f);
  arb_mul_2exp_si(out, out, -bits);
  mag_add(arb_radref(out), arb_radref(out), error);
  fmpz_clear(f);
}

}  // namespace

std::optional<ComplexVector> rotor_sums(const BallVector& weights, const BallVector& angles, long steps, long bits,
                                        const Deadline& deadline) {
  // |X_j| <= 2 in units of 2^bits is part of the error bound: it needs 2 J^2 + 2 J < 2^bits.
  if (steps > (1L << 30) || bits < 64) return std::nullopt;
  const std::size_t length = static_cast<std::size_t>(steps) + 1;
  std::vector<Mpz> re(length), im(length);
  Ball c(0, bits + 64), s(0, bits + 64), twice(0, bits + 64);
  Mpz coefficient, product, x0, x1, y0, y1;
  for (long n = 0; n < weights.size(); ++n) {
    if ((n & 15) == 0 && deadline.passed()) return std::nullopt;
    arb_sin_cos(s.raw(), c.raw(), angles[n], bits + 32);
    arb_mul_2exp_si(twice.raw(), c.raw(), 1);
    arb_mul(c.raw(), c.raw(), weights[n], bits + 32);
    arb_mul(s.raw(), s.raw(), weights[n], bits + 32);
    if (!to_fixed(coefficient.v, twice.raw(), bits) || !to_fixed(x0.v, weights[n], bits) ||
        !to_fixed(x1.v, c.raw(), bits) || !to_fixed(y1.v, s.raw(), bits))
      return std::nullopt;
    mpz_set_ui(y0.v, 0);
    mpz_add(re[0].v, re[0].v, x0.v);
    for (std::size_t j = 1; j < length; ++j) {
      mpz_add(re[j].v, re[j].v, x1.v);
      mpz_add(im[j].v, im[j].v, y1.v);
      mpz_mul(product.v, coefficient.v, x1.v);
      mpz_tdiv_q_2exp(product.v, product.v, static_cast<mp_bitcnt_t>(bits));
      mpz_sub(x0.v, product.v, x0.v);
      mpz_swap(x0.v, x1.v);
      mpz_mul(product.v, coefficient.v, y1.v);
      mpz_tdiv_q_2exp(product.v, product.v, static_cast<mp_bitcnt_t>(bits));
      mpz_sub(y0.v, product.v, y0.v);
      mpz_swap(y0.v, y1.v);
    }
  }
  ComplexVector sums(steps + 1);
  mag_t error;
  mag_init(error);
  for (long j = 0; j <= steps; ++j) {
    mag_set_ui(error, static_cast<ulong>(j) * static_cast<ulong>(j + 1) * 2 + 1);
    mag_mul_ui(error, error, static_cast<ulong>(weights.size()));
    mag_mul_2exp_si(error, error, -bits);
    from_fixed(acb_realref(sums[j]), re[static_cast<std::size_t>(j)].v, bits, error);
    from_fixed(acb_imagref(sums[j]), im[static_cast<std::size_t>(j)].v, bits, error);
  }
  mag_clear(error);
  return sums;
}

}  // namespace assay::accounting
