// The exponential mechanism (McSherry, Talwar 2007): candidate i with probability proportional to
// e^{epsilon u_i/(2 sensitivity)}.
#pragma once

#include <string_view>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// Without scores only its bounded range is used: the losses of one pair of neighbours span at most epsilon, or
/// epsilon/2 where `monotonic` says that between neighbours all utilities move the same way.
struct Exponential {
  static constexpr std::string_view name = "exponential";
  core::Rational epsilon;
  bool monotonic = false;
  /// The utilities of all runs are fixed beforehand: none depends on what another run published.
  bool non_adaptive = false;
  /// By which a utility is divided: matters with scores alone.
  core::Rational sensitivity = 1;
  /// Empty, or two: the utilities with the record and without it.
  std::vector<std::vector<core::Rational>> scores = {};

  static void describe(auto& fields) {
    fields.real("epsilon", &Exponential::epsilon, Domain::nonnegative, Trend::more_loss, Required::yes);
    fields.boolean("monotonic", &Exponential::monotonic);
    fields.boolean("non_adaptive", &Exponential::non_adaptive);
    fields.real("sensitivity", &Exponential::sensitivity, Domain::positive, Trend::none, Required::no);
    fields.table("scores", &Exponential::scores, Entries::reals, 2, 2, Required::no);
  }
};

}  // namespace assay::accounting
