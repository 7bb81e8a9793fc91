// Small helpers of the engine tests: numbers from text, targets, one-sided claims about balls.
#pragma once

#include <string_view>

#include <doctest/doctest.h>

#include "accounting/composition/profile.hpp"
#include "core/rational.hpp"

namespace assay::tests {

inline core::Rational number(std::string_view text) {
  const auto parsed = core::parse_number(text);
  REQUIRE(parsed.has_value());
  return parsed->value;
}

inline accounting::Target digits(long n) { return {n, {}}; }

/// (upper - lower)/upper <= 10^-n, or the exact value.
inline bool accurate(const accounting::Value& value, long n) {
  return value.exact ||
         (value.ball.is_finite() && value.ball.relative_bits() > static_cast<long>(3.33 * static_cast<double>(n)));
}

/// delta is nonincreasing in epsilon: no later value certainly above an earlier one.
template <class Profile>
void check_monotone(Profile profile, std::initializer_list<std::string_view> ascending) {
  std::optional<accounting::Value> previous;
  for (const auto text : ascending) {
    CAPTURE(text);
    const accounting::Value value = profile.delta(number(text), digits(10));
    CHECK(accurate(value, 10));
    if (previous) CHECK_FALSE(certainly_less(previous->ball, value.ball));
    previous = value;
  }
}

/// Answers at several precisions hold the same truth.
template <class Profile>
void check_precisions_overlap(Profile profile, const core::Rational& epsilon) {
  const accounting::Value fine = profile.delta(epsilon, digits(60));
  CHECK(accurate(fine, 60));
  for (long n : {3, 10, 20, 35}) {
    const accounting::Value coarse = profile.delta(epsilon, digits(n));
    CHECK(accurate(coarse, n));
    CHECK(overlaps(coarse.ball, fine.ball));
  }
}

}  // namespace assay::tests
