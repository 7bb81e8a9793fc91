// Lattice masses under an exponential tilt, and what bounds their characteristic function.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/composition/lattice_law.hpp"

namespace assay::accounting {

/// Terms with more atoms are evaluated as polynomials, and bounded away from t = 0 by their flatness.
inline constexpr std::size_t long_term = 48;

/// |phi(t)| <= heavy + variation/(2 sin(t/2)) for 0 < t <= pi: `heavy` the mass of some atoms, `variation` the total
/// variation of the others' masses along the integers (summation by parts: (1 - e^{it}) sum p_n e^{itn} = sum (p_n -
/// p_{n-1}) e^{itn}).
struct FlatBound {
  Ball heavy, variation;
};

/// One term under the tilt: masses mass_i e^{tilt index_i}/total, which sum to 1.
struct TiltedTerm {
  std::vector<std::int64_t> index;
  std::vector<Ball> mass;
  std::uint64_t count;
  Ball log_total, variance;
  std::vector<FlatBound> flat;  // for long terms
};

TiltedTerm tilt_term(const LatticeTerm& term, const Ball& tilt);

/// log E[e^{tilt I}] of the sum of all terms.
Ball log_moment(const LatticeTerms& terms, const Ball& tilt);

/// n x.
Ball times(const Ball& x, std::uint64_t n);

}  // namespace assay::accounting
