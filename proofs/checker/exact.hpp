// Exact numbers (GMP) from text, with limits on how large a text may make them.
#pragma once

#include <string>
#include <string_view>

#include <gmpxx.h>

namespace assay::checker {

using Integer = mpz_class;
using Rational = mpq_class;

/// Reads "-12", "0.1", "1e-300" or "256/60000".
/// Fails: refuses any other text, more than 4,096 characters, and exponents beyond +-100,000.
Rational read_rational(std::string_view text);

/// Reads a nonnegative integer of at most 4,096 digits, without a leading zero.
Integer read_integer(std::string_view text);

/// Refuses a sum or a product that has grown beyond 20,000 bits; gives it back.
const Rational& kept_small(const Rational& x);

/// The one text that an exact value has in a certificate: "3", "-1/3".
std::string text_of(const Rational& value);

}  // namespace assay::checker
