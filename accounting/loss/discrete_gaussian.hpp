// Windows of the discrete Gaussian's loss: finitely many of its atoms, and a bound on the mass of all others.
#pragma once

#include <cstdint>
#include <optional>

#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// The atoms of finitely many outcomes. `missing` bounds the P-mass of the others, and their Q-mass.
struct LossWindow {
  FiniteLoss loss;
  Ball missing;
};

/// The outcomes from -w to shift + w, w the least integer that is at least sigma sqrt(2 nats).
/// Gives: missing below about e^-nats; nullopt where the window would pass max_atoms.
std::optional<LossWindow> discrete_gaussian_window(const DiscreteGaussianLoss& loss, std::uint64_t nats);

/// sum over the integers of e^{-x^2/(2 sigma^2)}.
Ball discrete_gaussian_total(const core::Rational& sigma, long bits);

/// theta(c)/theta(0) in (0, 1], theta(c) = sum over the integers of e^{-(x - c)^2/(2 sigma^2)}.
Ball discrete_gaussian_theta(const core::Rational& sigma, const core::Rational& c, long bits);

}  // namespace assay::accounting
