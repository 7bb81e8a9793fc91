// The shape of one sampled-Gaussian step's transform, the same for remove, add and replace:
//
//   M(z) = E_P[e^{zL}] = int phi_s(x) prod_j w_j(x)^{c_j + d_j z} dx,
//   w_j(x) = 1 - q + q e^{(2 sigma_j x - 1) / (2 s^2)},   phi_s the N(0, s^2) density,   |d_j| = 1.
//
// remove: w_+^{1+z}; add: w_+^{-z}; replace: w_+^{1+z} w_-^{-z}. On the line Im x = a in (0, pi s^2) every d_j arg
// w_j(x) has one sign, shared by all j: that is what the strip and shift bounds need (docs/theorems/shift-bound.md).
#pragma once

#include <span>

#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

struct RatioTerm {
  int side;      // sigma_j: +1 or -1
  int constant;  // c_j
  int slope;     // d_j: +1 or -1
};

/// The terms of the product, one or two.
inline std::span<const RatioTerm> ratio_terms(SampledGaussianLoss::Kind kind) {
  static constexpr RatioTerm remove[] = {{+1, 1, +1}};
  static constexpr RatioTerm add[] = {{+1, 0, -1}};
  static constexpr RatioTerm replace[] = {{+1, 1, +1}, {-1, 0, -1}};
  switch (kind) {
    case SampledGaussianLoss::Kind::remove: return remove;
    case SampledGaussianLoss::Kind::add: return add;
    case SampledGaussianLoss::Kind::replace: return replace;
  }
  return {};
}

}  // namespace assay::accounting
