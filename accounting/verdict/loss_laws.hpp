// The law of the privacy loss, one a direction.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "accounting/curve/loss_law.hpp"
#include "accounting/verdict/answer.hpp"

namespace assay::accounting {

struct LossLaw {
  Direction direction = Direction::remove;
  Answer infinite_mass;
  std::optional<std::vector<LossAtom>> atoms;  // nullopt: too many to list
  std::vector<Answer> below;                   // P[S <= x] at each point
};

/// The law in every direction of the adjacency that differs.
/// Fails: as delta; not_supported for a part that stands for many mechanisms (is_class).
core::Result<std::vector<LossLaw>> loss_laws(const Question& question, std::span<const core::Rational> points);

}  // namespace assay::accounting
