// A rho-zCDP mechanism: its Renyi divergences are bounded, no single pair dominates it.
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const Zcdp& mechanism, Direction) {
  if (mechanism.rho == 0) return DominatingPair{zero_loss(), {"zcdp-definition"}};  // every divergence is 0: P = Q
  return DominatingPair{ZcdpLoss{mechanism.rho}, {"zcdp-definition"}};
}

}  // namespace assay::accounting
