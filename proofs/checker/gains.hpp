// Finite mechanisms, and what an output is worth to a Receiver: exact masses, scoring rules, worst two-point priors.
#pragma once

#include <string>
#include <vector>

#include "proofs/checker/json.hpp"
#include "proofs/checker/real.hpp"

namespace assay::checker {

/// The probabilities of one output, datum by datum.
using Column = std::vector<Rational>;

/// The outputs of the kernels of a claim, independent and each run `count` times; those of compositions with equal
/// columns are one. Fails: refuses rows that are no distributions, and more than 2^18 probabilities, made on the way or
/// left.
std::vector<Column> read_outputs(const Json& claim);

/// log, brier, pseudospherical of an order above 1, or zero_one with a rule for ties.
struct Score {
  std::string name, ties;
  Rational order = 2;
  bool takes_roots() const { return name == "brier" || name == "pseudospherical"; }
};
Score read_score(const Json& score);

/// S(Q, x) - S(Q_t, x), of a prior and an output that both give x some mass. Under the log score that of the prior may
/// be 0: the limit of small masses.
Real gain(const Score& score, const Column& prior, const Column& output, std::size_t x);

/// The supremum of the gain over priors of two data, floor <= Q(truth) <= ceiling, at an output that the truth gives
/// with probability p > 0 and the other datum with q; 0 where that is not above 0.
Real largest_gain(const Score& score, const Rational& p, const Rational& q, const Rational& floor,
                  const Rational& ceiling);

struct Weighted {
  Rational mass;
  Real gain;
};
/// The mean gain, and of another order a than 1 ln(E e^{(a - 1) gain})/(a - 1).
Real mean(const std::vector<Weighted>& gains, const Rational& order);

}  // namespace assay::checker
