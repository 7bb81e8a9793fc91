// Moments of one sampled-Gaussian step at real and complex orders, rigorously: a trapezoid sum with both error terms.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <acb.h>

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/ball_vector.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

class SampledMoment {
 public:
  /// For M(a - 1 + it) = E_Q[(dP/dQ)^{a + it}], |t| <= reach, at about `bits` of relative accuracy; balls that say
  /// nothing where the deadline passed meanwhile.
  SampledMoment(const SampledGaussianLoss& loss, const core::Rational& order, const Ball& reach, long bits,
                const Deadline& deadline = {});

  /// E_Q[(dP/dQ)^order].
  /// Bound: theorem `sampled-moment`; the real line where the plan cannot bound it.
  Ball real() const;
  /// M(order - 1 + it) for |t| <= reach.
  void at(acb_t out, const Ball& t) const;
  /// E_P[L]. Precondition: order = 1.
  Ball mean_loss() const;

 private:
  Ball log_w(int side, const Ball& x) const;
  Ball tail(const std::vector<Ball>& exponents, const Ball& end, int side) const;
  Ball tails(const std::vector<Ball>& exponents) const;
  Ball cosine_factor(const Ball& v) const;
  void plan(const Ball& reach);

  std::vector<int> sides_;
  std::vector<Ball> exponents_;  // of w_j at the real order
  std::vector<int> slopes_;
  long bits_;
  Ball sigma_, variance_, rate_;
  double step_ = 0, strip_ = 0;  // chosen; both enter as exact reals
  std::int64_t first_ = 0, last_ = -1;
  BallVector weight_, loss_;  // step phi(x_i) prod w_j^{e_j}, and L(x_i)
  Ball sum_, tails_;
};

/// What holds of log E_Q[(dP/dQ)^order], order > 0, without the sum: convexity alone (theorem `sampled-moment`).
Ball sampled_log_moment_bounds(const SampledGaussianLoss& loss, const core::Rational& order, long bits);

/// E_Q[(dP/dQ)^order] as the binomial sum that it is under remove at a whole order from 2 on, at most 200,000.
/// Gives: nullopt elsewhere, or where the deadline passes.
/// Source: Mironov, Talwar, Zhang, Renyi differential privacy of the sampled Gaussian mechanism, 2019, section 3.3.
std::optional<Ball> sampled_moment_sum(const SampledGaussianLoss& loss, const core::Rational& order, long bits,
                                       const Deadline& deadline);

/// What holds of E_P[L] without the sum.
Ball sampled_mean_bounds(const SampledGaussianLoss& loss, long bits);

}  // namespace assay::accounting
