// Parameters of the checker's methods, sought in floating point and by trial.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "proofs/checker/losses.hpp"

namespace assay::proofs {

/// A good order a > 1 for the conversion of rho-zCDP at epsilon, as a decimal.
std::string order(const checker::Rational& rho, const checker::Real& epsilon);

/// A grid, and the bound that the checker finds on it, in units of 2^(-2 bits).
struct GridBound {
  checker::Grid grid;
  checker::Integer units;
};

/// A grid on which the checker's integer losses prove (or refute) delta(epsilon) <= delta, or P[loss > epsilon] <=
/// delta. Fails: refuses, with the reason, where none was found before `until`, or within the sizes that a checker
/// takes.
GridBound search_grid(const std::vector<checker::Counted>& parts, const checker::Real& epsilon,
                      const checker::Rational& delta, bool upper, bool tail,
                      std::chrono::steady_clock::time_point until);

}  // namespace assay::proofs
