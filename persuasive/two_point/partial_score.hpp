// A proper rule on two points, seen from the truth: s(p), the score where the truth has belief p.
#pragma once

#include <cstddef>

#include "accounting/numeric/ball.hpp"
#include "persuasive/score.hpp"

namespace assay::persuasive {

/// s(p) and its derivative, enclosures over every p of a ball within [0, 1]; continuous rules alone.
/// `distance` is that of the two points in rank (ranked_probability).
accounting::Ball partial_score(const Score& score, const accounting::Ball& p, std::size_t distance);
accounting::Ball partial_slope(const Score& score, const accounting::Ball& p, std::size_t distance);

/// r_q = q e^L / (1 - q + q e^L), the posterior of the truth, and its derivative in q; e^L = ratio.
accounting::Ball posterior(const accounting::Ball& q, const accounting::Ball& ratio);
accounting::Ball posterior_slope(const accounting::Ball& q, const accounting::Ball& ratio);

}  // namespace assay::persuasive
