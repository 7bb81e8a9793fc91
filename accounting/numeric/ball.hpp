// Ball: a real number known to lie in [midpoint - radius, midpoint + radius]; a value type on Arb.
//
// Every operation returns a ball that holds the exact result for every real of its arguments' balls (Johansson 2017).
// The working precision in bits travels with the value: a result carries the larger precision of its operands.
#pragma once

#include <string>

#include <arb.h>

#include "core/rational.hpp"

namespace assay::accounting {

class Ball {
 public:
  Ball() : Ball(0L, 64) {}
  Ball(long n, long bits) : bits_(bits) {
    arb_init(v_);
    arb_set_si(v_, n);
  }
  Ball(const core::Rational& x, long bits);
  Ball(double) = delete;  // a double never enters by accident: see exact()
  Ball(const Ball& o) : bits_(o.bits_) {
    arb_init(v_);
    arb_set(v_, o.v_);
  }
  Ball(Ball&& o) noexcept : bits_(o.bits_) {
    arb_init(v_);
    arb_swap(v_, o.v_);
  }
  Ball& operator=(const Ball& o) {
    if (this != &o) {
      arb_set(v_, o.v_);
      bits_ = o.bits_;
    }
    return *this;
  }
  Ball& operator=(Ball&& o) noexcept {
    arb_swap(v_, o.v_);
    bits_ = o.bits_;
    return *this;
  }
  ~Ball() { arb_clear(v_); }

  /// The double itself, as an exact real (for parameters that a fast path chose).
  static Ball exact(double x, long bits);
  static Ball pi(long bits);
  /// [0, upper(x)] and [-upper(x), upper(x)] for a nonnegative bound x.
  static Ball zero_to(const Ball& x);
  static Ball plus_minus(const Ball& x);
  static Ball positive_infinity(long bits);
  static Ball everything(long bits);  // the real line: nothing is known

  long bits() const { return bits_; }
  Ball with_bits(long bits) const;  // same ball, another working precision from here on
  arb_srcptr raw() const { return v_; }
  arb_ptr raw() { return v_; }

  bool is_finite() const { return arb_is_finite(v_); }
  bool is_exact_zero() const { return arb_is_zero(v_); }
  bool is_exact() const { return arb_is_exact(v_); }
  double midpoint() const;  // nearest double; may overflow to inf, underflow to 0
  /// log of the midpoint's absolute value as a double: usable where midpoint() under- or overflows.
  double log_midpoint() const;
  /// Bits of relative accuracy (Arb's), negative where the ball holds zero.
  long relative_bits() const { return arb_rel_accuracy_bits(v_); }

 private:
  arb_t v_;
  long bits_;
};

Ball operator-(const Ball& x);
Ball operator+(const Ball& x, const Ball& y);
Ball operator-(const Ball& x, const Ball& y);
Ball operator*(const Ball& x, const Ball& y);
Ball operator/(const Ball& x, const Ball& y);
Ball operator+(const Ball& x, long n);
Ball operator-(const Ball& x, long n);
Ball operator-(long n, const Ball& x);
Ball operator*(const Ball& x, long n);
Ball operator/(const Ball& x, long n);

Ball exp(const Ball& x);
Ball expm1(const Ball& x);
Ball log(const Ball& x);
Ball log1p(const Ball& x);
Ball sqrt(const Ball& x);
Ball square(const Ball& x);
Ball pow(const Ball& x, const Ball& y);
Ball pow(const Ball& x, unsigned long n);
Ball cos(const Ball& x);
Ball sin(const Ball& x);
Ball atan(const Ball& x);
Ball abs(const Ball& x);
Ball min(const Ball& x, const Ball& y);
Ball max(const Ball& x, const Ball& y);
/// max(x, 0), for a quantity that is known to be nonnegative.
Ball nonnegative(const Ball& x);
/// Standard normal distribution: P[N <= x] and P[N > x].
Ball normal_cdf(const Ball& x);
Ball normal_tail(const Ball& x);

/// The upper (lower) end of the ball, an exact ball.
Ball upper(const Ball& x);
Ball lower(const Ball& x);
/// The smallest ball around [lower(x), upper(y)].
Ball hull(const Ball& x, const Ball& y);

// No == or < on balls: a comparison is certain or it is not.
bool certainly_less(const Ball& x, const Ball& y);
bool certainly_less_equal(const Ball& x, const Ball& y);
bool certainly_positive(const Ball& x);
bool certainly_nonnegative(const Ball& x);
bool certainly_negative(const Ball& x);
bool overlaps(const Ball& x, const Ball& y);
/// The exact rational is certainly below every real of the ball (above, respectively).
bool certainly_less(const core::Rational& x, const Ball& y);
bool certainly_less(const Ball& x, const core::Rational& y);

/// lower and upper ends as exact rationals. Precondition: finite, |exponent| moderate (below 2^24 bits).
core::Rational lower_rational(const Ball& x);
core::Rational upper_rational(const Ball& x);

/// Readers of decimals (Python's Decimal, for one) refuse exponents beyond this: what is smaller prints as 0 below and
/// as 1e-999999999 above.
inline constexpr long max_printed_exponent = 999'999'999;

/// Decimal text below and above every real of the ball, `digits` significant digits; "-inf", "inf" where unbounded.
struct DecimalEnclosure {
  std::string lower, upper;
};
DecimalEnclosure to_decimal(const Ball& x, long digits);

}  // namespace assay::accounting
