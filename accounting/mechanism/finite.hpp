// An explicit pair of output distributions on a finite set: p on the data set with the record, q on the one without.
#pragma once

#include <string_view>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct FinitePair {
  static constexpr std::string_view name = "finite";
  std::vector<core::Rational> p, q;  // same length, each nonnegative and summing to 1 exactly

  static void describe(auto& fields) {
    fields.distribution("p", &FinitePair::p);
    fields.distribution("q", &FinitePair::q);
    fields.same_length("p", "q");
  }
};

}  // namespace assay::accounting
