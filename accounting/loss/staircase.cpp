// The dominating pair of staircase noise: the noise at 0 against the noise at the sensitivity.
#include <algorithm>
#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

// In units of the sensitivity the density is h e^{-epsilon k} on [k, k + gamma) and h e^{-epsilon (k+1)} on [k + gamma,
// k + 1), mirrored, h = (1 - e^-epsilon)/(2 (gamma + (1 - gamma) e^-epsilon)). Against the shift by 1 the loss is
// epsilon left of m = min(gamma, 1 - gamma), 0 on [m, 1 - m), -epsilon to the right.
core::Result<FiniteLossPair> finite_pair(const Staircase& mechanism) {
  const core::Rational epsilon = mechanism.epsilon, gamma = mechanism.gamma;
  const core::Rational edge = std::min(gamma, core::Rational(1 - gamma)), middle = 1 - 2 * edge;
  const bool low_middle = gamma < 1 - gamma;  // the middle lies on the second step
  FiniteLossPair pair;
  FiniteLoss::Lattice lattice{epsilon.str(), {-1, 1}, epsilon};
  if (middle != 0) lattice.index = {-1, 0, 1};
  pair.loss.lattice = std::move(lattice);
  pair.loss.atoms = [epsilon, gamma, edge, middle, low_middle](long bits) {
    const Ball e(epsilon, bits), fall = exp(-e);
    const Ball height = -expm1(-e) / ((Ball(gamma, bits) + Ball(1 - gamma, bits) * fall) * 2);
    const Ball high = height * Ball(edge, bits) + Ball(core::Rational(1, 2), bits), low = high * fall;
    if (middle == 0) return FiniteLoss::Atoms{{-e, e}, {low, high}, {high, low}};
    const Ball between = height * Ball(middle, bits) * (low_middle ? fall : Ball(1, bits));
    return FiniteLoss::Atoms{{-e, Ball(0, bits), e}, {low, between, high}, {high, between, low}};
  };
  return pair;
}

core::Result<DominatingPair> dominating_pair(const Staircase& mechanism, Direction) {
  return finite_pair(mechanism).transform([](FiniteLossPair pair) {
    return DominatingPair{loss_of(std::move(pair)), {"staircase-pair"}};
  });
}

}  // namespace assay::accounting
