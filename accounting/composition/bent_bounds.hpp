// What is proved about one component of the bent contour on its path C: the conditions of the contour's deformation,
// and upper bounds on G(al) = int_C |phi x' (w/b)^al| dv and on the error of the trapezoidal sum for F(al).
//
// Sizes are carried as natural logs in doubles. Each bound charges its own rounding: IEEE operations are exact to 2^-53
// relative, and exp, log of the C library are charged 2^-40 relative (glibc documents errors below 2^-51).
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "accounting/composition/bent_path.hpp"
#include "accounting/composition/bent_plan.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting::bent {

inline constexpr double no_bound = 1e300;  // a log size that bounds nothing

/// Upper bound on the sum of the terms, each of which may itself be off by a few roundings.
double sum_upper(std::initializer_list<double> terms);
/// Upper bound on log(e^x + e^y).
double log_add_upper(double x, double y);
/// Upper bound on log sum e^{x_i}; -no_bound for none.
double log_sum_upper(const std::vector<double>& x);

/// al = re + i im up to `slack` in either part; slack also covers the rounding of whatever computed re and im.
struct Exponent {
  double re, im, slack;
};

/// Enclosures [low, high] of many reals, outward rounded.
struct Bounds {
  std::vector<double> low, high;
  void push(arb_srcptr x) {
    low.push_back(lower_double(x));
    high.push_back(upper_double(x));
  }
  /// Upper bound on factor * x_i, up to rounding.
  double times(double factor, std::size_t i) const { return factor * (factor >= 0 ? high[i] : low[i]); }
};

/// Upper sums over cells for int |phi x' (w/b)^al| on the line Im v = height, start <= Re v <= end.
class StripEdge {
 public:
  static std::optional<StripEdge> make(const PathBalls& path, const Quadrature& quadrature, double height,
                                       const Deadline& deadline);
  double log_integral_upper(const Exponent& al) const;

 private:
  bool add_cell(const PathBalls& path, arb_srcptr from, arb_srcptr width, double height, double reach, int depth);

  std::vector<double> half_;                            // half the width of a cell
  std::vector<double> density0_, density1_, density2_;  // upper log size at the centre, slope, upper second derivative
  Bounds modulus0_, argument0_, modulus2_, argument2_;
  std::vector<double> modulus1_, argument1_;
  std::vector<double> density_scale_, modulus_scale_, argument_scale_;  // sums of absolute values, for the charges
};

/// Bounds outside [start, end], for the integral and for every trapezoidal sum on the quadrature's grid.
struct Cuts {
  double left = no_bound, left_growth = no_bound;  // log size <= left + (|re| + |im|) left_growth
  double right = no_bound;                         // for every al of the contour's strip
  double log_size_upper(const Exponent& al) const;
};

class CertifiedPath {
 public:
  /// nullopt where a condition fails its check: the branch of log w in the strip, the cone condition on C, the tails.
  /// `cone` is the angle of the strip's steepest hyperbola, `top` an upper bound on its points of the real axis.
  static std::optional<CertifiedPath> make(const SampledSteps& steps, const Quadrature& quadrature, double cone,
                                           double top, long bits, const Deadline& deadline);

  /// Upper bound on log G(al), al on a hyperbola of the strip, upper half.
  double log_modulus_upper(const Exponent& al) const;
  /// Upper bound on log |F(al) - S|, S the trapezoidal sum over every 2^level-th node of [start, end].
  double log_error_upper(const Exponent& al, int level) const;
  /// F(al) in a ball: the sum over every 2^level-th node, terms below e^{log_skip} charged instead of summed.
  /// `al` lies in `at`. False where the deadline passed.
  bool transform(acb_ptr out, acb_srcptr al, const Exponent& at, int level, double log_skip, long bits,
                 const Deadline& deadline) const;

 private:
  CertifiedPath(const PathBalls& path, const Quadrature& quadrature) : path_(path), quadrature_(quadrature) {}
  double log_size_upper(std::size_t node, const Exponent& al) const;

  PathBalls path_;
  Quadrature quadrature_;
  ComplexVector density_, ratio_;  // at the nodes
  Bounds density_bounds_, modulus_, argument_;
  struct Strip {
    double height;
    StripEdge above, below;
    Cuts above_cuts, below_cuts;
  };
  std::vector<Strip> strips_;
  Cuts cuts_;
};

/// Upper bound on e^{log_size} as a magnitude.
void set_magnitude(mag_ptr out, double log_size);

}  // namespace assay::accounting::bent
