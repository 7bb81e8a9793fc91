// The conditions under which the contour may be bent (in balls, cell by cell, and by linear asymptotics outside).
#pragma once

#include "accounting/composition/bent_bounds.hpp"

namespace assay::accounting::bent {

/// For every v with start <= Re v <= end, |Im v| <= height: Re x' > 0, and Re E = 0 only with |Im E| < pi. Then x' and
/// w have continuous logs on the strip, w no zero between C and the real axis.
bool branch_certain(const PathBalls& path, const Quadrature& quadrature, double height, const Deadline& deadline);

/// arg(w/b) >= 0 and arg(w/b) >= tan(cone) log|w/b| on the whole of C.
bool cone_certain(const PathBalls& path, const Quadrature& quadrature, double cone, const Deadline& deadline);

/// Bounds on the integrand outside [start, end] on the line Im v = height; no_bound where a condition fails.
/// Proves too: Re E < 0 left of start, Re E > 0 right of end (the branch), and right of end the cone condition.
Cuts cuts_at(const PathBalls& path, const Quadrature& quadrature, double height, double cone, double top);

}  // namespace assay::accounting::bent
