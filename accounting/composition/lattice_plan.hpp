// Choices of the lattice algorithms in double: tilt, window, precision. Wrong choices widen the answer, never falsify
// it.
#pragma once

#include <cstdint>

#include "accounting/composition/lattice_law.hpp"

namespace assay::accounting {

struct LatticePlan {
  double tilt = 0;              // > 0
  double above = 0, below = 0;  // changes of the tilt that bound the mass above and below the window
  std::int64_t lowest = -1;     // indices <= lowest and > highest carry tilted mass below e^-depth
  std::int64_t highest = 0;
  double depth = 0;       // nats below which a part does not matter
  double skip_below = 0;  // log of the modulus of the characteristic function that all nodes together may lose
  long bits = 64;
};

/// step, gap as doubles; want: bits of relative accuracy.
LatticePlan plan_lattice(const LatticeTerms& terms, std::int64_t top, std::int64_t first, double step, double gap,
                         long want);

}  // namespace assay::accounting
