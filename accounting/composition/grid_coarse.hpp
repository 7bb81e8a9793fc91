// A loss in doubles, on some hundred cells that follow its mass: it chooses the grid engine's parameters and certifies
// nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/composition/guess.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

struct CoarseLoss {
  std::vector<double> loss, log_mass;            // one entry a cell or atom
  std::vector<double> at, log_below, log_above;  // log P[L <= at], log P[L > at], at ascending
  double atom_mass = 0;

  static CoarseLoss make(const DistributionLoss& loss);
  /// K = log E[e^{theta L}; L < inf] and its derivatives.
  Cumulant cumulant(double theta) const;
  /// The greatest listed point with log P[L <= point] + theta point <= bound; the least with log P[L > point] <= bound.
  double left_end(double theta, double log_bound) const;
  double right_end(double log_bound) const;
};

}  // namespace assay::accounting
