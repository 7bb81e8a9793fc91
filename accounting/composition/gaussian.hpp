// The closed form of composed Gaussian losses: N(0, 1) against N(mu, 1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// delta(epsilon) of N(0, 1) against N(mu, 1), for every real epsilon, from balls, at the precision that epsilon
/// carries.
/// Gives:  a ball that holds Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu). Precondition: mu > 0.
/// Source: theorem `gaussian-profile`.
Ball gaussian_delta(const Ball& mu, const Ball& epsilon);

/// Bits that gaussian_delta loses to cancellation and to its arguments' size, about; natural logarithms of mu and
/// |epsilon|.
long gaussian_loss_of_bits(double log_mu, double log_epsilon);

class GaussianProfile {
 public:
  explicit GaussianProfile(core::Rational mu_squared) : mu_squared_(std::move(mu_squared)) {}

  /// Exact for mu = 0 and epsilon >= 0 alone: nothing else is known to be rational.
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "closed_form"; }
  std::vector<std::string> theorems() const { return {"gaussian-composition", "gaussian-profile"}; }

  const core::Rational& mu_squared() const { return mu_squared_; }

 private:
  core::Rational mu_squared_;
};

static_assert(PrivacyProfile<GaussianProfile>);

}  // namespace assay::accounting
