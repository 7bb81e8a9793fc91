// A composition that the contour and the grid both take: the grid where the contour does not reach the digits asked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/contour.hpp"
#include "accounting/composition/grid.hpp"
#include "accounting/composition/profile.hpp"

namespace assay::accounting {

/// Few sampled steps beside losses that do not decay are where a contour is long and a grid is quick.
class ContourOrGridProfile {
 public:
  /// Precondition: both are of the same parts.
  ContourOrGridProfile(ContourProfile contour, GridProfile grid)
      : contour_(std::move(contour)), grid_(std::move(grid)) {}

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return contour_.infinite_mass(bits); }
  std::optional<Value> max_loss(long bits) const { return contour_.max_loss(bits); }
  int compare_max_loss(const core::Rational& x) const { return contour_.compare_max_loss(x); }
  double guess_epsilon(double log_delta) const { return contour_.guess_epsilon(log_delta); }
  std::string_view method() const { return !used_grid_ ? "contour" : used_contour_ ? "contour+grid" : "grid"; }
  std::vector<std::string> theorems() const;

 private:
  ContourProfile contour_;
  GridProfile grid_;
  bool grid_first_ = false;  // once the contour has failed
  bool used_contour_ = false, used_grid_ = false;
};

static_assert(PrivacyProfile<ContourOrGridProfile>);

}  // namespace assay::accounting
