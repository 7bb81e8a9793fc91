// One run of shuffled local randomizers: bounds on delta from both sides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// The largest delta over the epsilon-private local randomizers of `users` users, shuffled: from shuffled binary
/// randomized response up to the clones of Feldman, McMillan and Talwar.
class ShuffledProfile {
 public:
  explicit ShuffledProfile(ShuffledLoss loss) : loss_(std::move(loss)) {}

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  /// Everyone else may answer alike: a local loss survives the shuffle.
  std::optional<Value> max_loss(long bits) const { return Value(loss_.epsilon, bits); }
  int compare_max_loss(const core::Rational& x) const { return x.compare(loss_.epsilon); }
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "bounds"; }
  std::vector<std::string> theorems() const { return {"shuffled-clones", "shuffled-responses"}; }

 private:
  Ball nonnegative_delta(const core::Rational& epsilon, const Target& target) const;
  Ball clones(const core::Rational& epsilon, long nats, const Deadline& deadline, long bits) const;
  Ball responses(const core::Rational& epsilon, const Deadline& deadline, long bits) const;

  ShuffledLoss loss_;
};

static_assert(PrivacyProfile<ShuffledProfile>);

}  // namespace assay::accounting
