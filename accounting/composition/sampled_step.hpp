// The closed form of ONE step of the Gaussian on a Poisson sample.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

class SampledStepProfile {
 public:
  explicit SampledStepProfile(SampledGaussianLoss loss) : loss_(std::move(loss)) {}

  /// Exact 0 for add where epsilon >= -ln(1 - rate).
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  /// -ln(1 - rate) for add; unbounded for remove and replace.
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "closed_form"; }
  std::vector<std::string> theorems() const;

 private:
  SampledGaussianLoss loss_;
};

static_assert(PrivacyProfile<SampledStepProfile>);

}  // namespace assay::accounting
