// The k-fold composition of one Laplace loss by its exact finite sum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

class LaplaceProfile {
 public:
  /// The sum has about count^2/2 terms with integers of up to count bits; above this count delta() is a Chernoff bound.
  static constexpr std::uint64_t max_exact_count = 4000;

  LaplaceProfile(LaplaceLoss loss, std::uint64_t count) : shift_(std::move(loss.shift)), count_(count) {}

  /// Exact 0 where epsilon >= count * shift.
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  std::optional<Value> max_loss(long bits) const { return Value(top(), bits); }
  int compare_max_loss(const core::Rational& x) const { return x.compare(top()); }
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "closed_form"; }
  std::vector<std::string> theorems() const;

 private:
  core::Rational top() const { return shift_ * count_; }
  Ball nonnegative_delta(const core::Rational& epsilon, const Target& target) const;
  Ball chernoff_bound(const core::Rational& epsilon, long bits) const;

  core::Rational shift_;
  std::uint64_t count_;
};

static_assert(PrivacyProfile<LaplaceProfile>);

}  // namespace assay::accounting
