// An explicit pair of finite distributions dominates itself.
#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

core::Result<FiniteLossPair> finite_pair(const FinitePair& mechanism, Direction direction) {
  if (mechanism.p.size() > max_atoms)
    return core::Error{core::ErrorCode::limit_exceeded, "/p",
                       "a finite pair has at most " + std::to_string(max_atoms) + " atoms here"};
  switch (direction) {
    case Direction::remove:
    case Direction::replace: return finite_loss(mechanism.p, mechanism.q);
    case Direction::add:
    case Direction::replace_reversed: return finite_loss(mechanism.q, mechanism.p);
  }
  return core::Error{core::ErrorCode::internal, "", "no such direction"};
}

core::Result<DominatingPair> dominating_pair(const FinitePair& mechanism, Direction direction) {
  return finite_pair(mechanism, direction).transform([](FiniteLossPair pair) {
    return DominatingPair{loss_of(std::move(pair)), {"finite-pair"}};
  });
}

}  // namespace assay::accounting
