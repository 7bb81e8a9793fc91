// Priors about counts: independent cells, or cells of a known total.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rational.hpp"

namespace assay::persuasive {

/// The law of one cell: P[k] = weight(k) e^(-exponent), for first <= k <= last (no last: all k).
struct CellLaw {
  enum class Family { uniform, bernoulli, poisson, negative_binomial };
  Family family = Family::uniform;
  long first = 0;
  std::optional<long> last;
  core::Rational exponent = 0;               // poisson: the rate
  core::Rational parameter = 0;              // bernoulli, negative_binomial: the probability
  long successes = 1;                        // negative_binomial
  std::optional<core::Rational> other_rate;  // poisson: every rate between exponent and this one

  bool holds(long k) const { return k >= first && (!last || k <= *last); }
  core::Rational weight(long k) const;
  /// Sum of the weights from a to b within the support.
  core::Rational weight(long a, long b) const;
  /// The same law at the other end of its range of rates.
  CellLaw at_other_rate() const;
};

/// Cells of a known total: P[y] proportional to the product of the weights.
struct KnownTotal {
  long total = 0;
  bool dirichlet = false;                  // else multinomial
  std::vector<core::Rational> parameters;  // probability, or concentration

  core::Rational weight(std::size_t cell, long k) const;
};

}  // namespace assay::persuasive
