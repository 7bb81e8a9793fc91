// The mechanism that additive delta alone cannot refuse: it publishes with probability delta, else it says nothing.
#pragma once

#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Leak {
  static constexpr std::string_view name = "leak";
  core::Rational delta;
  /// false: the whole data set at once, with probability delta; true: each record by itself, with probability delta.
  bool per_record = false;

  static void describe(auto& fields) {
    fields.real("delta", &Leak::delta, Domain::unit, Trend::more_loss, Required::yes);
    fields.boolean("per_record", &Leak::per_record);
  }
};

}  // namespace assay::accounting
