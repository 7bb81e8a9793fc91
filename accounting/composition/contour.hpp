// Compositions whose transform decays: sampled Gaussian steps, with Gaussians, Laplace and finite losses beside them.
// Chooses between the vertical contour (V) and the bent one (H), and falls back to bounds that always hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/bent_contour.hpp"
#include "accounting/composition/lattice_group.hpp"
#include "accounting/composition/profile.hpp"
#include "accounting/composition/vertical_contour.hpp"

namespace assay::accounting {

struct LaplacePart {
  LaplaceLoss loss;
  std::uint64_t count = 1;
};

/// The parts of a composition, merged by kind; all sampled parts have one kind.
struct SmoothComposition {
  std::vector<SampledPart> sampled;
  std::vector<LaplacePart> laplace;
  std::vector<FinitePart> finite;
  core::Rational mu_squared = 0;
};

/// Whether an enclosure has `digits` decimal digits: what the contour aims at, without the margin of wanted_bits.
bool has_digits(const Ball& value, long digits);

class ContourProfile {
 public:
  /// Precondition: at least one sampled part, or mu_squared > 0 (something makes the transform decay).
  explicit ContourProfile(SmoothComposition parts);

  /// Node products that the vertical contour may cost: seconds at most, or about a second.
  static constexpr double dearest = 2e8, moderate = 2e7;

  Value delta(const core::Rational& epsilon, const Target& target) { return delta(epsilon, target, dearest); }
  Value delta(const core::Rational& epsilon, const Target& target, double most_products);
  /// Whether some part's transform does not decay: with few sampled steps beside it a contour is long.
  bool has_steady_part() const { return !parts_.laplace.empty() || !parts_.finite.empty(); }
  Value infinite_mass(long bits) const;
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "contour"; }
  std::vector<std::string> theorems() const;

 private:
  Ball bounds(const core::Rational& epsilon);
  double log_sparse(const core::Rational& epsilon) const;
  Ball chernoff_upper(const Ball& epsilon, double theta);
  std::optional<Ball> max_loss_ball(long bits) const;

  SmoothComposition parts_;
  std::vector<ClosedTransform> closed_;
  mutable VerticalContour vertical_;  // guesses grow its grids
  std::optional<BentContour> bent_;
  bool used_vertical_ = false, used_bent_ = false, used_bounds_ = false;
};

static_assert(PrivacyProfile<ContourProfile>);

}  // namespace assay::accounting
