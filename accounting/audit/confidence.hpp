// Exact one-sided confidence limits on a probability from a count (Clopper and Pearson), as enclosures.
#pragma once

#include <cstdint>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

struct Count {
  std::uint64_t successes = 0, trials = 1;
};

/// The lower limit: the root in p of P[Bin(trials, p) >= successes] = error, and 0 where nothing succeeded.
/// Shape:  successes <= trials, 1 <= trials <= max_trials, 0 < error < 1.
/// Gives:  a ball that holds the root, about `bits` bits of relative accuracy. P[limit > p] <= error for every p.
/// Source: theorem `clopper-pearson`.
Ball lower_limit(const Count& count, const core::Rational& error, long bits);

/// The upper limit: the root in p of P[Bin(trials, p) <= successes] = error, and 1 where all succeeded.
Ball upper_limit(const Count& count, const core::Rational& error, long bits);

/// The p with P[Bin(trials, p) >= successes] = target for 1 <= successes <= trials: both limits rest on it.
Ball tail_inverse(const Count& count, const Ball& target, long bits);

}  // namespace assay::accounting
