// Shuffled local randomizers: their own loss, bounded from both sides.
#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const Shuffled& mechanism, Direction) {
  if (mechanism.epsilon == 0) return DominatingPair{zero_loss(), {"kov-binary-pair"}};
  if (mechanism.users == 1) return DominatingPair{loss_of(binary_loss(mechanism.epsilon, 0)), {"kov-binary-pair"}};
  return DominatingPair{ShuffledLoss{mechanism.epsilon, mechanism.users}, {"shuffled-clones"}};
}

}  // namespace assay::accounting
