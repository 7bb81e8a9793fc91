// The transform M(z) = E_P[e^{zL}] of one sampled-Gaussian step, rigorously: trapezoid sums in x with every error term.
#pragma once

#include <optional>
#include <span>

#include "accounting/composition/contour_plan.hpp"
#include "accounting/composition/sampled_ratio.hpp"
#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/ball_vector.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

class SampledTransform {
 public:
  /// Nodes and strips as planned; `bits` is the precision of the sums, `bound_bits` that of quantities that only bound.
  SampledTransform(const SampledGaussianLoss& loss, const fast::FactorPlan& plan, long bits, long bound_bits);

  /// M(theta) for a real theta (an exact double).
  /// Bound: strip error 2 N / (e^{2 pi a / step} - 1) and both tails of the sum are in the ball (theorems
  ///        `trapezoid-strip`, `sampled-tail-bound`).
  Ball real(double theta) const;

  struct Line {
    Ball scale;            // an exact number next to M(theta)
    ComplexVector values;  // M(theta + i j h) / scale, j = 0 .. J
  };
  /// M on the nodes theta + i j height, 0 <= j <= nodes; nullopt when the deadline passes.
  std::optional<Line> line(double theta, double height, long nodes, const Deadline& deadline) const;

  /// A bound B on |M(theta + i t)| for every t >= T (theorem `shift-bound`), as an exact ball.
  Ball decay_bound(double theta, const Ball& T) const;

 private:
  Ball node(long i) const;
  Ball log_w(const RatioTerm& term, const Ball& x, long bits) const;
  Ball exponent(const RatioTerm& term, double theta) const;
  void weights(double theta, BallVector& out) const;
  Ball sum(double theta, long bits) const;
  Ball tails(double theta) const;
  Ball tail(double theta, const Ball& end, int side) const;
  Ball outward_slope(double theta, const Ball& x, const std::optional<Ball>& y, int side) const;
  Ball linear_tail(double theta, const Ball& x, const Ball& m, int side) const;
  Ball strip(double theta, double a, double step) const;
  Ball strip_cos(double theta, const Ball& v) const;
  Ball upper_real(double theta, const Ball& sum) const;
  Ball bad_edge(double theta, const Ball& T, const Ball& M_upper) const;
  Ball beyond(double theta, const Ball& t, const Ball& v, int side) const;
  Ball bad_edge_cells(double theta, const Ball& T) const;
  struct Shifted {
    Ball rho, log_modulus, argument;  // q e^u, log |w|, arg w
  };
  Shifted shifted(const RatioTerm& term, const Ball& x, const Ball& cos_v, const Ball& sin_v) const;
  double best_strip(double theta) const;

  fast::FactorPlan plan_;
  long bits_, bound_bits_;
  double sigma_approx_;
  std::span<const RatioTerm> terms_;
  Ball sigma_, variance_, rate_, keep_;  // s, s^2, q, 1 - q
  Ball first_x_, last_x_;
  Ball log_norm_;       // log(step / (s sqrt(2 pi)))
  BallVector log_phi_;  // log(step * phi_s(x_i))
  BallVector base_;     // sum c_j log w_j(x_i)
  BallVector loss_;     // sum d_j log w_j(x_i)
};

}  // namespace assay::accounting
