// One discrete Gaussian loss by its closed form: two tails of the noise.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/loss_level.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// P[X >= a] of the discrete Gaussian at 0; nullopt past the deadline.
/// Precondition: total = discrete_gaussian_total(sigma, bits).
std::optional<Ball> discrete_gaussian_tail(const core::Rational& sigma, const core::Integer& a, const Ball& total,
                                           const Deadline& deadline);

/// The least n such that the loss at x exceeds `level` for every x <= -n.
core::Integer discrete_gaussian_threshold(const DiscreteGaussianLoss& loss, const LossLevel& level);

/// P[L > level]. Precondition: sigma at most DiscreteGaussianStepProfile::max_sigma.
Value discrete_gaussian_above(const DiscreteGaussianLoss& loss, const LossLevel& level, const Target& target);

class DiscreteGaussianStepProfile {
 public:
  /// The tails are summed: a wider sigma is left to the caller's judgement of time.
  static constexpr long max_sigma = 100'000'000;

  /// Precondition: sigma at most max_sigma.
  explicit DiscreteGaussianStepProfile(DiscreteGaussianLoss loss) : loss_(std::move(loss)) {}

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  std::optional<Value> max_loss(long) const { return std::nullopt; }
  int compare_max_loss(const core::Rational&) const { return -1; }
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "closed_form"; }
  std::vector<std::string> theorems() const { return {"discrete-gaussian-profile"}; }

 private:
  DiscreteGaussianLoss loss_;
};

static_assert(PrivacyProfile<DiscreteGaussianStepProfile>);

}  // namespace assay::accounting
