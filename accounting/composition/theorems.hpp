// What the composition theorems of the literature give, from the parts' (epsilon, delta) alone.
#pragma once

#include <cstdint>
#include <span>

#include "accounting/composition/profile.hpp"

namespace assay::accounting {

/// (epsilon, delta)-DP, run `count` times.
struct Guarantee {
  Ball epsilon;
  core::Rational delta;
  std::uint64_t count = 1;
};

/// Each: the epsilon of the composition at the total delta; +inf where the parts' own deltas use it up.
/// Shape: 0 <= delta <= 1 for basic, 0 < delta < 1 for the others.

/// sum epsilon_i at delta >= sum delta_i (theorem `composition-basic`).
Ball basic_composition(std::span<const Guarantee> parts, const core::Rational& delta, long bits);
/// sqrt(2 ln(1/d) sum epsilon_i^2) + sum epsilon_i (e^{epsilon_i} - 1), d = delta - sum delta_i (theorem
/// `composition-advanced`).
Ball advanced_composition(std::span<const Guarantee> parts, const core::Rational& delta, long bits);
/// The smallest of three closed bounds of Kairouz, Oh and Viswanath, 1 - d = (1 - delta)/prod(1 - delta_i) (theorem
/// `composition-kov-closed`).
Ball kov_closed_composition(std::span<const Guarantee> parts, const core::Rational& delta, long bits);
/// By way of rho = sum epsilon_i^2/2 (theorems `pure-to-zcdp`, `zcdp-to-dp-simple`).
Ball zcdp_composition(std::span<const Guarantee> parts, const core::Rational& delta, long bits);

}  // namespace assay::accounting
