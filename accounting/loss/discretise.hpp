// From a loss to two laws on a grid, one that dominates it and one that it dominates: connect the dots, both sides.
#pragma once

#include <optional>
#include <vector>

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

/// Point i lies at origin + (first + i) step, 0 <= i <= cells. Atoms within a slack of a point count as on it.
struct LossGrid {
  Ball origin, step;
  long first = 0;
  long cells = 0;

  Ball point(long i) const { return origin + step * (first + i); }
};

/// Masses on a grid under an exponential tilt: the mass at point i is mass[i] e^{log_scale - tilt (l_i - origin)}.
/// For every convex nonincreasing h of u = e^{-L}, with S the sum of independent steps:
///   pessimistic: E h(e^{-S}) does not decrease when L is replaced by the law of `upper` moved up by `slack`, and
///                upper_infinite at +inf;
///   optimistic:  it does not increase when L is replaced by that of `lower` moved down by `slack`, its infinite mass
///                kept.
struct GridLaw {
  LossGrid grid;
  double tilt = 0, log_scale = 0;
  std::vector<double> upper, lower;
  Ball upper_infinite;
  Ball slack;
};

/// Gives:  the two laws; nullopt where the deadline passed meanwhile. `log_scale` (about log E e^{tilt (L - origin)})
/// keeps the tilted masses within range.
///         What lies left of the grid moves to its first point in `upper` and is dropped in `lower`; what lies right
///         of it is split between the last point and infinity in `upper`, and put on the last point in `lower`.
/// Source: theorems `grid-pessimistic` and `grid-optimistic`.
std::optional<GridLaw> discretise(const DistributionLoss& loss, const LossGrid& grid, double tilt, double log_scale,
                                  long bits, const Deadline& deadline);

}  // namespace assay::accounting
