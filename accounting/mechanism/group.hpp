// The base mechanism seen by data sets that differ in `size` records.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "accounting/mechanism/field.hpp"

namespace assay::accounting {

struct Mechanism;

struct Group {
  static constexpr std::string_view name = "group";
  std::uint64_t size = 1;
  std::shared_ptr<const Mechanism> base;

  static void describe(auto& fields) {
    fields.integer("size", &Group::size, 1, 1'000'000'000, Trend::more_loss, Required::yes);
    fields.base("base", &Group::base);
  }
};

}  // namespace assay::accounting
