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

/// The losses of the parts for one ordered kind of neighbours, before any engine composes them.
struct DirectedParts {
  Direction direction;
  std::vector<LossPart> parts;
  std::vector<std::string> theorems;  // of the dominating pairs
};

/// The parts in each direction of the adjacency, a single one where both directions have the same losses; as many for
/// each choice of neighbouring rows where a kernel has several. The worst of them all bounds the adjacency.
core::Result<std::vector<DirectedParts>> directed_parts(const Composition& composition, Adjacency adjacency);

/// The engine's view of one direction's parts.
core::Result<DirectedLoss> directed_loss(const DirectedParts& directed, Engine engine);

/// One composed loss a direction, a single one where both directions have the same loss: the worse of them bounds the
/// adjacency, and never a mixture of directions (theorem `two-directions`).
core::Result<std::vector<DirectedLoss>> directed_losses(const Composition& composition, Adjacency adjacency,
                                                        Engine engine);

}  // namespace assay::accounting
