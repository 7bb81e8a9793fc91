// Two-sided geometric noise, P(x) proportional to e^{-|x|/scale}, on an integer query of integer sensitivity.
#pragma once

#include <cstdint>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct DiscreteLaplace {
  static constexpr std::string_view name = "discrete_laplace";
  core::Rational scale;
  std::uint64_t sensitivity = 1;

  static void describe(auto& fields) {
    fields.real("scale", &DiscreteLaplace::scale, Domain::positive, Trend::less_loss, Required::yes);
    fields.integer("sensitivity", &DiscreteLaplace::sensitivity, 1, 1'000'000, Required::no);
  }
};

}  // namespace assay::accounting
