// The base mechanism run on a Poisson sample: each record takes part independently with probability `rate`.
#pragma once

#include <memory>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Mechanism;

/// The base's sensitivity is one record's own contribution (its norm bound), under every adjacency.
struct PoissonSampled {
  static constexpr std::string_view name = "poisson_sampled";
  core::Rational rate;
  std::shared_ptr<const Mechanism> base;

  static void describe(auto& fields) {
    fields.real("rate", &PoissonSampled::rate, Domain::unit, Trend::more_loss, Required::yes);
    fields.base("base", &PoissonSampled::base);
  }
};

}  // namespace assay::accounting
