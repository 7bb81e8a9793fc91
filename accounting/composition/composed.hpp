// The composed loss of one ordered kind of neighbours, in the hands of the engine that its parts allow.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/profile.hpp"
#include "accounting/loss/loss_level.hpp"
#include "accounting/loss/privacy_loss.hpp"
#include "core/result.hpp"

namespace assay::accounting {

enum class Engine { automatic, closed_form, lattice, contour, grid };

class ComposedLoss {
 public:
  /// One of the engines. Out of sight: their headers are no business of whoever asks for delta.
  struct Profile;
  explicit ComposedLoss(std::unique_ptr<Profile> profile);
  ~ComposedLoss();
  ComposedLoss(ComposedLoss&&) noexcept;
  ComposedLoss& operator=(ComposedLoss&&) noexcept;

  /// The PrivacyProfile operations of whichever engine it is.
  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const;
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const;
  /// delta at a level that may be the logarithm of a rational: exact where few rational atoms allow it and from the
  /// largest loss on, else between two rationals around it (delta does not increase).
  Value delta_at_level(const LossLevel& level, const Target& target);
  double guess_epsilon(double log_delta) const;
  std::string_view method() const;
  std::vector<std::string> theorems() const;

 private:
  std::unique_ptr<Profile> profile_;
};

static_assert(PrivacyProfile<ComposedLoss>);

/// Chooses the engine: closed form where there is one, the lattice for finite losses, the contour where the transform
/// decays, else the grid.
/// Fails: not_supported where no engine covers the parts (the message names what is missing); invalid_parameter at
///        "/engine" where the engine asked for does not apply to them.
core::Result<ComposedLoss> compose(const std::vector<LossPart>& parts, Engine engine);

}  // namespace assay::accounting
