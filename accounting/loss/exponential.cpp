// The exponential mechanism: explicit scores give a pair; without them its losses have a bounded range, and its class
// is composed as such.
#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

// Report noisy max with Gumbel noise of scale 2 sensitivity/epsilon publishes each candidate with probability
// proportional to e^{epsilon u/(2 sensitivity)}.
core::Result<FiniteLossPair> finite_pair(const Exponential& mechanism, Direction direction) {
  if (mechanism.scores.empty())
    return core::Error{core::ErrorCode::not_supported, "",
                       "an exponential mechanism is a class without one pair: give it scores, or state pure_dp of its "
                       "epsilon"};
  if (mechanism.epsilon == 0) return finite_loss({1}, {1});
  return finite_pair(
      NoisyMax{NoisyMax::Noise::gumbel, 2 * mechanism.sensitivity / mechanism.epsilon, 1, false, mechanism.scores},
      direction);
}

core::Result<DominatingPair> dominating_pair(const Exponential& mechanism, Direction direction) {
  if (!mechanism.scores.empty())
    return finite_pair(mechanism, direction).transform([](FiniteLossPair pair) {
      return DominatingPair{loss_of(std::move(pair)), {"noisy-max-distribution"}};
    });
  const core::Rational range = mechanism.monotonic ? core::Rational(mechanism.epsilon / 2) : mechanism.epsilon;
  if (range == 0) return DominatingPair{zero_loss(), {"exponential-bounded-range"}};
  return DominatingPair{BoundedRangeLoss{range, !mechanism.non_adaptive}, {"exponential-bounded-range"}};
}

}  // namespace assay::accounting
