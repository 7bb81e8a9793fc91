// Number text <-> exact rationals. Integer arithmetic throughout, in the decimal powers that the limits admit.
#include "core/rational.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include <gmp.h>

namespace assay::core {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// The text in quotes, cut and made printable: error messages quote what strangers send.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out = "\"";
  for (const char c : text.substr(0, longest)) out += ' ' <= c && c <= '~' ? c : '?';
  return out + (text.size() > longest ? "...\"" : "\"");
}

Error malformed(std::string_view text, std::string_view why) {
  return {ErrorCode::invalid_parameter, "", quoted(text) + " is not a number: " + std::string(why)};
}

Error too_large(std::string message) { return {ErrorCode::limit_exceeded, "", std::move(message)}; }

/// Digits alone -> integer. (The string constructor of Boost's integers takes a leading zero for octal.)
Integer integer_of(const std::string& digits) {
  Integer n;
  [[maybe_unused]] const int status = mpz_set_str(n.backend().data(), digits.c_str(), 10);
  assert(status == 0);
  return n;
}

Integer power_of_ten(unsigned long exponent) {
  Integer n;
  mpz_ui_pow_ui(n.backend().data(), 10, exponent);
  return n;
}

Rational power_of_ten_signed(long exponent) {
  if (exponent >= 0) return Rational(power_of_ten(static_cast<unsigned long>(exponent)));
  return Rational(1) / Rational(power_of_ten(static_cast<unsigned long>(-exponent)));
}

/// The pieces of number text; views into it.
struct Pieces {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;     // digits after the point
  std::string_view denominator;  // digits after the slash
  bool has_exponent = false;
  bool exponent_negative = false;
  std::string_view exponent;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string_view digits() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_digit);
    const auto run = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(run.size());
    return run;
  }

 private:
  std::string_view rest_;
};

bool has_leading_zero(std::string_view digits) { return digits.size() > 1 && digits.front() == '0'; }

Result<Pieces> split(std::string_view text) {
  if (text.empty()) return malformed(text, "it is empty");
  Scanner scan(text);
  Pieces pieces;
  if (scan.take('+')) return malformed(text, "a leading '+' is not allowed");
  pieces.negative = scan.take('-');
  pieces.whole = scan.digits();
  if (pieces.whole.empty()) return malformed(text, "a digit must come first, after an optional '-'");
  if (has_leading_zero(pieces.whole)) return malformed(text, "it has a leading zero");

  if (scan.take('/')) {
    pieces.denominator = scan.digits();
    if (pieces.denominator.empty()) return malformed(text, "the denominator must be a positive integer without a sign");
    if (has_leading_zero(pieces.denominator)) return malformed(text, "the denominator has a leading zero");
    if (pieces.denominator == "0") return malformed(text, "the denominator is zero");
    if (!scan.done()) return malformed(text, "nothing may follow the denominator");
    return pieces;
  }
  if (scan.take('.')) {
    pieces.fraction = scan.digits();
    if (pieces.fraction.empty()) return malformed(text, "a digit must follow the decimal point");
  }
  if (scan.take('e') || scan.take('E')) {
    pieces.has_exponent = true;
    pieces.exponent_negative = scan.take('-');
    if (!pieces.exponent_negative) (void)scan.take('+');
    pieces.exponent = scan.digits();
    if (pieces.exponent.empty()) return malformed(text, "the exponent has no digits");
  }
  if (!scan.done()) return malformed(text, "only decimals (-1.5e-3) and fractions (3/4) of decimal digits are read");
  return pieces;
}

/// The exponent, once it is known to be within the limit.
Result<long> exponent_of(const Pieces& pieces) {
  long magnitude = 0;
  for (const char c : pieces.exponent) {
    magnitude = 10 * magnitude + (c - '0');
    if (magnitude > max_decimal_exponent)
      return too_large("the decimal exponent is beyond " + std::to_string(max_decimal_exponent));
  }
  return pieces.exponent_negative ? -magnitude : magnitude;
}

}  // namespace

Result<ExactNumber> parse_number(std::string_view text) {
  if (text.size() > max_number_length)
    return too_large("a number of " + std::to_string(text.size()) + " characters; at most " +
                     std::to_string(max_number_length) + " are read");
  const auto pieces = split(text);
  if (!pieces) return pieces.error();
  const auto exponent = exponent_of(*pieces);
  if (!exponent) return exponent.error();

  Integer digits = integer_of(std::string(pieces->whole) + std::string(pieces->fraction));
  if (pieces->negative) digits = -digits;
  if (!pieces->denominator.empty())
    return ExactNumber{Rational(digits) / Rational(integer_of(std::string(pieces->denominator))), std::nullopt};

  const bool is_integer = pieces->fraction.empty() && !pieces->has_exponent;
  if (is_integer) return ExactNumber{Rational(digits), std::nullopt};
  const Rational unit = power_of_ten_signed(*exponent - static_cast<long>(pieces->fraction.size()));
  return ExactNumber{Rational(digits) * unit, unit / 2};
}

std::string to_decimal(const Rational& x, long digits, Rounding rounding) {
  assert(digits >= 1);
  if (x == 0) return "0";
  const bool negative = x < 0;
  const Integer n = abs(numerator(x));
  const Integer d = denominator(x);

  // 2^(bits-1) < n/d < 2^(bits+1); log10(2) = 1292913986.05.../2^32. The loop below mends whatever the estimate is off.
  const auto bits = static_cast<std::int64_t>(mpz_sizeinbase(n.backend().data(), 2)) -
                    static_cast<std::int64_t>(mpz_sizeinbase(d.backend().data(), 2));
  long exponent = static_cast<long>(((bits - 1) * std::int64_t{1292913986}) >> 32);

  const Integer ceiling = power_of_ten(static_cast<unsigned long>(digits));
  const Integer floor = power_of_ten(static_cast<unsigned long>(digits - 1));
  Integer quotient, remainder;
  for (;;) {  // until 10^exponent <= n/d < 10^(exponent+1), which is floor <= quotient < ceiling
    const long shift = digits - 1 - exponent;
    const Integer scale = power_of_ten(static_cast<unsigned long>(shift < 0 ? -shift : shift));
    divide_qr(shift > 0 ? Integer(n * scale) : n, shift < 0 ? Integer(d * scale) : d, quotient, remainder);
    if (quotient >= ceiling)
      ++exponent;
    else if (quotient < floor)
      --exponent;
    else
      break;
  }

  const bool away_from_zero = (rounding == Rounding::up) != negative;
  if (away_from_zero && remainder != 0) ++quotient;
  return format_decimal(negative ? Integer(-quotient) : quotient, Integer(exponent - digits + 1), digits);
}

std::string format_decimal(const Integer& mantissa, const Integer& exponent, long digits) {
  if (mantissa == 0) return "0";
  const std::string sign = mantissa < 0 ? "-" : "";
  std::string text = Integer(abs(mantissa)).str();
  const Integer leading = exponent + (text.size() - 1);  // decimal exponent of the first digit
  text.resize(text.find_last_not_of('0') + 1);

  if (leading < -7 || leading >= digits) {
    if (text.size() > 1) text.insert(1, 1, '.');
    return sign + text + (leading < 0 ? "e" : "e+") + leading.str();
  }
  const long place = static_cast<long>(leading);
  if (place < 0) return sign + "0." + std::string(static_cast<std::size_t>(-place - 1), '0') + text;
  const auto whole = static_cast<std::size_t>(place) + 1;
  if (text.size() <= whole) return sign + text + std::string(whole - text.size(), '0');
  text.insert(whole, 1, '.');
  return sign + text;
}

}  // namespace assay::core
