// The hockey-stick curve of one ordered kind of neighbours, and its inverse.
#pragma once

#include <optional>

#include "accounting/composition/composed.hpp"

namespace assay::accounting {

/// x against y where that is certain: -1, 0, +1; nullopt where the balls leave it open. 0 from exact values only.
std::optional<int> compare(const Value& x, const core::Rational& y);

/// The same for a delta, which lies in [0, 1] whatever its enclosure: at most 0 where the claimed one is 1 or more, and
/// 0 where it is 0 and the enclosure ends there.
std::optional<int> compare_delta(const Value& delta, const core::Rational& claimed);

/// epsilon(delta) = inf { e >= 0 : delta(e) <= delta }.
/// Gives:  a ball that holds it, of relative width 10^-digits where that was reached; +inf where no epsilon will do.
/// Source: delta(e) is continuous and nonincreasing; lower(delta(a)) > delta >= upper(delta(b)) prove a < epsilon <= b.
Value least_epsilon(ComposedLoss& loss, const core::Rational& delta, const Target& target);

}  // namespace assay::accounting
