// The privacy loss of one order of a named mechanism's pair of data: data 0 is P, data 1 is Q.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/mechanism/mechanism.hpp"
#include "persuasive/exact/real.hpp"
#include "persuasive/two_point/computed_law.hpp"
#include "persuasive/two_point/loss_law.hpp"

namespace assay::persuasive {

/// L ~ N(mu^2/2, mu^2).
struct GaussianLaw {
  core::Rational mu_squared;
};
/// The sum of `count` losses of Laplace(1) at 0 against `shift`.
struct LaplaceLaw {
  core::Rational shift;
  std::uint64_t count = 1;
};
/// One loss of the discrete Gaussian.
struct DiscreteGaussianLaw {
  accounting::DiscreteGaussianLoss loss;
};
struct NamedLoss {
  std::variant<GaussianLaw, LaplaceLaw, DiscreteGaussianLaw, LossLaw, ComputedLaw> law;
  std::vector<std::string> theorems;
};

/// Fails: not_supported for guarantees (pure_dp, approx_dp, zcdp, gdp, rdp), which are no mechanisms, and for
///        compositions whose law no routine here has.
core::Result<NamedLoss> named_loss(const accounting::Composition& composition, accounting::Direction direction,
                                   const accounting::Deadline& deadline);

/// P[L > level]; a ball, or the exact rational.
accounting::Value tail(const NamedLoss& loss, const Real& level, long bits);

/// The least loss above the level, where none comes next to the level: losses are apart there. Nothing where they are
/// not, or where it is not told.
std::optional<Real> next_loss(const NamedLoss& loss, const Real& level);

/// The least v with P[L > v] <= delta, 0 <= delta < 1; infinite where there is none.
Real quantile(const NamedLoss& loss, const core::Rational& delta);

}  // namespace assay::persuasive
