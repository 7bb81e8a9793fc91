// The path C in the complex plane of outcomes x on which the bent contour integrates, and the integrand's logs on it.
//
// With w(x) = b + q e^{(2x-1)/(2 sigma^2)}, b = 1 - q, the transform is F(al) = E[(w/b)^al] = int_C phi(x) (w/b)^al dx.
// The path is a polygon with rounded corners,
//   x(v) = origin + slope_0 v + sum_r (slope_r - slope_{r-1}) log(1 + e^{v - knot_r}),
// level on the left, rising to the right of the zeros of w. Origin, slopes and knots are doubles taken as exact reals,
// so the path and its derivative belong together at every precision.
#pragma once

#include <array>
#include <complex>
#include <cstdint>

#include "accounting/composition/bent_arb.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// `count` independent rounds of the Gaussian of noise sigma (in units of one record) on a Poisson sample of `rate`.
struct SampledSteps {
  core::Rational sigma, rate;
  std::uint64_t count = 1;
};

namespace bent {

struct Path {
  static constexpr std::size_t knots = 3;
  std::complex<double> origin;
  std::array<std::complex<double>, knots + 1> slope;
  std::array<double, knots> knot;
};

/// log(phi(x) x') and log(w(x)/b) at one point of the path.
struct LogPair {
  std::complex<double> density, ratio;
};

/// The integrand's logs in plain doubles: to choose parameters.
class PathModel {
 public:
  PathModel(const Path& path, double sigma, double rate);
  LogPair at(std::complex<double> v) const;
  /// E(v) = log((q/b) e^{(2x-1)/(2 sigma^2)}), so that w/b = 1 + e^E.
  std::complex<double> exponent(std::complex<double> v) const;

 private:
  Path path_;
  double variance_, log_odds_, log_norm_;
};

/// The same logs, with their derivatives in v, in balls: what certifies.
class PathBalls {
 public:
  /// Values and derivatives at a point, or over a ball.
  struct Jet {
    ComplexBall x, x1, x2, x3;                // x and its derivatives
    ComplexBall density, density1, density2;  // log(phi x') and its derivatives
    ComplexBall ratio, ratio1, ratio2;        // log(w/b) and its derivatives
  };

  PathBalls(const Path& path, const SampledSteps& steps, long bits);

  /// Encloses log(phi x') and log(w/b) for every v of the ball. Precondition: |Im v| < pi (checked by the caller) and
  /// that the branch was checked on the region v belongs to (bent_bounds.hpp).
  void logs(acb_ptr density, acb_ptr ratio, acb_srcptr v, long bits) const;
  /// Encloses x(v), x'(v) and E(v) over the ball.
  void exponent(acb_ptr x, acb_ptr slope, acb_ptr e, acb_srcptr v, long bits) const;
  /// All of a jet at the exact point v.
  void jet(Jet& out, acb_srcptr v, long bits) const;
  /// The derivatives over the ball v whose middle is the point of the jet `at`.
  void derivatives(Jet& out, acb_srcptr v, const Jet& at, long bits) const;

  arb_srcptr variance() const { return variance_; }
  arb_srcptr log_odds() const { return log_odds_; }
  const Path& path() const { return path_; }

 private:
  void corner(acb_ptr softplus, acb_ptr logistic, acb_srcptr v, double knot, long bits) const;
  void point(acb_ptr x, acb_ptr slope, acb_srcptr v, long bits) const;
  void odds(acb_ptr e, acb_srcptr x, long bits) const;
  void logs_of(acb_ptr density, acb_ptr ratio, acb_srcptr x, acb_srcptr slope, acb_srcptr e, long bits) const;
  void slopes(Jet& out, acb_srcptr v, bool with_point, long bits) const;
  void log_slopes(Jet& out, acb_srcptr e, long bits) const;

  Path path_;
  RealBall variance_, half_over_variance_, log_odds_, log_norm_;  // log_norm_ = log(sigma sqrt(2 pi))
};

}  // namespace bent
}  // namespace assay::accounting
