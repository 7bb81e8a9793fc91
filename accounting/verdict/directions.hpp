// The composed losses of every ordered kind of neighbours that an adjacency stands for.
#pragma once

#include <string>
#include <vector>

#include "accounting/composition/composed.hpp"
#include "accounting/mechanism/mechanism.hpp"

namespace assay::accounting {

struct DirectedLoss {
  Direction direction;
  ComposedLoss loss;
  std::vector<std::string> theorems;  // of the dominating pairs
};

/// One composed loss a direction, a single one where both directions have the same loss: the worse of them bounds the
/// adjacency, and never a mixture of directions (theorem `two-directions`).
core::Result<std::vector<DirectedLoss>> directed_losses(const Composition& composition, Adjacency adjacency,
                                                        Engine engine);

}  // namespace assay::accounting
