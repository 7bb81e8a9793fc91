// The dominating pair of an (epsilon, delta)-differentially private mechanism.
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const ApproxDp& mechanism, Direction) {
  return DominatingPair{loss_of(binary_loss(mechanism.epsilon, mechanism.delta)), {"kov-binary-pair"}};
}

}  // namespace assay::accounting
