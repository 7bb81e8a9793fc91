// The law of the composed loss: its atoms where there are few, and its distribution function from the curve.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

struct LossAtom {
  Ball loss, mass;
};

/// Compositions with more atoms (counted with their order) are not listed.
inline constexpr std::uint64_t max_listed_atoms = 20'000;

/// The atoms of one mechanism, or of a composition of finite losses: ascending where their balls tell, of positive
/// mass. Gives: nullopt where there are too many, or a part with a density is composed with others.
std::optional<std::vector<LossAtom>> loss_atoms(std::span<const LossPart> parts, long bits);

/// P[S > x], x finite; the mass at infinity is in it.
/// Bound: H(y) - y H'(y), y = e^x, the slope of the convex curve H between its chords on both sides (theorem
///        `tail-from-curve`). At an atom the enclosure holds both P[S > x] and P[S >= x].
Value loss_above(ComposedLoss& loss, const core::Rational& x, const Target& target);

}  // namespace assay::accounting
