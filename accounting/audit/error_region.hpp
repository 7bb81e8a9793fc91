// The errors that a guarantee leaves to a test between two neighbouring data sets.
#pragma once

#include <optional>
#include <variant>

#include "accounting/mechanism/mechanism.hpp"
#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::accounting {

/// (epsilon, delta)-privacy; mu-Gaussian privacy; Laplace noise whose means lie `shift` scales apart; rho-zCDP.
struct ApproxGuarantee {
  core::Rational epsilon, delta;
};
struct GaussianGuarantee {
  core::Rational mu;
};
struct LaplaceGuarantee {
  core::Rational shift;
};
struct ConcentratedGuarantee {
  core::Rational rho;
};
using Guarantee = std::variant<ApproxGuarantee, GaussianGuarantee, LaplaceGuarantee, ConcentratedGuarantee>;

/// The least false-negative rate that any test of false-positive rate alpha in [0, 1] can have.
/// Gives:  a ball that holds the trade-off function at alpha, about `bits` bits wide.
/// Source: theorems `region-approx`, `region-gaussian`, `region-laplace`, `region-zcdp`.
Ball least_false_negative(const Guarantee& guarantee, const core::Rational& alpha, long bits);

/// The same as a rational, where it is one that is known.
std::optional<core::Rational> exact_least_false_negative(const Guarantee& guarantee, const core::Rational& alpha);

/// The theorem that the region of this guarantee rests on.
const char* region_theorem(const Guarantee& guarantee);

/// The region of one mechanism run once.
/// Fails: not_supported for several parts and for mechanisms without a closed region.
core::Result<Guarantee> guarantee_of(const Composition& composition);

}  // namespace assay::accounting
