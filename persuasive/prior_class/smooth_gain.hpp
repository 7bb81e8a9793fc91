// Continuous scores of unnormalised beliefs, with gradients, over boxes.
#pragma once

#include <cstddef>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "persuasive/score.hpp"

namespace assay::persuasive {

using BallVector = std::vector<accounting::Ball>;

/// w / sum(w) coordinate by coordinate, each as tight as the box of nonnegative weights allows.
BallVector normalised(const BallVector& weights);

/// S(p, x), and its gradient in p; enclosures over every p of the box (infinite where it breaks down).
accounting::Ball smooth_score(const Score& score, const BallVector& p, std::size_t x);
BallVector smooth_gradient(const Score& score, const BallVector& p, std::size_t x);

/// S(q, x) - S(q ratios, x) for unnormalised q, and its gradient in q.
struct SmoothGain {
  accounting::Ball value;
  BallVector gradient;  // empty unless asked
};
SmoothGain smooth_gain(const Score& score, const BallVector& q, const std::vector<core::Rational>& ratios,
                       std::size_t x, bool with_gradient);

}  // namespace assay::persuasive
