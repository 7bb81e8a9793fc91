// Rationals as products of powers of pairwise coprime integers: when powers and roots of them are rational or equal.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/rational.hpp"

namespace assay::scoring {

/// Pairwise coprime integers above 1 of which every numerator and denominator given is a product of powers.
class CoprimeBase {
 public:
  /// Shape: positive rationals.
  explicit CoprimeBase(std::span<const core::Rational> numbers);
  const std::vector<core::Integer>& elements() const { return elements_; }
  /// The exponent of b in x (negative in the denominator). Shape: b an element of a base made from x among others.
  static long valuation(const core::Rational& x, const core::Integer& b);

 private:
  std::vector<core::Integer> elements_;
};

/// base^exponent, where that is rational and not too long to write; nullopt otherwise. base > 0.
std::optional<core::Rational> rational_power(const core::Rational& base, const core::Rational& exponent);

/// a^s / b^t, where that is rational; nullopt where it is not. a, b > 0.
std::optional<core::Rational> rational_ratio(const core::Rational& a, const core::Rational& s, const core::Rational& b,
                                             const core::Rational& t);

}  // namespace assay::scoring
