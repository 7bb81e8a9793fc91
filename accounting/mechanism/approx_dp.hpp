// Any (epsilon, delta)-differentially private mechanism.
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct ApproxDp {
  static constexpr std::string_view name = "approx_dp";
  core::Rational epsilon, delta;

  static void describe(auto& fields) {
    fields.real("epsilon", &ApproxDp::epsilon, Domain::nonnegative, Trend::more_loss, Required::yes);
    fields.real("delta", &ApproxDp::delta, Domain::unit, Trend::more_loss, Required::yes);
  }
};

}  // namespace assay::accounting
