#include "proofs/checker/exact.hpp"

#include <algorithm>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t longest = 4096;
constexpr long largest_exponent = 100000;

bool digits_only(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Rational power_of_ten(long exponent) {
  Integer power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
  return exponent < 0 ? Rational(1, power) : Rational(power);
}

}  // namespace

Integer read_integer(std::string_view text, std::size_t digits) {
  need(digits_only(text) && (text.size() == 1 || text.front() != '0'), "not a whole number: " + std::string(text));
  need(text.size() <= digits, "a whole number of more than " + std::to_string(digits) + " digits");
  return Integer(std::string(text), 10);
}

Written read_written(std::string_view text) {
  const std::string whole(text.substr(0, 60));
  need(!text.empty() && text.size() <= longest, "not a number, or too long a one: " + whole);
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  Written number;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const Integer denominator = read_integer(text.substr(slash + 1), longest);
    need(denominator != 0, "a fraction over zero: " + whole);
    number.value = Rational(read_integer(text.substr(0, slash), longest), denominator);
    number.value.canonicalize();
    if (negative) number.value = -number.value;
    return number;
  }
  long exponent = 0;
  if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view power = text.substr(e + 1);
    const bool down = !power.empty() && power.front() == '-';
    if (!power.empty() && (power.front() == '-' || power.front() == '+')) power.remove_prefix(1);
    need(digits_only(power) && power.size() <= 6, "not an exponent that is read here: " + whole);
    exponent = std::stol(std::string(power));
    need(exponent <= largest_exponent, "an exponent beyond 100000: " + whole);
    if (down) exponent = -exponent;
    text = text.substr(0, e);
  }
  std::string digits(text);
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    need(point > 0 && point + 1 < digits.size(), "not a number: " + whole);
    digits.erase(point, 1);
  }
  need(digits_only(digits), "not a number: " + whole);
  number.last_place = power_of_ten(exponent);
  number.value = Integer(digits, 10) * number.last_place;
  if (negative) number.value = -number.value;
  return number;
}

Rational read_rational(std::string_view text) { return read_written(text).value; }

const Rational& kept_small(const Rational& x) {
  need(mpz_sizeinbase(x.get_num_mpz_t(), 2) + mpz_sizeinbase(x.get_den_mpz_t(), 2) <= 20'000,
       "numbers that are too long");
  return x;
}

std::string text_of(const Rational& value) { return value.get_str(); }

}  // namespace assay::checker
