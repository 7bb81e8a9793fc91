// Named priors: every gain is a number, compared exactly.
#pragma once

#include <vector>

#include "persuasive/guarantee/problem.hpp"
#include "scoring/exact_real.hpp"

namespace assay::persuasive {

/// The gain at one output, with its probability under the truth.
struct OutputGain {
  scoring::ExactReal gain;
  core::Rational mass;
  std::size_t column = 0;
};

/// S(Q, x) - S(Q_t, x).
/// Shape: prior[x] > 0, and the kernel gives column t from x.
core::Result<scoring::ExactReal> gain(const Kernel& kernel, const DataSpace& space, const Score& score,
                                      const Pmf& prior, std::size_t x, std::size_t t);

/// All outputs that x can give, gains ascending.
core::Result<std::vector<OutputGain>> gains(const Kernel& kernel, const DataSpace& space, const Score& score,
                                            const Pmf& prior, std::size_t x, const accounting::Deadline& deadline);

/// The number as an answer carries it.
Real to_real(const scoring::ExactReal& x);
scoring::ExactReal to_exact_real(const LogNumber& x);

/// The whole mechanism as one kernel, proportional columns merged.
core::Result<Kernel> whole(const FiniteProblem& problem);

/// Exact, for one prior at one truth.
core::Result<Bracket> prior_kappa(const FiniteProblem& problem, const Kernel& kernel, const Score& score,
                                  const Pmf& prior, std::size_t x, const core::Rational& delta);
core::Result<Bracket> prior_delta(const FiniteProblem& problem, const Kernel& kernel, const Score& score,
                                  const Pmf& prior, std::size_t x, const LogNumber& kappa);

/// Shape: the class is ListedPriors.
core::Result<Bracket> listed_kappa(const FiniteProblem& problem, const Score& score, const core::Rational& delta);
core::Result<Bracket> listed_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa);

}  // namespace assay::persuasive
