// The law of a sum of independent integers, and the excess E[(1 - e^{-gap - (I - first) step})_+; I >= first] that
// every lattice composition needs.
//
// Two algorithms answer, both with the masses tilted by e^{tilt I} so that the terms that matter are the large ones:
//   inversion: a trapezoid sum of the characteristic function, whose cost does not depend on the counts;
//   expansion: the coefficients of the product of the mass polynomials, for few but long factors.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "accounting/composition/profile.hpp"

namespace assay::accounting {

/// `count` independent copies of an integer with these masses (any total up to 1).
struct LatticeTerm {
  std::vector<std::int64_t> index;  // ascending, the first is 0
  std::vector<Ball> mass;           // positive
  std::uint64_t count = 1;
};
using LatticeTerms = std::vector<LatticeTerm>;

/// Terms with masses at a precision.
using TermsAt = std::function<LatticeTerms(long bits)>;

struct LatticeQuestion {
  std::int64_t top = 0;    // the largest value of I, sum of count * last index
  std::int64_t first = 0;  // 0 <= first <= top
  std::function<Ball(long bits)> step;
  /// Loss of `first` minus epsilon; a ball that reaches below 0 leaves open whether `first` counts, and is charged.
  std::function<Ball(long bits)> gap;
};

enum class LatticeMethod { automatic, inversion, expansion };

/// The excess, to the target's relative accuracy where the budget allows.
/// Gives:  a ball that holds sum_{n >= first} P[I = n] (1 - e^{-gap - (n - first) step})_+.
/// Source: theorem `lattice-inversion`.
Ball lattice_excess(const TermsAt& terms, const LatticeQuestion& question, const Target& target,
                    LatticeMethod method = LatticeMethod::automatic);

}  // namespace assay::accounting
