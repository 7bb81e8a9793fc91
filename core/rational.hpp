// Exact numbers: decimal, scientific and fraction text -> rational; rational -> decimal rounded to a named side.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/multiprecision/gmp.hpp>

#include "core/result.hpp"

namespace assay::core {

// Expression templates are off: `auto z = x + y` is a number.
using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

/// Limits of number text; beyond them parse_number answers limit_exceeded.
inline constexpr std::size_t max_number_length = 4096;
inline constexpr long max_decimal_exponent = 20000;

/// A number as its text spells it.
struct ExactNumber {
  Rational value;
  /// Half a unit in the last printed place, for text with a fractional part or an exponent ("0.10", "1e-5");
  /// absent for integers and fractions, which are never read as rounded.
  std::optional<Rational> half_unit;
};

/// Reads "-12", "0.1", "1e-300", "2.5E+3", "256/60000". The grammar is JSON's for decimals, plus integer/integer.
/// Fails: invalid_parameter for other text (NaN, inf, hexadecimal, trailing characters, a zero denominator),
///        limit_exceeded past max_number_length or max_decimal_exponent. The pointer of the error is empty.
Result<ExactNumber> parse_number(std::string_view text);

enum class Rounding { down, up };  // towards minus, plus infinity

/// The decimal with `digits` significant digits next to x on the side named; shorter where it is exact.
/// Shape: digits >= 1. Plain notation for decimal exponents in [-7, digits), scientific ("1.25e-9", "3e+20") outside;
///        parse_number reads it back while the exponent is within max_decimal_exponent.
/// Bound: less than one unit in the last of the `digits` places from x, and exactly x where they can hold it.
std::string to_decimal(const Rational& x, long digits, Rounding rounding);

/// mantissa * 10^exponent as text in the same notation (trailing zeros of the mantissa dropped).
std::string format_decimal(const Integer& mantissa, const Integer& exponent, long digits);

}  // namespace assay::core
