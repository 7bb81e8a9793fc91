// The dominating pair of an epsilon-differentially private mechanism: binary randomized response.
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const PureDp& mechanism, Direction) {
  return DominatingPair{loss_of(binary_loss(mechanism.epsilon, 0)), {"kov-binary-pair"}};
}

}  // namespace assay::accounting
