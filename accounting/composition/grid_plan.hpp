// Parameters of the grid engine for one epsilon: tilt, step, window. Doubles choose here; nothing is certified.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "accounting/composition/grid_coarse.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

struct GeneralPart {
  DistributionLoss loss;
  std::uint64_t count = 1;
};

struct CoarsePart {
  CoarseLoss loss;
  double count = 1;
};

struct GridPlan {
  double theta = 0;                                // the tilt
  double log_delta = 0;                            // about log delta
  double low = 0, top = 0;                         // the window of the sum
  double step = 0;                                 // the widest that should reach the accuracy
  double fold_right = 0, lost = 0, fold_left = 0;  // tilts at which the moments bound what the window leaves out
  std::vector<double> left, right;                 // ends of each part's grid

  double period() const { return top - low; }
};

/// nullopt where no parameters were found (a curve that is flat, or beyond the range of doubles).
std::optional<GridPlan> plan_grid(const std::vector<CoarsePart>& parts, double epsilon, double digits);

/// K(theta) of the composition.
Cumulant cumulant(const std::vector<CoarsePart>& parts, double theta);

/// Points that should lie on a part's grid, relative to the first of them.
struct GridMarks {
  Ball origin;
  std::vector<Ball> offset;
  std::vector<double> weight;
};
GridMarks marks_of(const DistributionLoss& loss, double count, long bits);

/// The widest step, within reason, for which all marks lie on the grids; nullopt where none was found.
std::optional<Ball> common_step(const std::vector<GridMarks>& marks, long bits);

/// A step in [least, most] for which the heaviest marks lie on the grids, or close above a point.
Ball aligned_step(const std::vector<GridMarks>& marks, double least, double most, long bits);

}  // namespace assay::accounting
