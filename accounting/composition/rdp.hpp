// What Renyi guarantees at listed orders imply: bounds on delta, from both sides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/renyi_point.hpp"

namespace assay::accounting {

/// The largest delta of any composition with these Renyi guarantees in total. One guarantee of one run is answered
/// exactly; otherwise the bounds do not meet.
class RdpProfile {
 public:
  /// Precondition: at least one point, every epsilon positive. `alone`: one mechanism, run once, of one order.
  RdpProfile(std::vector<RenyiPoint> points, bool alone) : points_(std::move(points)), alone_(alone) {}

  /// From a Gaussian that meets every guarantee up to the exact worst case of the best single order.
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return Value(core::Rational(0), bits); }
  std::optional<Value> max_loss(long) const { return std::nullopt; }
  int compare_max_loss(const core::Rational&) const { return -1; }
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return alone_ ? "closed_form" : "bounds"; }
  std::vector<std::string> theorems() const;

 private:
  std::vector<RenyiPoint> points_;
  bool alone_;
};

static_assert(PrivacyProfile<RdpProfile>);

}  // namespace assay::accounting
