// Report noisy max: each candidate's score gets independent noise, the index of the largest is published.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct NoisyMax {
  static constexpr std::string_view name = "noisy_max";

  /// laplace: two-sided; exponential: one-sided, which is permute-and-flip; gumbel: the exponential mechanism.
  enum class Noise { laplace, exponential, gumbel };
  static constexpr std::array<std::string_view, 3> noises = {"laplace", "exponential", "gumbel"};

  Noise noise = Noise::laplace;
  core::Rational scale;
  /// Each score moves by at most this between neighbours. With explicit scores it says nothing.
  core::Rational sensitivity = 1;
  /// Between neighbours all scores move the same way.
  bool monotonic = false;
  /// Empty, or two: the scores with the record and without it.
  std::vector<std::vector<core::Rational>> scores;

  static void describe(auto& fields) {
    fields.choice("noise", &NoisyMax::noise, noises);
    fields.real("scale", &NoisyMax::scale, Domain::positive, Trend::none, Required::yes);
    fields.real("sensitivity", &NoisyMax::sensitivity, Domain::positive, Trend::more_loss, Required::no);
    fields.boolean("monotonic", &NoisyMax::monotonic);
    fields.table("scores", &NoisyMax::scores, Entries::reals, 2, 2, Required::no);
  }
};

}  // namespace assay::accounting
