// Mechanisms whose neighbours come in several kinds: one alternative a kind, each with one dominating pair.
#pragma once

#include <cstddef>
#include <vector>

#include "accounting/mechanism/mechanism.hpp"
#include "core/result.hpp"

namespace assay::accounting {

/// More alternatives of one composition are refused with limit_exceeded.
inline constexpr std::size_t max_alternatives = 1000;

/// The mechanism itself or, where it is or wraps a kernel, one mechanism for each pair of its neighbouring rows, to be
/// taken apart and the worst of them kept: which pair it is does not change from one step to the next. `alone`: the
/// mechanism is the whole composition, so that of a pair of rows and its reverse one is enough under add_remove and
/// replace; beside other parts each order is combined with each of theirs.
/// Fails: limit_exceeded past max_alternatives; invalid_parameter for a kernel without neighbours.
core::Result<std::vector<Mechanism>> alternatives(const Mechanism& mechanism, Adjacency adjacency, bool alone);

}  // namespace assay::accounting
