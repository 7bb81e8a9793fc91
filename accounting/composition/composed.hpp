// The composed loss of one ordered kind of neighbours, in the hands of the engine that its parts allow.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "accounting/composition/bounded_range.hpp"
#include "accounting/composition/contour.hpp"
#include "accounting/composition/discrete_gaussian_step.hpp"
#include "accounting/composition/finite.hpp"
#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/laplace.hpp"
#include "accounting/composition/sampled_step.hpp"
#include "accounting/composition/sandwich.hpp"
#include "accounting/composition/shuffled.hpp"
#include "accounting/composition/windowed.hpp"
#include "accounting/composition/zcdp.hpp"

namespace assay::accounting {

enum class Engine { automatic, closed_form, lattice, contour, grid };

class ComposedLoss {
 public:
  using Profile =
      std::variant<GaussianProfile, SampledStepProfile, LaplaceProfile, FiniteProfile, DiscreteGaussianStepProfile,
                   WindowedProfile, ContourProfile, BoundedRangeProfile, ShuffledProfile, SandwichProfile, ZcdpProfile>;

  template <PrivacyProfile P>
  explicit ComposedLoss(P profile) : profile_(std::make_unique<Profile>(std::in_place_type<P>, std::move(profile))) {}

  /// The PrivacyProfile operations of whichever engine it is.
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const;
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const;
  std::vector<std::string> theorems() const;

 private:
  std::unique_ptr<Profile> profile_;  // some profiles are large, and losses move
};

static_assert(PrivacyProfile<ComposedLoss>);

/// Chooses the engine: closed form where there is one, the lattice for finite losses, else the contour.
/// Fails: not_supported where no engine covers the parts (the message names what is missing); invalid_parameter at
///        "/engine" where the engine asked for does not apply to them.
core::Result<ComposedLoss> compose(const std::vector<LossPart>& parts, Engine engine);

}  // namespace assay::accounting
