// The pair of the mechanism that publishes with probability delta.
#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

// Outcomes: what only the first data set can publish, what only the second can, and nothing. A record that is not there
// is never published: with per_record the side without the record publishes nothing that tells the two apart.
core::Result<FiniteLossPair> finite_pair(const Leak& mechanism, Direction direction) {
  const bool first = !mechanism.per_record || direction != Direction::add;
  const bool second = !mechanism.per_record || direction != Direction::remove;
  const core::Rational p = first ? mechanism.delta : 0, q = second ? mechanism.delta : 0;
  return finite_loss({p, 0, 1 - p}, {0, q, 1 - q});
}

core::Result<DominatingPair> dominating_pair(const Leak& mechanism, Direction direction) {
  return finite_pair(mechanism, direction).transform([](FiniteLossPair pair) {
    return DominatingPair{loss_of(std::move(pair)), {"leak-pair"}};
  });
}

}  // namespace assay::accounting
