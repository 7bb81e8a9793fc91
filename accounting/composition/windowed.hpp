// Losses on infinite lattices, alone or beside finite losses and a Gaussian: a window of atoms, wide enough for the
// accuracy asked for, composed by the finite engine; the mass outside is charged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/finite.hpp"
#include "accounting/composition/profile.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

struct DiscreteGaussianPart {
  DiscreteGaussianLoss loss;
  std::uint64_t count = 1;
};

class WindowedProfile {
 public:
  /// Precondition: infinite is not empty.
  /// Fails: limit_exceeded where even a narrow window has too many atoms; as FiniteProfile::compose.
  static core::Result<WindowedProfile> compose(std::vector<DiscreteGaussianPart> infinite,
                                               std::vector<FinitePart> finite, const core::Rational& mu_squared);

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const { return window_->profile.infinite_mass(bits); }
  std::optional<Value> max_loss(long) const { return std::nullopt; }
  int compare_max_loss(const core::Rational&) const { return -1; }
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return "lattice"; }
  std::vector<std::string> theorems() const;

 private:
  struct Window {
    std::uint64_t nats;
    FiniteProfile profile;
    Ball missing;  // bounds P[some step falls outside its window]
  };

  WindowedProfile() = default;
  core::Result<Window> window(std::uint64_t nats) const;

  std::vector<DiscreteGaussianPart> infinite_;
  std::vector<FinitePart> finite_;
  core::Rational mu_squared_ = 0;
  std::optional<Window> window_;
};

static_assert(PrivacyProfile<WindowedProfile>);

}  // namespace assay::accounting
