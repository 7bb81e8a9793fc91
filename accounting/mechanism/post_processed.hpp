// Any function of the base's output that does not look at the data again.
#pragma once

#include <memory>
#include <string_view>

#include "accounting/mechanism/field.hpp"

namespace assay::accounting {

struct Mechanism;

/// The answer is for the worst post-processing, which is none at all.
struct PostProcessed {
  static constexpr std::string_view name = "post_processed";
  std::shared_ptr<const Mechanism> base;

  static void describe(auto& fields) { fields.base("base", &PostProcessed::base); }
};

}  // namespace assay::accounting
