// How steep the bent contour and its paths are, and where the paths run; in doubles, nothing here certifies.
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <vector>

#include "accounting/composition/bent_path.hpp"
#include "accounting/composition/bent_plan.hpp"

namespace assay::accounting::bent {

/// Angle of Gamma, its strip, and the slope of the right arms of the paths; tan(angle + right) < rise < 1.
struct Shape {
  double angle, left, right, rise;
  double tangent() const { return std::tan(angle + right); }
};

/// steepness 1 bends most; towards 0 Gamma approaches the vertical line and the paths the real axis.
Shape shape_of(double steepness);

/// A path for exponents with |al| up to `reach`.
Path path_for(const Problem::Component& c, const Shape& shape, double reach);

/// The range of v outside which the integrand is below e^{-depth}, for al in the cone above `top`, up to `height`.
struct Range {
  double start, end;
};
std::optional<Range> range_of(const Problem::Component& c, const Shape& shape, const Path& path, double top,
                              double depth, double height);

/// The height, at most `tallest`, of a strip on which w has no zero, with a margin.
inline constexpr double tallest = 1.4;
double clear_height(const PathModel& model, const Path& path);

/// log |phi x'| and log(w/b) on a horizontal line of the strip.
struct Line {
  std::vector<double> density, modulus, argument;
  double log_step;

  double log_integral(std::complex<double> al) const;
};
Line line_at(const PathModel& model, const Quadrature& quadrature, double height);

/// log(e^x + e^y).
double log_add(double x, double y);

}  // namespace assay::accounting::bent
