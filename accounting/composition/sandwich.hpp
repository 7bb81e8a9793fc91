// A composition that no pair attains: its curve lies below that of one composition and above those of others.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"

namespace assay::accounting {

class ComposedLoss;

class SandwichProfile {
 public:
  /// Precondition: each lower's delta is at most the truth's, which is at most upper's, everywhere; lower is not empty.
  SandwichProfile(std::vector<ComposedLoss> lower, ComposedLoss upper);
  SandwichProfile(SandwichProfile&&) noexcept;
  SandwichProfile& operator=(SandwichProfile&&) noexcept;
  ~SandwichProfile();

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const;
  std::optional<Value> max_loss(long bits) const;
  /// -1 between the largest losses of the two.
  int compare_max_loss(const core::Rational& x) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "bounds"; }
  std::vector<std::string> theorems() const;

 private:
  std::vector<ComposedLoss> lower_;
  std::unique_ptr<ComposedLoss> upper_;
};

static_assert(PrivacyProfile<SandwichProfile>);

}  // namespace assay::accounting
