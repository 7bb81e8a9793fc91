// An explicit mechanism on finitely many data sets: one row of output probabilities a data set, and which are
// neighbours.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Kernel {
  static constexpr std::string_view name = "kernel";
  std::vector<std::vector<core::Rational>> rows;  // distributions of one length
  /// Pairs of row numbers: the first holds the record that the second lacks (under replace, either). Empty: all ordered
  /// pairs of rows.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> adjacent;

  static void describe(auto& fields) {
    fields.table("rows", &Kernel::rows, Entries::distributions, 1, 10'000);
    fields.pairs_of("adjacent", &Kernel::adjacent, "rows", Required::no);
  }
};

}  // namespace assay::accounting
