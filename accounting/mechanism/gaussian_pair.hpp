// An explicit pair of normal laws, of different means and deviations: the noise may depend on a private count.
#pragma once

#include <string_view>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// P = N(means[0], sigmas[0]^2) on the data set with the record, Q = N(means[1], sigmas[1]^2) on the one without.
struct GaussianPair {
  static constexpr std::string_view name = "gaussian_pair";
  std::vector<core::Rational> means, sigmas;  // two numbers each

  static void describe(auto& fields) {
    fields.reals("means", &GaussianPair::means, Domain::nonnegative);
    fields.reals("sigmas", &GaussianPair::sigmas, Domain::positive);
  }
};

}  // namespace assay::accounting
