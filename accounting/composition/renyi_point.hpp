// A Renyi guarantee at one order, and the largest delta that it leaves open.
#pragma once

#include <optional>
#include <span>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// sup {H_{e^epsilon}(P||Q) : D_alpha(P||Q) <= r} (theorem `rdp-to-dp-optimal`).
/// Shape: alpha > 1, r >= 0, epsilon >= 0.
Value optimal_delta(const RenyiPoint& point, const core::Rational& epsilon, const Target& target);

/// The least bound on D_order that the points imply: (a - 1) D_a is 0 at order 1 and convex, D_a does not decrease.
/// Shape:  every alpha > 1; any order of the points.
/// Gives:  nullopt beyond the last order, where nothing is bounded.
/// Source: theorem `rdp-definition`.
std::optional<core::Rational> interpolated_epsilon(std::span<const RenyiPoint> points, const core::Rational& order);

}  // namespace assay::accounting
