// One step's privacy loss, from a pair of laws to masses on a grid.
//
// Upper: each cell of the law goes to points on both sides of it that keep its P- and its Q-mass; this spread raises
// the mean of every function convex in e^-loss, as the (1 - e^epsilon e^-loss)_+ of every composition are. Lower: it
// goes to two points on one side, where the line through two values of a convex function lies below it: one weight is
// negative, and must be outweighed by other cells; where it is not, the cell goes whole to the point below it. P[loss >
// epsilon] is the mean of no convex function: for that a cell goes whole to the point above it, or below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "proofs/checker/exact.hpp"
#include "proofs/checker/pairs.hpp"
#include "proofs/checker/refused.hpp"

namespace assay::checker {

/// What a certificate chooses.
struct Grid {
  Rational unit;             // the distance of two points of the grid,
  bool unit_is_log = false;  // or the number whose logarithm it is
  long bits = 0;             // masses are multiples of 2^-bits
  bool upper = true;         // a bound from above
  bool tail = false;         // of P[loss > epsilon], not of delta(epsilon)
};

/// The work that one certificate may ask for, about half a minute: nanoseconds in limbs multiplied and tails evaluated.
inline constexpr std::uint64_t most_work = 30'000'000'000;

/// n with loss = n units of the grid exactly, where there is one and it is known.
std::optional<long> exact_place(const Real& loss, const Grid& grid);

/// Masses at the losses (first + n) unit, n = 0, 1, ..., and the mass moved to infinity, in units of 2^-bits.
struct Law {
  long first = 0;
  std::vector<Integer> mass;
  Integer infinite;
};
inline constexpr std::size_t most_cells = std::size_t{1} << 21U;

inline long working_precision(const Grid& grid) { return grid.bits + 80; }
Interval distance(const Grid& grid, long precision);

/// x / 2^bits, rounded up or down.
Integer shifted(const Integer& x, long bits, bool up);

/// Fails: refuses zCDP (it has no pair), losses that the grid cannot hold, and work beyond the budget.
Law discretise(const Pair& pair, const Grid& grid, Budget& budget);

}  // namespace assay::checker
