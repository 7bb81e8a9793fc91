// Any composition of finite losses, alone or with a Gaussian loss: lattices by inversion, several lattices by
// enumeration.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/finite_max_loss.hpp"
#include "accounting/composition/finite_product.hpp"
#include "accounting/composition/lattice_group.hpp"
#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

class FiniteProfile {
 public:
  /// Fails: not_supported where the parts lie on no common lattice and their joint atoms are too many to enumerate; the
  /// message names the limit.
  static core::Result<FiniteProfile> compose(std::vector<FinitePart> parts, const core::Rational& mu_squared = 0);

  /// Exact where epsilon is at least max_loss, and at epsilon = 0 for few rational atoms.
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const;
  /// 0 where P has no finite loss at all.
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const { return compare_max_loss(LossLevel{x, 1}); }
  int compare_max_loss(const LossLevel& x) const;
  /// Exact, for few rational atoms and odds = e^epsilon rational.
  std::optional<core::Rational> exact_delta(const core::Rational& odds) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "lattice"; }
  std::vector<std::string> theorems() const;

 private:
  FiniteProfile() = default;
  Ball dual_mass_log(long bits) const;
  Ball lattice_delta(const core::Rational& epsilon, const Target& target) const;

  std::vector<FinitePart> parts_;
  core::Rational mu_squared_ = 0;
  bool all_infinite_ = false;  // some part has P[L = inf] = 1
  std::optional<FiniteMaxLoss> max_loss_;
  std::optional<LatticeGroup> lattice_;   // the whole composition on one lattice
  std::optional<FiniteProduct> product_;  // otherwise
};

static_assert(PrivacyProfile<FiniteProfile>);

}  // namespace assay::accounting
