// Parameters of the bent contour, chosen in doubles. Any choice gives a valid enclosure or none; a good one a cheap,
// narrow ball. Nothing computed here enters a certified value.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "accounting/composition/bent_path.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting::bent {

/// Gamma: al(u) = apex + scale (sin(angle + i u) - sin(angle)), and its strip of hyperbolas of the same centre with
/// angles in [angle - left, angle + right]. All five are exact reals.
struct Contour {
  double apex, scale, angle, left, right;

  double centre() const { return apex - scale * std::sin(angle); }
  std::complex<double> at(double u, double on_angle) const {
    return {centre() + scale * std::sin(on_angle) * std::cosh(u), scale * std::cos(on_angle) * std::sinh(u)};
  }
  std::complex<double> at(double u) const { return at(u, angle); }
};

/// x-quadrature of one component: nodes v_i = start + i step, 0 <= i <= nodes; level m uses every 2^m-th of them.
/// `nodes` is a multiple of 2^levels, so that all levels end alike.
struct Quadrature {
  static constexpr int levels = 4;
  Path path;
  double start, step;
  long nodes;
  double reach;                 // |al| on the contour, about: sets how fine the bounds' cells are
  std::vector<double> heights;  // strip half-widths, in v, at which the integrand is bounded
  double end() const { return start + step * static_cast<double>(nodes); }
};

struct Plan {
  Contour contour;
  double step;  // u_j = j step, 0 <= j <= nodes
  long nodes;
  std::vector<Quadrature> quadratures;
  std::vector<std::vector<int>> level;        // [component][j]
  std::vector<std::vector<double>> log_skip;  // [component][j]: terms below this log size are charged, not summed
  double log_delta;                           // the estimate that the target refers to
  long bits;                                  // working precision
};

/// The composition in doubles. `add` chooses the direction.
struct Problem {
  struct Component {
    double sigma, rate, count;
  };
  std::vector<Component> components;
  bool add;
  double epsilon;

  /// D_0 = +-epsilon - sum k log b, and the constant that goes with it.
  double decay() const;
  double constant() const { return add ? 0 : epsilon; }
};

/// nullopt where no usable parameters exist within the caps on node counts, or the deadline passes.
/// `log_delta` replaces the estimate of log delta; `digits` is the relative accuracy aimed at.
std::optional<Plan> plan_bent_contour(const Problem& problem, long digits, std::optional<double> log_delta,
                                      const Deadline& deadline);

}  // namespace assay::accounting::bent
