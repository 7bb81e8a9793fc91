// The trade-off function of f-DP: the least type II error at a type I error, rejecting P.
#pragma once

#include <optional>
#include <span>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// T(P, Q)(type1) from the curves of both orders of a pair: `forward` of (P, Q), `backward` of (Q, P).
/// Shape:  0 <= type1 <= 1.
/// Bound:  C(y) = 1 - y type1 - H_y(Q||P) is concave and T is its supremum: a point gives a lower bound, the lines
///         through pairs of points an upper one (theorem `tradeoff-dual`).
Value tradeoff(ComposedLoss& forward, ComposedLoss& backward, const core::Rational& type1, const Target& target);

/// Phi(Phi^{-1}(1 - type1) - mu), the trade-off of Gaussian parts alone (theorem `gaussian-tradeoff`).
Value gaussian_tradeoff(const core::Rational& mu_squared, const core::Rational& type1, const Target& target);

/// The total mu^2 where every part is Gaussian.
std::optional<core::Rational> gaussian_total(std::span<const LossPart> parts);

}  // namespace assay::accounting
