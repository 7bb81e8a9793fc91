// The base mechanism run on a batch of fixed size, drawn uniformly without replacement from the whole data set.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "accounting/mechanism/field.hpp"

namespace assay::accounting {

struct Mechanism;

/// The base's sensitivity is with respect to replacing one record of the batch.
struct SampledWithoutReplacement {
  static constexpr std::string_view name = "sampled_without_replacement";
  std::uint64_t batch = 1, population = 1;
  std::shared_ptr<const Mechanism> base;

  static void describe(auto& fields) {
    fields.integer("batch", &SampledWithoutReplacement::batch, 1, max_count, Trend::more_loss, Required::yes);
    fields.integer("population", &SampledWithoutReplacement::population, 1, max_count, Trend::less_loss, Required::yes);
    fields.base("base", &SampledWithoutReplacement::base);
  }
};

}  // namespace assay::accounting
