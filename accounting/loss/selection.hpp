// The exact output distribution of report noisy max for given scores.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/mechanism/noisy_max.hpp"
#include "accounting/numeric/ball.hpp"

namespace assay::accounting {

/// P[i is published] for each candidate, the scores in units of the noise's scale.
/// Shape:  the largest score is 0.
/// Bound:  full relative accuracy, about `bits`, in each mass; less (the balls hold the masses all the same) where that
///         costs more than selection_work allows.
/// Source: theorem `noisy-max-distribution`.
std::vector<Ball> selection_masses(NoisyMax::Noise noise, const std::vector<core::Rational>& scores, long bits);

/// About the nanoseconds of one attempt at the working precision `work`.
std::uint64_t selection_cost(NoisyMax::Noise noise, std::uint64_t candidates, long work);
inline constexpr std::uint64_t selection_work = 2'000'000'000;

}  // namespace assay::accounting
