// Finite losses of few joint values beside one loss that has a closed form: a mixture of its curve.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "accounting/composition/laplace.hpp"
#include "accounting/composition/lattice_group.hpp"
#include "accounting/composition/profile.hpp"
#include "accounting/composition/sampled_step.hpp"
#include "accounting/loss/loss_level.hpp"

namespace assay::accounting {

/// Laplace parts of one scale, or one sampled Gaussian step, beside finite losses (theorem `finite-mixture`).
class BesideFiniteProfile {
 public:
  static constexpr std::size_t max_values = 300;
  using Rest = std::variant<LaplaceProfile, SampledStepProfile>;

  /// Gives: nullopt where a finite loss has values that are no exact levels, or the joint ones are too many.
  static std::optional<BesideFiniteProfile> make(std::vector<FinitePart> parts, Rest rest);

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const;
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "closed_form"; }
  std::vector<std::string> theorems() const;

 private:
  BesideFiniteProfile(std::vector<FinitePart> parts, Rest rest) : parts_(std::move(parts)), rest_(std::move(rest)) {}

  /// Joint masses by value.
  std::vector<Ball> masses(long bits) const;

  std::vector<FinitePart> parts_;
  Rest rest_;
  std::vector<LossLevel> values_;  // of the joint finite loss, in the order of masses()
};

static_assert(PrivacyProfile<BesideFiniteProfile>);

}  // namespace assay::accounting
