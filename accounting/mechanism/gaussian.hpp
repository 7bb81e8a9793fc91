// Gaussian noise of standard deviation sigma on a query of L2 sensitivity `sensitivity`.
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Gaussian {
  static constexpr std::string_view name = "gaussian";
  core::Rational sigma;
  core::Rational sensitivity = 1;

  static void describe(auto& fields) {
    fields.real("sigma", &Gaussian::sigma, Domain::positive, Trend::less_loss, Required::yes);
    fields.real("sensitivity", &Gaussian::sensitivity, Domain::positive, Trend::more_loss, Required::no);
  }
};

}  // namespace assay::accounting
