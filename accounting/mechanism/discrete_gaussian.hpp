// Discrete Gaussian noise, P(x) proportional to e^{-x^2/(2 sigma^2)} on the integers, on an integer query of integer
// sensitivity.
#pragma once

#include <cstdint>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct DiscreteGaussian {
  static constexpr std::string_view name = "discrete_gaussian";
  core::Rational sigma;  // any positive real; the variance is a little below sigma^2
  std::uint64_t sensitivity = 1;

  // delta is not monotone in sigma, unlike for continuous noise.
  static void describe(auto& fields) {
    fields.real("sigma", &DiscreteGaussian::sigma, Domain::positive, Trend::none, Required::yes);
    fields.integer("sensitivity", &DiscreteGaussian::sensitivity, 1, 1'000'000, Trend::more_loss, Required::no);
  }
};

}  // namespace assay::accounting
