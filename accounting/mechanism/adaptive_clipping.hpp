// A clipped noisy sum beside the noisy count of clipped records that steers the clipping norm (Andrew, Thakkar,
// McMahan, Ramaswamy 2021).
#pragma once

#include <optional>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// Exactly one multiplier: of both queries together, or of the gradient's own noise. A record's bit is +-1/2 in the
/// count, whose noise has the standard deviation count_stddev.
struct AdaptiveClipping {
  static constexpr std::string_view name = "adaptive_clipping";
  std::optional<core::Rational> noise_multiplier;
  std::optional<core::Rational> gradient_noise_multiplier;
  core::Rational count_stddev;

  static void describe(auto& fields) {
    fields.one_of();  // the optional reals that follow: exactly one
    fields.real("noise_multiplier", &AdaptiveClipping::noise_multiplier, Domain::positive, Trend::less_loss,
                Required::no);
    fields.real("gradient_noise_multiplier", &AdaptiveClipping::gradient_noise_multiplier, Domain::positive,
                Trend::less_loss, Required::no);
    fields.real("count_stddev", &AdaptiveClipping::count_stddev, Domain::positive, Trend::less_loss, Required::yes);
  }
};

}  // namespace assay::accounting
