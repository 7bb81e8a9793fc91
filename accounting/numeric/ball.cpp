#include "accounting/numeric/ball.hpp"

#include <algorithm>
#include <cmath>

#include <arb_hypgeom.h>
#include <arf.h>
#include <flint/fmpq.h>
#include <mpfr.h>

namespace assay::accounting {
namespace {

long common(const Ball& x, const Ball& y) { return std::max(x.bits(), y.bits()); }

// One operation of Arb's two-operand form at the common precision.
template <class F>
Ball binary(const Ball& x, const Ball& y, F f) {
  Ball r(0, common(x, y));
  f(r.raw(), x.raw(), y.raw(), r.bits());
  return r;
}

template <class F>
Ball unary(const Ball& x, F f) {
  Ball r(0, x.bits());
  f(r.raw(), x.raw(), x.bits());
  return r;
}

core::Rational rational_of(const arf_t x) {
  fmpq_t q;
  fmpq_init(q);
  arf_get_fmpq(q, x);
  core::Rational r;
  fmpq_get_mpq(r.backend().data(), q);
  fmpq_clear(q);
  return r;
}

struct Arf {
  arf_t v;
  Arf() { arf_init(v); }
  ~Arf() { arf_clear(v); }
  Arf(const Arf&) = delete;
  Arf& operator=(const Arf&) = delete;
};

// Bits that hold an end of the ball exactly would be unbounded; one more word than the ball's own precision is plenty.
long end_bits(const Ball& x) { return x.bits() + 64; }

core::Integer integer_of(const fmpz_t n) {
  core::Integer r;
  fmpz_get_mpz(r.backend().data(), n);
  return r;
}

struct Fmpz {
  fmpz_t v;
  Fmpz() { fmpz_init(v); }
  ~Fmpz() { fmpz_clear(v); }
  Fmpz(const Fmpz&) = delete;
  Fmpz& operator=(const Fmpz&) = delete;
};

// Decimal next to the dyadic x on the side named. x may have an exponent of any size: the mantissa x * 10^shift is
// computed in a ball and its outer end taken, so the text is a bound even where the ball is not exact.
std::string end_to_decimal(const arf_t x, long digits, core::Rounding rounding) {
  if (arf_is_nan(x)) return rounding == core::Rounding::down ? "-inf" : "inf";
  if (arf_is_pos_inf(x)) return "inf";
  if (arf_is_neg_inf(x)) return "-inf";
  if (arf_is_zero(x)) return "0";
  if (arf_cmpabs_2exp_si(x, 4096) < 0 && arf_cmpabs_2exp_si(x, -4096) > 0)
    return core::to_decimal(rational_of(x), digits, rounding);

  // An exponent of n bits needs n bits more for the decimal exponent to be right to a unit.
  const long bits_of_exponent = static_cast<long>(fmpz_bits(ARF_EXPREF(x)));
  const long bits = 96 + static_cast<long>(static_cast<double>(digits) * 3.33) + bits_of_exponent;
  Ball value(0, bits);
  arf_set(arb_midref(value.raw()), x);
  Ball magnitude = log(abs(value)) / log(Ball(10, bits));
  Fmpz exponent, mantissa, shift;
  arf_floor(arb_midref(magnitude.raw()), arb_midref(magnitude.raw()));
  arf_get_fmpz(exponent.v, arb_midref(magnitude.raw()), ARF_RND_NEAR);
  if (fmpz_cmp_si(exponent.v, -max_printed_exponent) < 0) {
    if (rounding == core::Rounding::down) return arf_sgn(x) > 0 ? "0" : "-1e-" + std::to_string(max_printed_exponent);
    return arf_sgn(x) > 0 ? "1e-" + std::to_string(max_printed_exponent) : "0";
  }
  fmpz_set_si(shift.v, digits - 1);
  fmpz_sub(shift.v, shift.v, exponent.v);
  Ball ten(10, bits), power(0, bits), scaled(0, bits);
  arb_pow_fmpz(power.raw(), ten.raw(), shift.v, bits);
  arb_mul(scaled.raw(), value.raw(), power.raw(), bits);
  Arf end;
  if (rounding == core::Rounding::down) {
    arb_get_lbound_arf(end.v, scaled.raw(), bits);
    arf_get_fmpz(mantissa.v, end.v, ARF_RND_FLOOR);
  } else {
    arb_get_ubound_arf(end.v, scaled.raw(), bits);
    arf_get_fmpz(mantissa.v, end.v, ARF_RND_CEIL);
  }
  fmpz_neg(shift.v, shift.v);
  return core::format_decimal(integer_of(mantissa.v), integer_of(shift.v), digits);
}

}  // namespace

Ball::Ball(const core::Rational& x, long bits) : Ball(0L, bits) {
  fmpq_t q;
  fmpq_init(q);
  fmpq_set_mpq(q, x.backend().data());
  arb_set_fmpq(v_, q, bits);
  fmpq_clear(q);
}

Ball Ball::exact(double x, long bits) {
  Ball r(0, bits);
  arb_set_d(r.v_, x);
  return r;
}

Ball Ball::pi(long bits) {
  Ball r(0, bits);
  arb_const_pi(r.v_, bits);
  return r;
}

Ball Ball::positive_infinity(long bits) {
  Ball r(0, bits);
  arb_pos_inf(r.v_);
  return r;
}

Ball Ball::everything(long bits) {
  Ball r(0, bits);
  arb_zero_pm_inf(r.v_);
  return r;
}

Ball Ball::zero_to(const Ball& x) { return hull(Ball(0, x.bits()), x); }

Ball Ball::plus_minus(const Ball& x) {
  const Ball bound = upper(abs(x));
  Ball r(0, x.bits());
  arb_add_error(r.v_, bound.v_);
  return r;
}

Ball Ball::with_bits(long bits) const {
  Ball r(*this);
  r.bits_ = bits;
  return r;
}

double Ball::midpoint() const { return arf_get_d(arb_midref(v_), ARF_RND_NEAR); }

double Ball::log_midpoint() const {
  if (arf_is_zero(arb_midref(v_))) return -HUGE_VAL;
  if (!arf_is_finite(arb_midref(v_))) return HUGE_VAL;
  Ball m(0, 64);
  arf_set(arb_midref(m.v_), arb_midref(v_));
  return log(abs(m)).midpoint();
}

Ball operator-(const Ball& x) {
  Ball r(0, x.bits());
  arb_neg(r.raw(), x.raw());
  return r;
}
Ball operator+(const Ball& x, const Ball& y) { return binary(x, y, arb_add); }
Ball operator-(const Ball& x, const Ball& y) { return binary(x, y, arb_sub); }
Ball operator*(const Ball& x, const Ball& y) { return binary(x, y, arb_mul); }
Ball operator/(const Ball& x, const Ball& y) { return binary(x, y, arb_div); }

Ball operator+(const Ball& x, long n) {
  return unary(x, [n](arb_t r, const arb_t a, long bits) { arb_add_si(r, a, n, bits); });
}
Ball operator-(const Ball& x, long n) {
  return unary(x, [n](arb_t r, const arb_t a, long bits) { arb_sub_si(r, a, n, bits); });
}
Ball operator-(long n, const Ball& x) { return -(x - n); }
Ball operator*(const Ball& x, long n) {
  return unary(x, [n](arb_t r, const arb_t a, long bits) { arb_mul_si(r, a, n, bits); });
}
Ball operator/(const Ball& x, long n) {
  return unary(x, [n](arb_t r, const arb_t a, long bits) { arb_div_si(r, a, n, bits); });
}

Ball exp(const Ball& x) { return unary(x, arb_exp); }
Ball expm1(const Ball& x) { return unary(x, arb_expm1); }
Ball log(const Ball& x) { return unary(x, arb_log); }
Ball log1p(const Ball& x) { return unary(x, arb_log1p); }
Ball sqrt(const Ball& x) { return unary(x, arb_sqrt); }
Ball cos(const Ball& x) { return unary(x, arb_cos); }
Ball sin(const Ball& x) { return unary(x, arb_sin); }
Ball atan(const Ball& x) { return unary(x, arb_atan); }
Ball square(const Ball& x) {
  return unary(x, [](arb_t r, const arb_t a, long bits) { arb_sqr(r, a, bits); });
}
Ball pow(const Ball& x, const Ball& y) { return binary(x, y, arb_pow); }
Ball pow(const Ball& x, unsigned long n) {
  return unary(x, [n](arb_t r, const arb_t a, long bits) { arb_pow_ui(r, a, n, bits); });
}
Ball abs(const Ball& x) {
  Ball r(0, x.bits());
  arb_abs(r.raw(), x.raw());
  return r;
}
Ball min(const Ball& x, const Ball& y) { return binary(x, y, arb_min); }
Ball max(const Ball& x, const Ball& y) { return binary(x, y, arb_max); }
Ball nonnegative(const Ball& x) {
  Ball r(0, x.bits());
  arb_nonnegative_part(r.raw(), x.raw());
  return r;
}

Ball normal_tail(const Ball& x) {
  Ball r = x / sqrt(Ball(2, x.bits()));
  arb_hypgeom_erfc(r.raw(), r.raw(), x.bits());
  return r / 2;
}
Ball normal_cdf(const Ball& x) { return normal_tail(-x); }

Ball upper(const Ball& x) {
  Ball r(0, x.bits());
  arb_get_ubound_arf(arb_midref(r.raw()), x.raw(), end_bits(x));
  return r;
}
Ball lower(const Ball& x) {
  Ball r(0, x.bits());
  arb_get_lbound_arf(arb_midref(r.raw()), x.raw(), end_bits(x));
  return r;
}
Ball hull(const Ball& x, const Ball& y) { return binary(x, y, arb_union); }

bool certainly_less(const Ball& x, const Ball& y) { return arb_lt(x.raw(), y.raw()); }
bool certainly_less_equal(const Ball& x, const Ball& y) { return arb_le(x.raw(), y.raw()); }
bool certainly_positive(const Ball& x) { return arb_is_positive(x.raw()); }
bool certainly_nonnegative(const Ball& x) { return arb_is_nonnegative(x.raw()); }
bool certainly_negative(const Ball& x) { return arb_is_negative(x.raw()); }
bool overlaps(const Ball& x, const Ball& y) { return arb_overlaps(x.raw(), y.raw()); }

// The rational enters as a ball at a precision above x's, so the comparison loses nothing that x can resolve.
bool certainly_less(const core::Rational& x, const Ball& y) { return certainly_less(Ball(x, y.bits() + 64), y); }
bool certainly_less(const Ball& x, const core::Rational& y) { return certainly_less(x, Ball(y, x.bits() + 64)); }

core::Rational lower_rational(const Ball& x) { return rational_of(arb_midref(lower(x).raw())); }
core::Rational upper_rational(const Ball& x) { return rational_of(arb_midref(upper(x).raw())); }

DecimalEnclosure to_decimal(const Ball& x, long digits) {
  return {end_to_decimal(arb_midref(lower(x).raw()), digits, core::Rounding::down),
          end_to_decimal(arb_midref(upper(x).raw()), digits, core::Rounding::up)};
}

}  // namespace assay::accounting
