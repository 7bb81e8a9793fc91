// Any mu-Gaussian-differentially private mechanism (Dong, Roth, Su 2022): its trade-off lies above that of N(0,1),
// N(mu,1).
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Gdp {
  static constexpr std::string_view name = "gdp";
  core::Rational mu;

  static void describe(auto& fields) {
    fields.real("mu", &Gdp::mu, Domain::nonnegative, Trend::more_loss, Required::yes);
  }
};

}  // namespace assay::accounting
