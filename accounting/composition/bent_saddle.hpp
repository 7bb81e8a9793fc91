// The saddle of the contour integrand on the real axis, in doubles: a starting point for the bent contour's parameters.
#pragma once

#include <optional>

#include "accounting/composition/bent_plan.hpp"

namespace assay::accounting::bent {

struct RealSaddle {
  double theta;      // al = 1 + theta (remove), -theta (add)
  double log_delta;  // saddle-point estimate
};

/// nullopt where doubles give out.
std::optional<RealSaddle> real_saddle(const Problem& problem);

/// log E[(w/b)^al], al real.
double log_real_transform(const Problem::Component& c, double al);

}  // namespace assay::accounting::bent
