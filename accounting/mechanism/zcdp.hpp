// Any rho-zero-concentrated differentially private mechanism (Bun, Steinke 2016).
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Zcdp {
  static constexpr std::string_view name = "zcdp";
  core::Rational rho;

  static void describe(auto& fields) {
    fields.real("rho", &Zcdp::rho, Domain::nonnegative, Trend::more_loss, Required::yes);
  }
};

}  // namespace assay::accounting
