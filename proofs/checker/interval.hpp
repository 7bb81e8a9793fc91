// Intervals with MPFR ends: the lower end is rounded down and the upper end up, by name, in every operation.
#pragma once

#include <string>

#include <mpfr.h>

#include "proofs/checker/exact.hpp"

namespace assay::checker {

/// The reals between two ends that provably hold a true value. An operation outside its domain gives an end that is
/// not a number, and then every comparison below is false.
class Interval {
 public:
  /// The value itself, at a precision of `bits`.
  Interval(const Rational& value, long bits);
  Interval(const Interval& other);
  Interval(Interval&& other) noexcept;
  Interval& operator=(Interval other) noexcept;
  ~Interval();

  mpfr_srcptr lower() const { return lower_; }
  mpfr_srcptr upper() const { return upper_; }
  long bits() const { return mpfr_get_prec(lower_); }

  Interval operator-() const;
  Interval& operator+=(const Interval& other);
  Interval& operator-=(const Interval& other);
  Interval& operator*=(const Interval& other);
  Interval& operator/=(const Interval& other);  // a divisor that may be zero: not a number

  friend Interval exp(Interval x);
  friend Interval expm1(Interval x);
  friend Interval log(Interval x);
  friend Interval log1p(Interval x);
  friend Interval sqrt(Interval x);
  friend Interval erfc(Interval x);
  friend Interval pi(long bits);
  friend Interval normal_tail(const Interval& x);
  /// The interval that holds both.
  friend Interval hull(Interval a, const Interval& b);

 private:
  using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  static Interval increasing(Interval x, Function f);

  mpfr_t lower_, upper_;
};

inline Interval operator+(Interval a, const Interval& b) { return a += b; }
inline Interval operator-(Interval a, const Interval& b) { return a -= b; }
inline Interval operator*(Interval a, const Interval& b) { return a *= b; }
inline Interval operator/(Interval a, const Interval& b) { return a /= b; }
Interval operator+(Interval a, const Rational& b);
Interval operator-(Interval a, const Rational& b);
Interval operator*(Interval a, const Rational& b);
Interval operator/(Interval a, const Rational& b);

Interval pi(long bits);
/// Whether every value of the interval is at most, at least, less than, more than x.
bool at_most(const Interval& a, const Rational& x);
bool at_least(const Interval& a, const Rational& x);
bool below(const Interval& a, const Rational& x);
bool above(const Interval& a, const Rational& x);

/// The normal probability of a value above x.
Interval normal_tail(const Interval& x);

/// ceil(upper end * 2^bits), floor(lower end * 2^bits): a probability as a whole number of units 2^-bits.
Integer units_up(const Interval& a, long bits);
Integer units_down(const Interval& a, long bits);

/// A decimal of `digits` significant digits, not below the upper end; not above the lower end.
std::string decimal_up(const Interval& a, std::size_t digits);
std::string decimal_down(const Interval& a, std::size_t digits);

}  // namespace assay::checker
