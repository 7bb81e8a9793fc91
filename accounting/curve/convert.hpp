// Conversions between notions of privacy: one function a theorem, each the enclosure of that theorem's formula.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/composition/renyi_point.hpp"

namespace assay::accounting {

/// What one theorem gives.
struct Conversion {
  std::string theorem;  // registry id
  Value value;
};

/// The epsilon at delta in (0, 1) that the points imply, by each theorem, loosest first; the last is the best.
std::vector<Conversion> epsilon_of(std::span<const RenyiPoint> points, const core::Rational& delta,
                                   const Target& target);
/// The delta at epsilon >= 0 that the points imply.
std::vector<Conversion> delta_of(std::span<const RenyiPoint> points, const core::Rational& epsilon,
                                 const Target& target);

/// The same for rho-zCDP, rho > 0.
std::vector<Conversion> zcdp_epsilon(const core::Rational& rho, const core::Rational& delta, const Target& target);
std::vector<Conversion> zcdp_delta(const core::Rational& rho, const core::Rational& epsilon, const Target& target);

/// epsilon-DP implies rho-zCDP, and mu-GDP.
Conversion pure_to_zcdp(const core::Rational& epsilon, long bits);
Conversion pure_to_gdp(const core::Rational& epsilon, const Target& target);

/// (epsilon, delta)-DP implies P[L > wanted] <= value: delta / (1 - e^{epsilon - wanted}), 1 where wanted <= epsilon.
Conversion probabilistic_delta(const core::Rational& epsilon, const core::Rational& delta, const core::Rational& wanted,
                               long bits);

}  // namespace assay::accounting
