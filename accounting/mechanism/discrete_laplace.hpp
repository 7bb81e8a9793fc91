// Two-sided geometric noise, P(x) proportional to e^{-|x|/scale} or to ratio^|x|, on an integer query of integer
// sensitivity.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// Exactly one of the two parametrisations is set: ratio = e^{-1/scale}.
struct DiscreteLaplace {
  static constexpr std::string_view name = "discrete_laplace";
  std::optional<core::Rational> scale;
  std::uint64_t sensitivity = 1;
  std::optional<core::Rational> ratio = std::nullopt;

  static void describe(auto& fields) {
    fields.one_of();  // the optional reals that follow: exactly one
    fields.real("scale", &DiscreteLaplace::scale, Domain::positive, Trend::less_loss, Required::no);
    fields.real("ratio", &DiscreteLaplace::ratio, Domain::open_unit, Trend::less_loss, Required::no);
    fields.integer("sensitivity", &DiscreteLaplace::sensitivity, 1, 1'000'000, Trend::more_loss, Required::no);
  }
};

}  // namespace assay::accounting
