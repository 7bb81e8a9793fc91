// The exponential mechanism: its losses have a bounded range, and its class is composed as such.
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const Exponential& mechanism, Direction) {
  const core::Rational range = mechanism.monotonic ? core::Rational(mechanism.epsilon / 2) : mechanism.epsilon;
  if (range == 0) return DominatingPair{zero_loss(), {"exponential-bounded-range"}};
  return DominatingPair{BoundedRangeLoss{range, !mechanism.non_adaptive}, {"exponential-bounded-range"}};
}

}  // namespace assay::accounting
