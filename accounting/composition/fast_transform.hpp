// The cumulant transform K = log M in plain doubles: it chooses parameters and first guesses, it certifies nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accounting/composition/sampled_ratio.hpp"

namespace assay::accounting::fast {

/// K(theta) = log M(theta) with its first two derivatives.
struct Cumulant {
  double value = 0, slope = 0, curvature = 0;
};

/// log P[N(0,1) > y], usable far out.
double log_normal_tail(double y);
/// log(e^a + e^b).
double log_add(double a, double b);

/// phi_s(x) prod_j |w_j(x+iy)|^{e_j} (without the factor e^{y^2/2s^2}) and sum_j |arg w_j(x+iy)| at the nodes of a
/// grid.
struct ShiftLine {
  std::vector<double> log_modulus, argument;
  /// log int phi prod |w_j|^{e_j} e^{-t sum |arg w_j|} dx: the shift bound at t > 0, the bad edge at -t.
  double log_integral(double t) const;
};

/// One sampled-Gaussian step on a trapezoid grid x = i * step that grows to what each theta needs.
class SampledGrid {
 public:
  /// `compensate`: sum M - 1 rather than M where M is near 1, for counts that would magnify the rounding.
  SampledGrid(double sigma, double rate, SampledGaussianLoss::Kind kind, bool compensate);

  Cumulant cumulant(double theta);
  /// The integrand's modulus on Im x = y, 0 < y < pi s^2, split so that each t costs one exp a node.
  ShiftLine shift_line(double theta, double y) const;
  /// log of the bound on the part of int phi prod w_j^{e_j} outward of X, side +1 or -1.
  double log_tail(double theta, double X, int side) const;
  /// Grid ends that hold the integrand of theta down to e^{-depth} of its peak.
  void cover(double theta);
  double left() const { return static_cast<double>(first_) * step_; }
  double right() const { return static_cast<double>(first_ + static_cast<long>(log_phi_.size()) - 1) * step_; }

  double sigma() const { return s_; }
  double rate() const { return q_; }
  std::span<const RatioTerm> terms() const { return terms_; }
  double log_w(const RatioTerm& term, double x) const;
  double share(const RatioTerm& term, double x) const;  // q e^u / w, in [0, 1]

 private:
  double outer_bump(double theta, int side, double peak) const;
  void append_right();
  void append_left();
  double log_integrand(double theta, std::size_t i) const { return log_phi_[i] + base_[i] + theta * loss_[i]; }

  double s_, q_, log_q_, log_b_, log_odds_;
  std::span<const RatioTerm> terms_;
  bool compensate_;
  double step_;
  long first_ = 0;
  std::vector<double> log_phi_;  // log(step * phi(x_i))
  std::vector<double> base_;     // sum c_j log w_j
  std::vector<double> loss_;     // sum d_j log w_j
};

}  // namespace assay::accounting::fast
