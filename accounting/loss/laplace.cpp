// The dominating pair of Laplace noise: Laplace(0, 1) against Laplace(shift, 1), shift = sensitivity / scale.
#include "accounting/loss/dominating_pairs.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const Laplace& mechanism, Direction) {
  return DominatingPair{LaplaceLoss{mechanism.sensitivity / mechanism.scale}, {"laplace-pair"}};
}

}  // namespace assay::accounting
