// Moments of one privacy loss, E_Q[(dP/dQ)^a], and its mean: what Renyi and the other additive divergences need.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <acb.h>

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

/// log E_Q[(dP/dQ)^a] = (a - 1) D_a(P||Q) for an order a > 0, a != 1.
/// Gives: +inf where a > 1 and P has mass outside Q; -inf where a < 1 and P, Q are disjoint. For a class of mechanisms
///        (zCDP, bounded range) the largest in the class.
/// Fails: not_supported for a loss without that moment.
core::Result<Ball> log_moment(const PrivacyLoss& loss, const core::Rational& order, long bits,
                              const Deadline& deadline = {});

/// E_P[L] = KL(P||Q), +inf where P has mass outside Q.
core::Result<Ball> mean_loss(const PrivacyLoss& loss, long bits, const Deadline& deadline = {});

/// M(-1/2 + it) = E_P[e^{(-1/2 + it) L}; L < inf] at t = n step, 0 <= n <= last; no more than |M| <= 1 of those that
/// the deadline leaves out. Fails: as log_moment.
class MiddleLine {
 public:
  static core::Result<MiddleLine> make(const PrivacyLoss& loss, const Ball& step, long last, long bits,
                                       const Deadline& deadline = {});
  /// Multiplies the n-th product by the n-th value to the power count.
  void multiply(std::vector<acb_struct>& products, std::uint64_t count) const;
  MiddleLine(MiddleLine&& o) noexcept : values_(std::move(o.values_)), bits_(o.bits_) {}
  ~MiddleLine();

 private:
  MiddleLine(long size, long bits);
  std::vector<acb_struct> values_;
  long bits_;
};

/// The theorem ids that the moment of this loss rests on, beyond those of its pair.
std::vector<std::string> moment_theorems(const PrivacyLoss& loss);

}  // namespace assay::accounting
