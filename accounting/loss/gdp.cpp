// The dominating pair of a mu-Gaussian-differentially private mechanism, by the definition of that notion.
#include "accounting/loss/dominating_pairs.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const Gdp& mechanism, Direction) {
  return DominatingPair{GaussianLoss{mechanism.mu * mechanism.mu}, {"gdp-pair"}};
}

}  // namespace assay::accounting
