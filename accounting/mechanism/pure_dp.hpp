// Any epsilon-differentially private mechanism, dominated by binary randomized response (Kairouz-Oh-Viswanath 2015).
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct PureDp {
  static constexpr std::string_view name = "pure_dp";
  core::Rational epsilon;

  static void describe(auto& fields) {
    fields.real("epsilon", &PureDp::epsilon, Domain::nonnegative, Trend::more_loss, Required::yes);
  }
};

}  // namespace assay::accounting
