// Local randomizers whose messages are shuffled before anyone sees them.
#pragma once

#include <cstdint>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Shuffled {
  static constexpr std::string_view name = "shuffled";
  core::Rational epsilon;  // of each local randomizer, pure
  std::uint64_t users = 1;

  static void describe(auto& fields) {
    fields.real("epsilon", &Shuffled::epsilon, Domain::nonnegative, Trend::more_loss, Required::yes);
    fields.integer("users", &Shuffled::users, 1, 1'000'000'000'000, Trend::less_loss, Required::yes);
  }
};

}  // namespace assay::accounting
