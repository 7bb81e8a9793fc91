// Renyi divergence of a composition: the sum of its parts'.
#pragma once

#include <span>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// D_a(P||Q) of the product pair, for an order a > 0; KL at a = 1.
/// Gives: a ball, infinite where the divergence is; exact where every part is Gaussian.
/// Fails: not_supported for a part without moments.
core::Result<Value> renyi(std::span<const LossPart> parts, const core::Rational& order, const Target& target);

/// log E_Q[(dP/dQ)^a] of the product pair, a > 0, a != 1.
core::Result<Ball> total_log_moment(std::span<const LossPart> parts, const core::Rational& order, long bits,
                                    const Deadline& deadline);

}  // namespace assay::accounting
