// Intervals with MPFR ends: the lower end is rounded down and the upper end up, by name, in every operation.
#pragma once

#include <utility>

#include <mpfr.h>

#include "proofs/checker/exact.hpp"

namespace assay::checker {

/// An MPFR number that is copied like any value.
class Float {
 public:
  explicit Float(long bits) { mpfr_init2(x_, bits); }
  Float(const Float& other) : Float(mpfr_get_prec(other.x_)) { mpfr_set(x_, other.x_, MPFR_RNDN); }
  Float& operator=(Float other) noexcept {
    mpfr_swap(x_, other.x_);
    return *this;
  }
  ~Float() { mpfr_clear(x_); }
  operator mpfr_ptr() { return x_; }
  operator mpfr_srcptr() const { return x_; }

 private:
  mpfr_t x_;
};

/// The reals between two ends that provably hold a true value. An operation outside its domain gives an end that is
/// not a number, and then every comparison below is false.
struct Interval {
  Float lower, upper;

  /// The value itself, at a precision of `bits`.
  Interval(const Rational& value, long bits);
  long bits() const { return mpfr_get_prec(lower); }
};

Interval operator-(Interval a);
Interval operator+(Interval a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
Interval operator/(const Interval& a, const Interval& b);  // a divisor that may be zero: not a number
inline Interval operator-(Interval a, const Interval& b) { return std::move(a) + -b; }
inline Interval operator+(const Interval& a, const Rational& b) { return a + Interval(b, a.bits()); }
inline Interval operator-(const Interval& a, const Rational& b) { return a - Interval(b, a.bits()); }
inline Interval operator*(const Interval& a, const Rational& b) { return a * Interval(b, a.bits()); }
inline Interval operator/(const Interval& a, const Rational& b) { return a / Interval(b, a.bits()); }

Interval exp(Interval x);
Interval expm1(Interval x);
Interval log(Interval x);
Interval log1p(Interval x);
Interval sqrt(Interval x);
/// The normal probability of a value above x.
Interval normal_tail(const Interval& x);
/// The interval that holds both.
Interval hull(Interval a, const Interval& b);

/// Whether both ends are numbers.
bool known(const Interval& a);
/// 1 or -1 where all values have that sign, else 0.
int sign(const Interval& a);
/// Whether every value of the interval is at most, at least x.
bool at_most(const Interval& a, const Rational& x);
bool at_least(const Interval& a, const Rational& x);

/// ceil(upper end * 2^bits) or floor(lower end * 2^bits): a probability as a whole number of units 2^-bits.
Integer units(const Interval& a, long bits, bool up);
/// The same of a place on a grid, in units of 1.
long whole(const Interval& a, bool up);

}  // namespace assay::checker
