// Staircase noise (Geng, Viswanath 2016): a density of steps e^{-epsilon k} that breaks at the fraction gamma of each
// period, the period being the sensitivity of the query.
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Staircase {
  static constexpr std::string_view name = "staircase";
  core::Rational epsilon;
  core::Rational gamma;

  static void describe(auto& fields) {
    fields.real("epsilon", &Staircase::epsilon, Domain::positive, Trend::none, Required::yes);
    fields.real("gamma", &Staircase::gamma, Domain::unit, Trend::none, Required::yes);
  }
};

}  // namespace assay::accounting
