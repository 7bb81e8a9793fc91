// The law of the privacy loss L of one ordered pair of data, with exact atoms.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "persuasive/exact/real.hpp"

namespace assay::persuasive {

struct LossAtom {
  LogNumber loss;
  core::Rational mass;
};

/// Atoms ascend in loss and have positive masses; the rest of the mass, `infinite`, is at L = inf.
struct LossLaw {
  std::vector<LossAtom> atoms;
  core::Rational infinite = 0;
};

inline constexpr std::size_t max_law_atoms = 200'000;

/// L = ln(p/q) under p, for vectors of one length that sum to 1. Equal losses are merged.
LossLaw loss_law(const std::vector<core::Rational>& p, const std::vector<core::Rational>& q);

/// The law of the sum of independent losses.
/// Fails: limit_exceeded past max_law_atoms or the deadline.
core::Result<LossLaw> sum(const LossLaw& a, const LossLaw& b, const accounting::Deadline& deadline);
core::Result<LossLaw> sum(const LossLaw& law, std::uint64_t count, const accounting::Deadline& deadline);

/// The least loss v with P[L > v] <= delta, for delta in [0, 1); infinite where P[L = inf] > delta.
Real quantile(const LossLaw& law, const core::Rational& delta);

/// A probability, or the interval that is known of it.
struct Mass {
  core::Rational lower = 0, upper = 0;
};

/// P[f(L) > level] for a nondecreasing f; where the order of f and the level is not decided the mass counts above
/// alone.
Mass mass_above(const LossLaw& law, const std::function<Order(const Real& loss)>& against_level);

}  // namespace assay::persuasive
