// The sparse vector technique (AboveThreshold): says for each query whether its noisy value reaches the noisy
// threshold, and stops after `cutoff` times yes.
#pragma once

#include <cstdint>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// The threshold's Laplace noise is drawn once, each query's afresh; nothing but yes and no is published.
struct SparseVector {
  static constexpr std::string_view name = "sparse_vector";
  core::Rational threshold_scale, query_scale;
  core::Rational sensitivity = 1;
  std::uint64_t cutoff = 1;
  /// Between neighbours all queries move the same way.
  bool monotonic = false;

  static void describe(auto& fields) {
    fields.real("threshold_scale", &SparseVector::threshold_scale, Domain::positive, Trend::less_loss, Required::yes);
    fields.real("query_scale", &SparseVector::query_scale, Domain::positive, Trend::less_loss, Required::yes);
    fields.real("sensitivity", &SparseVector::sensitivity, Domain::positive, Trend::more_loss, Required::no);
    fields.integer("cutoff", &SparseVector::cutoff, 1, 1'000'000'000, Trend::more_loss, Required::no);
    fields.boolean("monotonic", &SparseVector::monotonic);
  }
};

}  // namespace assay::accounting
