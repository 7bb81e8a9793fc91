#include "proofs/checker/interval.hpp"

#include <algorithm>
#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {

Interval::Interval(const Rational& value, long bits) : lower(bits), upper(bits) {
  mpfr_set_q(lower, value.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(upper, value.get_mpq_t(), MPFR_RNDU);
}

Interval operator-(Interval a) {
  mpfr_swap(a.lower, a.upper);
  mpfr_neg(a.lower, a.lower, MPFR_RNDD);
  mpfr_neg(a.upper, a.upper, MPFR_RNDU);
  return a;
}

Interval operator+(Interval a, const Interval& b) {
  mpfr_add(a.lower, a.lower, b.lower, MPFR_RNDD);
  mpfr_add(a.upper, a.upper, b.upper, MPFR_RNDU);
  return a;
}

// The least and the greatest of the four products of ends.
Interval operator*(const Interval& a, const Interval& b) {
  const auto between = [&](const Float& x, const Float& y, const Float& u, const Float& v) {  // x y and u v
    Interval ends(0, a.bits());
    mpfr_mul(ends.lower, x, y, MPFR_RNDD);
    mpfr_mul(ends.upper, u, v, MPFR_RNDU);
    return ends;
  };
  if (mpfr_cmp_ui(a.lower, 0) >= 0 && mpfr_cmp_ui(b.lower, 0) >= 0) return between(a.lower, b.lower, a.upper, b.upper);
  const auto product = [&](const Float& x, const Float& y) { return between(x, y, x, y); };
  return hull(hull(product(a.lower, b.lower), product(a.lower, b.upper)),
              hull(product(a.upper, b.lower), product(a.upper, b.upper)));
}

Interval operator/(const Interval& a, const Interval& b) {
  Interval inverse(0, a.bits());
  if (sign(b) == 0) {
    mpfr_set_nan(inverse.lower);
    mpfr_set_nan(inverse.upper);
  } else {
    mpfr_ui_div(inverse.lower, 1, b.upper, MPFR_RNDD);
    mpfr_ui_div(inverse.upper, 1, b.lower, MPFR_RNDU);
  }
  return a * inverse;
}

namespace {

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

Interval increasing(Interval x, Function f) {
  f(x.lower, x.lower, MPFR_RNDD);
  f(x.upper, x.upper, MPFR_RNDU);
  return x;
}

Interval erfc(Interval x) {  // decreasing
  mpfr_swap(x.lower, x.upper);
  return increasing(std::move(x), mpfr_erfc);
}

}  // namespace

Interval exp(Interval x) { return increasing(std::move(x), mpfr_exp); }
Interval expm1(Interval x) { return increasing(std::move(x), mpfr_expm1); }
Interval log(Interval x) { return increasing(std::move(x), mpfr_log); }
Interval log1p(Interval x) { return increasing(std::move(x), mpfr_log1p); }
Interval sqrt(Interval x) { return increasing(std::move(x), mpfr_sqrt); }

// A NaN would be passed over by mpfr_min and mpfr_max: it is kept.
Interval hull(Interval a, const Interval& b) {
  if (!known(b)) return b;
  if (!known(a)) return a;
  mpfr_min(a.lower, a.lower, b.lower, MPFR_RNDD);
  mpfr_max(a.upper, a.upper, b.upper, MPFR_RNDU);
  return a;
}

// Far out, where mpfr_erfc is slow: with z = x/sqrt(2), erfc(z) sqrt(pi) e^{z^2} is 2/t_0 of Laplace's continued
// fraction t_k = 2z + 2(k+1)/t_{k+1}. Every t_k is at least 2z, so t_n is in [2z, 2z + 2(n+1)/(2z)]; that interval
// shrinks on the way to t_0, and its width there is the error made, whatever n is.
Interval normal_tail(const Interval& x) {
  const long bits = x.bits();
  if (at_most(x, -5)) return Interval(1, bits) - normal_tail(-x);
  const Interval z = x / sqrt(Interval(2, bits)), twice = z + z;
  if (!at_least(x, 5) || !at_most(x, 1'000'000)) return erfc(z) * Rational(1, 2);
  const long doubled = mpfr_get_si(twice.lower, MPFR_RNDD);
  const long root = std::max(8L, (bits - doubled * doubled / 4) * 2 / (3 * doubled) + 2);
  const auto n = static_cast<unsigned long>(root * root);
  Interval t = hull(twice, twice + Interval(2, bits) / twice * Rational(n + 1));
  for (unsigned long k = n; k > 0; --k) {
    mpfr_swap(t.lower, t.upper);
    mpfr_ui_div(t.lower, 2 * k, t.lower, MPFR_RNDD);
    mpfr_ui_div(t.upper, 2 * k, t.upper, MPFR_RNDU);
    t = t + twice;
  }
  Interval pi(0, bits);
  mpfr_const_pi(pi.lower, MPFR_RNDD);
  mpfr_const_pi(pi.upper, MPFR_RNDU);
  return exp(-(z * z)) / (sqrt(pi) * t);
}

// mpfr_cmp_q answers 0 for NaN: it is asked apart.
bool known(const Interval& a) { return mpfr_nan_p(a.lower) == 0 && mpfr_nan_p(a.upper) == 0; }
bool at_most(const Interval& a, const Rational& x) { return known(a) && mpfr_cmp_q(a.upper, x.get_mpq_t()) <= 0; }
bool at_least(const Interval& a, const Rational& x) { return known(a) && mpfr_cmp_q(a.lower, x.get_mpq_t()) >= 0; }
int sign(const Interval& a) {
  if (!known(a)) return 0;
  return int{mpfr_cmp_ui(a.lower, 0) > 0} - int{mpfr_cmp_ui(a.upper, 0) < 0};
}

Integer units(const Interval& a, long bits, bool up) {
  Float end = up ? a.upper : a.lower;
  need(mpfr_number_p(end) != 0 && (mpfr_zero_p(end) != 0 || mpfr_get_exp(end) <= 64),
       "a mass or a place that could not be computed at this precision");
  const mpfr_rnd_t direction = up ? MPFR_RNDU : MPFR_RNDD;
  mpfr_mul_2si(end, end, bits, direction);
  Integer result;
  mpfr_get_z(result.get_mpz_t(), end, direction);
  return result;
}

long whole(const Interval& a, bool up) {
  const Integer n = units(a, 0, up);
  need(mpz_sizeinbase(n.get_mpz_t(), 2) < 40, "a loss too far out for this grid");
  return n.get_si();
}

}  // namespace assay::checker
