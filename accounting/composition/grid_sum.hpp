// The composed law on the grid: tilted masses to the power of their counts by FFT, and delta from it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "accounting/loss/discretise.hpp"
#include "accounting/numeric/deadline.hpp"
#include "accounting/numeric/fft.hpp"

namespace assay::accounting {

struct GridPart {
  GridLaw law;
  std::uint64_t count = 1;
};

/// A window of the composed law: as many points of the sum's grid as the transform has, from about `low` on.
struct GridWindow {
  double theta = 0;                                // the tilt
  Ball low;                                        // the least loss of the window, about
  double fold_right = 0, lost = 0, fold_left = 0;  // tilts for the bounds of what the window leaves out
};

/// Bounds on the finite part of delta(epsilon), E[(1 - e^{epsilon - S})_+; S < inf].
struct GridBounds {
  Ball lower, upper;
};

/// Gives:  lower from the optimistic laws, upper from the pessimistic ones; every error is charged to its side:
///         rounding of the transform and of the powers, what folds into the window, what lies above it.
/// Fails:  nullopt where the deadline passes or a number leaves the range of doubles.
/// Source: theorems `grid-fold` and `fft-rounding`.
std::optional<GridBounds> grid_bounds(const std::vector<GridPart>& parts, const Ball& epsilon, const GridWindow& window,
                                      const Fft& fft, const Deadline& deadline);

}  // namespace assay::accounting
