// Rational roots of rationals, where there are any.
#pragma once

#include <optional>

#include "core/rational.hpp"

namespace assay::persuasive {

/// The rational r >= 0 with r^k = x, for x >= 0 and k >= 1; nothing where there is none.
std::optional<core::Rational> rational_root(const core::Rational& x, unsigned long k);

/// x^n for a rational x != 0 or n >= 0.
core::Rational integer_power(const core::Rational& x, long n);

}  // namespace assay::persuasive
