// What composition theorems give for a composition, beside its exact epsilon.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "accounting/verdict/answer.hpp"

namespace assay::accounting {

enum class CompositionTheorem { basic, advanced, kov_closed, zcdp, optimal_homogeneous, optimal_heterogeneous };

struct ComposedByTheorems {
  std::vector<Answer> epsilon;  // one a theorem, in order
  std::optional<Answer> exact;  // of the composition itself, where an engine covers it
};

/// Each part enters a theorem as its own (epsilon, delta): the largest finite loss of its pair, and the mass at
/// infinity. Shape: 0 < delta < 1. Fails: not_supported for a part of unbounded loss; invalid_parameter at "/theorem"
/// where the parts are not equal and
///        the theorem asks for it; as epsilon otherwise.
core::Result<ComposedByTheorems> compose_by_theorems(const Question& question,
                                                     std::span<const CompositionTheorem> theorems,
                                                     const core::Rational& delta);

}  // namespace assay::accounting
