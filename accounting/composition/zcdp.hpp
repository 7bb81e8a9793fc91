// What rho-zCDP alone implies: bounds on delta, from both sides, that do not meet.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// The largest delta of any composition that is rho-zCDP: never known exactly, so never converged.
class ZcdpProfile {
 public:
  /// Gaussian parts of total mu^2 beside zCDP parts of total rho: (rho + mu^2/2)-zCDP.
  explicit ZcdpProfile(const core::Rational& rho, const core::Rational& mu_squared = 0)
      : rho_(rho + mu_squared / 2), gaussian_beside_(mu_squared != 0) {}

  /// From the Gaussian of the same rho (one such mechanism) up to the best known conversion.
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const { return rho_ == 0 ? x.sign() : -1; }
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "bounds"; }
  std::vector<std::string> theorems() const;

 private:
  Ball conversion(const core::Rational& epsilon, long bits) const;

  core::Rational rho_;
  bool gaussian_beside_;
};

static_assert(PrivacyProfile<ZcdpProfile>);

}  // namespace assay::accounting
