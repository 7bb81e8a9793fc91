#include "proofs/checker/interval.hpp"

#include <algorithm>
#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {

Interval::Interval(const Rational& value, long bits) {
  mpfr_init2(lower_, bits);
  mpfr_init2(upper_, bits);
  mpfr_set_q(lower_, value.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(upper_, value.get_mpq_t(), MPFR_RNDU);
}

Interval::Interval(const Interval& other) {
  mpfr_init2(lower_, other.bits());
  mpfr_init2(upper_, other.bits());
  mpfr_set(lower_, other.lower_, MPFR_RNDD);
  mpfr_set(upper_, other.upper_, MPFR_RNDU);
}

// What is moved from keeps a number of its own, so that it can be destroyed and assigned.
Interval::Interval(Interval&& other) noexcept {
  mpfr_init2(lower_, MPFR_PREC_MIN);
  mpfr_init2(upper_, MPFR_PREC_MIN);
  mpfr_swap(lower_, other.lower_);
  mpfr_swap(upper_, other.upper_);
}

Interval& Interval::operator=(Interval other) noexcept {
  mpfr_swap(lower_, other.lower_);
  mpfr_swap(upper_, other.upper_);
  return *this;
}

Interval::~Interval() {
  mpfr_clear(lower_);
  mpfr_clear(upper_);
}

Interval Interval::operator-() const {
  Interval result(*this);
  mpfr_neg(result.lower_, upper_, MPFR_RNDD);
  mpfr_neg(result.upper_, lower_, MPFR_RNDU);
  return result;
}

Interval& Interval::operator+=(const Interval& other) {
  mpfr_add(lower_, lower_, other.lower_, MPFR_RNDD);
  mpfr_add(upper_, upper_, other.upper_, MPFR_RNDU);
  return *this;
}

Interval& Interval::operator-=(const Interval& other) { return *this += -other; }

// The least and the greatest of the four products of ends.
Interval& Interval::operator*=(const Interval& other) {
  if (mpfr_sgn(lower_) >= 0 && mpfr_sgn(other.lower_) >= 0) {
    mpfr_mul(lower_, lower_, other.lower_, MPFR_RNDD);
    mpfr_mul(upper_, upper_, other.upper_, MPFR_RNDU);
    return *this;
  }
  Interval result(0, bits()), product(0, bits());
  bool first = true;
  for (mpfr_srcptr a : {mpfr_srcptr(lower_), mpfr_srcptr(upper_)})
    for (mpfr_srcptr b : {mpfr_srcptr(other.lower_), mpfr_srcptr(other.upper_)}) {
      mpfr_mul(product.lower_, a, b, MPFR_RNDD);
      mpfr_mul(product.upper_, a, b, MPFR_RNDU);
      result = first ? product : hull(std::move(result), product);
      first = false;
    }
  return *this = std::move(result);
}

Interval& Interval::operator/=(const Interval& other) {
  Interval inverse(0, bits());
  if (mpfr_sgn(other.lower_) > 0 || mpfr_sgn(other.upper_) < 0) {
    mpfr_ui_div(inverse.lower_, 1, other.upper_, MPFR_RNDD);
    mpfr_ui_div(inverse.upper_, 1, other.lower_, MPFR_RNDU);
  } else {
    mpfr_set_nan(inverse.lower_);
    mpfr_set_nan(inverse.upper_);
  }
  return *this *= inverse;
}

Interval Interval::increasing(Interval x, Function f) {
  f(x.lower_, x.lower_, MPFR_RNDD);
  f(x.upper_, x.upper_, MPFR_RNDU);
  return x;
}

Interval exp(Interval x) { return Interval::increasing(std::move(x), mpfr_exp); }
Interval expm1(Interval x) { return Interval::increasing(std::move(x), mpfr_expm1); }
Interval log(Interval x) { return Interval::increasing(std::move(x), mpfr_log); }
Interval log1p(Interval x) { return Interval::increasing(std::move(x), mpfr_log1p); }
Interval sqrt(Interval x) { return Interval::increasing(std::move(x), mpfr_sqrt); }

Interval erfc(Interval x) {  // decreasing
  mpfr_swap(x.lower_, x.upper_);
  return Interval::increasing(std::move(x), mpfr_erfc);
}

// A NaN would be passed over by mpfr_min and mpfr_max: it is kept.
Interval hull(Interval a, const Interval& b) {
  const bool unknown =
      mpfr_nan_p(a.lower_) != 0 || mpfr_nan_p(b.lower_) != 0 || mpfr_nan_p(a.upper_) != 0 || mpfr_nan_p(b.upper_) != 0;
  mpfr_min(a.lower_, a.lower_, b.lower_, MPFR_RNDD);
  mpfr_max(a.upper_, a.upper_, b.upper_, MPFR_RNDU);
  if (unknown) {
    mpfr_set_nan(a.lower_);
    mpfr_set_nan(a.upper_);
  }
  return a;
}

Interval operator+(Interval a, const Rational& b) { return a += Interval(b, a.bits()); }
Interval operator-(Interval a, const Rational& b) { return a -= Interval(b, a.bits()); }
Interval operator*(Interval a, const Rational& b) { return a *= Interval(b, a.bits()); }
Interval operator/(Interval a, const Rational& b) { return a /= Interval(b, a.bits()); }

namespace {

// mpfr_cmp_q answers 0 for NaN: it is asked apart.
bool known(const Interval& a) { return mpfr_nan_p(a.lower()) == 0 && mpfr_nan_p(a.upper()) == 0; }

Integer units(mpfr_srcptr x, long bits, mpfr_rnd_t direction) {
  need(mpfr_number_p(x) != 0 && (mpfr_zero_p(x) != 0 || mpfr_get_exp(x) <= 64),
       "a mass could not be computed at this precision");
  mpfr_t scaled;
  mpfr_init2(scaled, mpfr_get_prec(x));
  mpfr_mul_2si(scaled, x, bits, direction);
  Integer result;
  mpfr_get_z(result.get_mpz_t(), scaled, direction);
  mpfr_clear(scaled);
  return result;
}

std::string decimal(mpfr_srcptr x, std::size_t digits, mpfr_rnd_t direction) {
  need(mpfr_number_p(x) != 0, "a bound could not be computed at this precision");
  if (mpfr_zero_p(x) != 0) return "0";
  mpfr_exp_t exponent = 0;
  char* text = mpfr_get_str(nullptr, &exponent, 10, digits, x, direction);
  std::string mantissa(text);
  mpfr_free_str(text);
  const std::string sign = mantissa.front() == '-' ? "-" : "";
  mantissa.erase(0, sign.size());
  return sign + mantissa.substr(0, 1) + "." + mantissa.substr(1) + "e" + std::to_string(exponent - 1);
}

}  // namespace

bool at_most(const Interval& a, const Rational& x) { return known(a) && mpfr_cmp_q(a.upper(), x.get_mpq_t()) <= 0; }
bool at_least(const Interval& a, const Rational& x) { return known(a) && mpfr_cmp_q(a.lower(), x.get_mpq_t()) >= 0; }
bool below(const Interval& a, const Rational& x) { return known(a) && mpfr_cmp_q(a.upper(), x.get_mpq_t()) < 0; }
bool above(const Interval& a, const Rational& x) { return known(a) && mpfr_cmp_q(a.lower(), x.get_mpq_t()) > 0; }

// Far out, where mpfr_erfc is slow: with z = x/sqrt(2), erfc(z) sqrt(pi) e^{z^2} is 2/t_0 of Laplace's continued
// fraction t_k = 2z + 2(k+1)/t_{k+1}. Every t_k is at least 2z, so t_n is in [2z, 2z + 2(n+1)/(2z)]; that interval
// shrinks on the way to t_0, and its width there is the error made, whatever n is.
Interval normal_tail(const Interval& x) {
  const long bits = x.bits();
  if (at_most(x, -5)) return Interval(1, bits) - normal_tail(-x);
  const Interval z = x / sqrt(Interval(2, bits)), twice = z + z;
  if (!at_least(x, 5) || !at_most(x, 1'000'000)) return erfc(z) * Rational(1, 2);
  const long doubled = mpfr_get_si(twice.lower(), MPFR_RNDD);
  const long root = std::max(8L, (bits - doubled * doubled / 4) * 2 / (3 * doubled) + 2);
  const auto n = static_cast<unsigned long>(root * root);
  Interval t = hull(twice, twice + Interval(2, bits) / twice * Rational(n + 1));
  for (unsigned long k = n; k > 0; --k) {
    mpfr_swap(t.lower_, t.upper_);
    mpfr_ui_div(t.lower_, 2 * k, t.lower_, MPFR_RNDD);
    mpfr_ui_div(t.upper_, 2 * k, t.upper_, MPFR_RNDU);
    t += twice;
  }
  return exp(-(z * z)) / (sqrt(pi(bits)) * t);
}

Interval pi(long bits) {
  Interval result(0, bits);
  mpfr_const_pi(result.lower_, MPFR_RNDD);
  mpfr_const_pi(result.upper_, MPFR_RNDU);
  return result;
}

Integer units_up(const Interval& a, long bits) { return units(a.upper(), bits, MPFR_RNDU); }
Integer units_down(const Interval& a, long bits) { return units(a.lower(), bits, MPFR_RNDD); }

std::string decimal_up(const Interval& a, std::size_t digits) { return decimal(a.upper(), digits, MPFR_RNDU); }
std::string decimal_down(const Interval& a, std::size_t digits) { return decimal(a.lower(), digits, MPFR_RNDD); }

}  // namespace assay::checker
