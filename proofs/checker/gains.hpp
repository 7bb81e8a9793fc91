// Finite mechanisms, and what an output is worth to a Receiver: exact masses, scoring rules, worst two-point priors.
#pragma once

#include <string>
#include <vector>

#include "proofs/checker/json.hpp"
#include "proofs/checker/real.hpp"

namespace assay::checker {

/// The probabilities of one output, datum by datum.
using Column = std::vector<Rational>;

/// The outputs of the kernels of a claim, independent and each run `count` times; those of compositions with
/// proportional columns are one. Fails: refuses rows that are no distributions, and more than 2^18 probabilities, made
/// on the way or left.
std::vector<Column> read_outputs(const Json& claim);

/// log, brier, spherical, ranked_probability or zero_one with a rule for ties.
struct Score {
  std::string name, ties;
};
Score read_score(const Json& score);

/// S(Q, x) - S(Q_t, x), of a prior and an output that both give x some mass.
Real gain(const Score& score, const Column& prior, const Column& output, std::size_t x);

/// The supremum of the gain over priors of two data, floor <= Q(truth) <= ceiling, at an output that the truth gives
/// with probability p > 0 and the other datum with q; 0 where that is not above 0.
Real largest_gain(const Score& score, const Rational& p, const Rational& q, const Rational& floor,
                  const Rational& ceiling);

}  // namespace assay::checker
