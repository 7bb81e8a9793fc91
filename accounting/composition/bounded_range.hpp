// Compositions of mechanisms of one bounded range, of which the exponential mechanism is one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// The largest delta of `count` mechanisms whose losses span at most `range`: exact for one, and where all are fixed
/// beforehand (`adaptive` false) for up to max_exact_count; else between the best that are fixed beforehand and the
/// composition of the pair that dominates one.
class BoundedRangeProfile {
 public:
  static constexpr std::uint64_t max_exact_count = 512, max_summed_count = 4000;

  BoundedRangeProfile(BoundedRangeLoss loss, std::uint64_t count) : loss_(std::move(loss)), count_(count) {}

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  /// The supremum over the class.
  std::optional<Value> max_loss(long bits) const { return Value(top(), bits); }
  int compare_max_loss(const core::Rational& x) const { return x.compare(top()); }
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return count_ == 1 || !loss_.adaptive ? "closed_form" : "bounds"; }
  std::vector<std::string> theorems() const;

 private:
  core::Rational top() const { return loss_.range * count_; }
  Ball single(const core::Rational& epsilon, const Target& target) const;
  Ball dominating(const core::Rational& epsilon, const Target& target) const;
  Ball fixed(const core::Rational& epsilon, const core::Rational& t, long bits) const;
  core::Rational likely_best(const core::Rational& epsilon) const;
  Ball best_fixed(const core::Rational& epsilon, const Target& target) const;
  Ball chernoff_bound(const core::Rational& epsilon, long bits) const;

  BoundedRangeLoss loss_;
  std::uint64_t count_;
};

static_assert(PrivacyProfile<BoundedRangeProfile>);

}  // namespace assay::accounting
