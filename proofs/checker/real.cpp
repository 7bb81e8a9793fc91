#include "proofs/checker/real.hpp"

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

std::string decimal(const Float& x, bool up) {
  if (mpfr_zero_p(x) != 0) return "0";
  if (mpfr_cmp_ui_2exp(x, 1, -300'000) < 0 && mpfr_cmp_ui(x, 0) > 0) return up ? "1e-90000" : "0";  // 2^-300000
  mpfr_exp_t exponent = 0;
  char* text = mpfr_get_str(nullptr, &exponent, 10, 30, x, up ? MPFR_RNDU : MPFR_RNDD);
  std::string digits(text);
  mpfr_free_str(text);
  digits.insert(digits.front() == '-' ? 2 : 1, ".");
  return digits + "e" + std::to_string(exponent - 1);
}

}  // namespace

std::string rounded(const Enclosure& value, bool up) {
  for (long bits = 128; bits <= 2048; bits *= 2) {
    const Interval x = value(bits);
    if (mpfr_number_p(x.lower) == 0 || mpfr_number_p(x.upper) == 0) continue;
    std::string one = decimal(x.lower, up);
    if (one == decimal(x.upper, up)) return one;
  }
  throw Refused("the value could not be rounded");
}

Real read_real(const std::string& text) {
  if (text == "inf") return {.infinite = true};
  if (!text.starts_with("ln(")) return {.shift = read_rational(text)};
  need(text.ends_with(")"), "not a logarithm: " + text.substr(0, 60));
  const Rational ratio = read_rational(text.substr(3, text.size() - 4));
  need(ratio > 0, "the logarithm of a number that is not positive");
  return {.ratio = ratio};
}

Interval value(const Real& x, long bits) {
  return x.computed ? x.computed(bits) : log(Interval(x.ratio, bits)) + x.shift;
}

// Exactly, where both are: e^shift is transcendental for every other shift than 0, so distinct forms are distinct.
int compare(const Real& a, const Real& b) {
  if (a.infinite || b.infinite) return int{a.infinite} - int{b.infinite};
  if (!a.computed && !b.computed) {
    if (a.shift == b.shift) return cmp(a.ratio, b.ratio);
    if (a.ratio == b.ratio) return cmp(a.shift, b.shift);
  }
  for (long bits = 64; bits <= 1024; bits *= 2)
    if (const int known = sign(value(a, bits) - value(b, bits)); known != 0) return known;
  throw Refused("two numbers that are too near to each other to compare");
}

}  // namespace assay::checker
