#include "proofs/checker/exact.hpp"

#include <algorithm>
#include <cstdlib>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t longest = 4096;
constexpr long largest_exponent = 100000;

bool digits_only(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

long read_exponent(std::string_view text) {
  const bool down = text.starts_with('-');
  if (down || text.starts_with('+')) text.remove_prefix(1);
  need(digits_only(text) && text.size() <= 6, "not an exponent that is read here: " + std::string(text));
  const long exponent = std::stol(std::string(text));
  need(exponent <= largest_exponent, "an exponent beyond 100000");
  return down ? -exponent : exponent;
}

Rational read_decimal(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  long exponent = e == std::string_view::npos ? 0 : read_exponent(text.substr(e + 1));
  std::string digits(text.substr(0, e));
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    need(point > 0 && point + 1 < digits.size(), "not a number: " + digits);
    digits.erase(point, 1);
    exponent -= static_cast<long>(digits.size() - point);
  }
  need(digits_only(digits), "not a number: " + digits);
  Integer power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  const Rational whole(Integer(digits, 10));
  return exponent < 0 ? Rational(whole / power) : Rational(whole * power);
}

}  // namespace

Integer read_integer(std::string_view text) {
  need(digits_only(text) && text.size() <= longest && (text.size() == 1 || text.front() != '0'),
       "not a whole number: " + std::string(text.substr(0, 60)));
  return Integer(std::string(text), 10);
}

Rational read_rational(std::string_view text) {
  need(!text.empty() && text.size() <= longest, "not a number, or too long a one: " + std::string(text.substr(0, 60)));
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  Rational value;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const Integer denominator = read_integer(text.substr(slash + 1));
    need(denominator != 0, "a fraction over zero");
    value = Rational(read_integer(text.substr(0, slash))) / denominator;
  } else {
    value = read_decimal(text);
  }
  return negative ? Rational(-value) : value;
}

const Rational& kept_small(const Rational& x) {
  need(mpz_sizeinbase(x.get_num_mpz_t(), 2) + mpz_sizeinbase(x.get_den_mpz_t(), 2) <= 20'000,
       "numbers that are too long");
  return x;
}

std::string text_of(const Rational& value) { return value.get_str(); }

}  // namespace assay::checker
