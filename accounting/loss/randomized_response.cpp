// The dominating pair of k-ary randomized response: the outputs at two different true categories.
#include <string>
#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

core::Error invalid(std::string pointer, std::string message) {
  return {core::ErrorCode::invalid_parameter, std::move(pointer), std::move(message)};
}

// p for the true category, r = (1-p)/(k-1) for each other.
FiniteLossPair from_truth(const Rational& p, std::uint64_t categories) {
  const Rational r = (1 - p) / (categories - 1);
  const Rational neither = r * (categories - 2);
  return finite_loss({p, r, neither}, {r, p, neither});
}

// p = 1/(1 + (k-1) e^-epsilon).
FiniteLossPair from_epsilon(const Rational& epsilon, std::uint64_t categories) {
  if (epsilon == 0) return from_truth(Rational(1, categories), categories);
  FiniteLossPair pair;
  const bool others = categories > 2;
  FiniteLoss::Lattice lattice{epsilon.str(), {-1, 1}, epsilon};
  if (others) lattice.index = {-1, 0, 1};
  pair.loss.lattice = std::move(lattice);
  pair.loss.atoms = [epsilon, categories, others](long bits) {
    const Ball e(epsilon, bits);
    const Ball small = exp(-e);
    const long k = static_cast<long>(categories);
    const Ball high = Ball(1, bits) / (small * (k - 1) + 1);
    const Ball low = high * small;
    if (!others) return FiniteLoss::Atoms{{-e, e}, {low, high}, {high, low}};
    const Ball neither = low * (k - 2);
    return FiniteLoss::Atoms{{-e, Ball(0, bits), e}, {low, neither, high}, {high, neither, low}};
  };
  return pair;
}

}  // namespace

core::Result<FiniteLossPair> finite_pair(const RandomizedResponse& mechanism) {
  const int given =
      mechanism.truth_probability.has_value() + mechanism.epsilon.has_value() + mechanism.gamma.has_value();
  if (given != 1) return invalid("", "randomized response takes exactly one of truth_probability, epsilon, gamma");
  if (mechanism.epsilon) return from_epsilon(*mechanism.epsilon, mechanism.categories);
  if (mechanism.gamma) {
    if (mechanism.categories != 2) return invalid("/gamma", "gamma is the parameter of two categories");
    return from_truth(*mechanism.gamma + Rational(1, 2), 2);
  }
  const Rational& p = *mechanism.truth_probability;
  if (p * mechanism.categories < 1)
    return invalid("/truth_probability",
                   "truth_probability must be at least 1/categories: the true category is not the "
                   "least likely answer");
  return from_truth(p, mechanism.categories);
}

core::Result<DominatingPair> dominating_pair(const RandomizedResponse& mechanism, Direction) {
  return finite_pair(mechanism).transform([](FiniteLossPair pair) {
    return DominatingPair{loss_of(std::move(pair)), {"randomized-response-pair"}};
  });
}

}  // namespace assay::accounting
