// Gaussian noise on a sum in which a record takes part several times: contribution i of norm at most contributions[i]
// with probability probabilities[i].
#pragma once

#include <string_view>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct GaussianMixture {
  static constexpr std::string_view name = "mixture_of_gaussians";
  core::Rational sigma;
  std::vector<core::Rational> contributions;  // nonnegative
  std::vector<core::Rational> probabilities;  // same length, summing to 1 exactly

  static void describe(auto& fields) {
    fields.real("sigma", &GaussianMixture::sigma, Domain::positive, Trend::less_loss, Required::yes);
    fields.reals("contributions", &GaussianMixture::contributions, Domain::nonnegative);
    fields.distribution("probabilities", &GaussianMixture::probabilities);
    fields.same_length("contributions", "probabilities");
  }
};

}  // namespace assay::accounting
