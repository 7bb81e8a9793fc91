// Integer parts, powers and sizes of exact rationals.
#pragma once

#include <cstdint>

#include "core/rational.hpp"

namespace assay::core {

/// The largest integer at most x, the smallest at least x.
Integer floor(const Rational& x);
Integer ceiling(const Rational& x);
/// x^n, x^0 = 1.
Rational power(Rational x, std::uint64_t n);
Integer factorial(std::uint64_t n);
/// Bits of the numerator and of the denominator together.
std::uint64_t bit_size(const Rational& x);

}  // namespace assay::core
