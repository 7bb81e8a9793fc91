// Tails of the binomial distribution, as balls.
#pragma once

#include <cstdint>

#include "accounting/numeric/ball.hpp"

namespace assay::accounting {

/// The largest experiment whose tails are computed: a tail costs about sqrt(n) terms.
inline constexpr std::uint64_t max_trials = 1'000'000'000;

/// P[X = k] for X of n trials with success probability p; 0 where k > n.
/// Shape:  n <= max_trials; p's ball lies inside (0, 1).
Ball binomial_mass(std::uint64_t n, std::uint64_t k, const Ball& p);

/// P[X >= k] for X of n trials with success probability p: nondecreasing in p, nonincreasing in k.
/// Shape:  n <= max_trials; p's ball lies inside (0, 1).
/// Bound:  terms are summed away from the mean until a geometric series bounds the rest; that bound is in the radius.
/// Source: theorem `binomial-tail`.
Ball binomial_tail(std::uint64_t n, std::uint64_t k, const Ball& p);

}  // namespace assay::accounting
