// Laplace noise of scale b (variance 2 b^2) on a query of L1 sensitivity `sensitivity`.
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Laplace {
  static constexpr std::string_view name = "laplace";
  core::Rational scale;
  core::Rational sensitivity = 1;

  static void describe(auto& fields) {
    fields.real("scale", &Laplace::scale, Domain::positive, Trend::less_loss, Required::yes);
    fields.real("sensitivity", &Laplace::sensitivity, Domain::positive, Trend::more_loss, Required::no);
  }
};

}  // namespace assay::accounting
