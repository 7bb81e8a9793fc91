// k-ary randomized response: the true category with probability p, each other with probability (1-p)/(k-1).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "accounting/mechanism/field.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// Exactly one of the three parametrisations is set:
/// truth_probability = p in [1/k, 1]; epsilon = ln(p (k-1) / (1-p)) >= 0; gamma = p - 1/2 with k = 2.
struct RandomizedResponse {
  static constexpr std::string_view name = "randomized_response";
  std::optional<core::Rational> truth_probability;
  std::optional<core::Rational> epsilon;
  std::optional<core::Rational> gamma;
  std::uint64_t categories = 2;

  static void describe(auto& fields) {
    fields.one_of();  // the optional reals that follow: exactly one
    fields.real("truth_probability", &RandomizedResponse::truth_probability, Domain::unit, Trend::more_loss,
                Required::no);
    fields.real("epsilon", &RandomizedResponse::epsilon, Domain::nonnegative, Trend::more_loss, Required::no);
    fields.real("gamma", &RandomizedResponse::gamma, Domain::open_half, Trend::more_loss, Required::no);
    fields.integer("categories", &RandomizedResponse::categories, 2, 1'000'000'000, Trend::none, Required::no);
  }
};

}  // namespace assay::accounting
