// The dominating pair of Gaussian noise: N(0, 1) against N(mu, 1), mu = sensitivity / sigma.
#include "accounting/loss/dominating_pairs.hpp"

namespace assay::accounting {

core::Result<DominatingPair> dominating_pair(const Gaussian& mechanism, Direction) {
  const core::Rational mu = mechanism.sensitivity / mechanism.sigma;
  return DominatingPair{GaussianLoss{mu * mu}, {"gaussian-pair"}};
}

}  // namespace assay::accounting
