// Continuous scores of unnormalised beliefs: values over boxes, and to second order.
#pragma once

#include <cstddef>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "persuasive/prior_class/jet.hpp"
#include "persuasive/score.hpp"

namespace assay::persuasive {

/// w / sum(w) coordinate by coordinate, each as tight as the box of nonnegative weights allows.
BallVector normalised(const BallVector& weights);

/// S(p, x), enclosed over every p of the box (infinite where it breaks down).
accounting::Ball smooth_score(const Score& score, const BallVector& p, std::size_t x);

/// S(w/total, x) for nonnegative weights of that total.
Jet smooth_score(const Score& score, const std::vector<Jet>& weights, const Jet& total, std::size_t x);

/// S(q, x) - S(q ratios, x) for unnormalised q.
accounting::Ball smooth_gain(const Score& score, const BallVector& q, const std::vector<core::Rational>& ratios,
                             std::size_t x);

}  // namespace assay::persuasive
