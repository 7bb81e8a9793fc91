// Elementary transforms M(z)^k as factors of a contour: Gaussian, Laplace, finite losses.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "accounting/composition/fast_transform.hpp"
#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/ball_vector.hpp"

namespace assay::accounting {

class ClosedTransform {
 public:
  ClosedTransform(GaussianLoss loss) : loss_(std::move(loss)), count_(1) {}
  ClosedTransform(LaplaceLoss loss, std::uint64_t count) : loss_(std::move(loss)), count_(count) {}
  ClosedTransform(FiniteLoss loss, std::uint64_t count) : loss_(std::move(loss)), count_(count) {}

  /// log M(theta)^k for a real theta, theta != -1/2 for Laplace.
  Ball log_real(const Ball& theta) const;
  /// M(theta + it)^k / M(theta)^k.
  void multiply(acb_t product, const Ball& theta, const Ball& t, long bits) const;
  /// log of a bound on |M(theta + is)|^k / M(theta)^k over s >= t.
  Ball log_decay(const Ball& t) const;
  /// P[S < inf], and Q-mass of the same outcomes, each to the count: M(0)^k and M(-1)^k.
  Ball finite_mass(long bits) const;
  Ball dual_finite_mass(long bits) const;
  /// The largest finite loss, times the count; nullopt where unbounded.
  std::optional<Ball> max_loss(long bits) const;

  /// In doubles, for parameter choice.
  fast::Cumulant cumulant(double theta) const;
  double gaussian_mu_squared() const;

 private:
  const FiniteLoss::Atoms& atoms(long bits) const;
  void single(acb_t out, const Ball& theta, const Ball& t, long bits) const;  // M(theta + it), finite and Laplace

  std::variant<GaussianLoss, LaplaceLoss, FiniteLoss> loss_;
  std::uint64_t count_;
  mutable FiniteLoss::Atoms atoms_;
  mutable long atoms_bits_ = 0;
};

}  // namespace assay::accounting
