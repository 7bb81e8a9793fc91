// A Renyi guarantee at one order, and the largest delta that it leaves open.
#pragma once

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// sup {H_{e^epsilon}(P||Q) : D_alpha(P||Q) <= r} (theorem `rdp-to-dp-optimal`).
/// Shape: alpha > 1, r >= 0, epsilon >= 0.
Value optimal_delta(const RenyiPoint& point, const core::Rational& epsilon, const Target& target);

}  // namespace assay::accounting
