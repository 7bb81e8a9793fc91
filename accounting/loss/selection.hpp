// The exact output distribution of report noisy max for given scores.
#pragma once

#include <vector>

#include "accounting/mechanism/noisy_max.hpp"
#include "accounting/numeric/ball.hpp"

namespace assay::accounting {

/// P[i is published] for each candidate, the scores in units of the noise's scale.
/// Shape:  the largest score is 0.
/// Bound:  full relative accuracy, about `bits`, in each mass.
/// Source: theorem `noisy-max-distribution`.
std::vector<Ball> selection_masses(NoisyMax::Noise noise, const std::vector<core::Rational>& scores, long bits);

}  // namespace assay::accounting
