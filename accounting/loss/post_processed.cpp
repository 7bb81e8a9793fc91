// Post-processing: the base's pair dominates, and the identity attains it.
#include "accounting/loss/dominating_pairs.hpp"
#include "core/below.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const PostProcessed& mechanism, Direction direction) {
  auto pair = dominating_pair(*mechanism.base, direction);
  if (!pair) return core::below("/base", pair.error());
  pair->theorems.insert(pair->theorems.begin(), "post-processing");
  return pair;
}

}  // namespace assay::accounting
