// The matrix mechanism, and DP-FTRL where each record takes part once: Gaussian noise on strategy * records.
#pragma once

#include <string_view>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// A record enters one column, with a contribution of L2 norm at most `sensitivity`; which column may depend on what
/// was published before, if the strategy is lower triangular.
struct MatrixMechanism {
  static constexpr std::string_view name = "matrix_mechanism";
  std::vector<std::vector<core::Rational>> strategy;
  core::Rational sigma;
  core::Rational sensitivity = 1;

  static void describe(auto& fields) {
    fields.table("strategy", &MatrixMechanism::strategy, Entries::reals, 1, 10'000);
    fields.real("sigma", &MatrixMechanism::sigma, Domain::positive, Trend::less_loss, Required::yes);
    fields.real("sensitivity", &MatrixMechanism::sensitivity, Domain::positive, Trend::more_loss, Required::no);
  }
};

}  // namespace assay::accounting
