// f-divergences of a composition.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// A weight on the hockey-stick divergence at one epsilon.
struct HockeyStick {
  core::Rational epsilon, weight;
};

/// Natural logarithms; hellinger2 is 1 - int sqrt(pq); jensen_shannon has weights 1/2; max is the largest loss.
enum class DivergenceKind { kl, total_variation, chi2, hellinger2, jensen_shannon, max, renyi, hockey_stick };

struct Divergence {
  DivergenceKind kind = DivergenceKind::kl;
  core::Rational order = 0;         // of renyi
  std::vector<HockeyStick> sticks;  // of hockey_stick: sum weight (delta(epsilon) - (1 - e^epsilon)_+)
};

/// Whether the kind needs the composed loss (an engine) and not only the moments of the parts.
bool needs_engine(DivergenceKind kind);

/// D(P||Q) of the product pair. `loss` may be null unless needs_engine.
/// Gives: a ball, infinite where the divergence is.
/// Fails: not_supported for a part without moments.
core::Result<Value> divergence(const Divergence& asked, std::span<const LossPart> parts, ComposedLoss* loss,
                               const Target& target);

std::vector<std::string> divergence_theorems(DivergenceKind kind);

}  // namespace assay::accounting
