#include "accounting/curve/probabilistic.hpp"

#include <string>

#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

core::Error own_pair_only(std::size_t i) {
  return {
      core::ErrorCode::not_supported, "/composition/" + std::to_string(i),
      "a probabilistic claim concerns the outputs themselves: it is decided for gaussian parts, or for one laplace, "
      "randomized_response or finite mechanism run once; claim epsilon and delta of the approximate kind instead"};
}

Value cut(Value value) {
  value.least = 0;
  value.most = 1;
  return value;
}

// Whether p/q > e^epsilon. Decided: e^epsilon is rational at 0 alone.
bool ratio_above(const Rational& p, const Rational& q, const Rational& epsilon) {
  if (epsilon == 0) return p > q;
  for (long bits = 64;; bits *= 2) {
    const Ball left(p, bits), right = Ball(q, bits) * exp(Ball(epsilon, bits));
    if (certainly_less(left, right)) return false;
    if (certainly_less(right, left)) return true;
  }
}

Value exactly_above(const FiniteLoss& loss, const Rational& epsilon, long bits) {
  Rational sum = loss.infinite_mass;
  for (std::size_t i = 0; i < loss.exact->mass.size(); ++i)
    if (ratio_above(loss.exact->mass[i], loss.exact->dual_mass[i], epsilon)) sum += loss.exact->mass[i];
  return Value(sum, bits);
}

Value above(const FiniteLoss& loss, const Rational& epsilon, const Target& target) {
  if (loss.exact) return exactly_above(loss, epsilon, wanted_bits(target) + 64);
  return cut(refine(wanted_bits(target) + 64, target, [&](long bits) {
    const FiniteLoss::Atoms atoms = loss.atoms(bits);
    Ball sum(loss.infinite_mass, bits), open(0, bits);
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) {
      if (certainly_less(epsilon, atoms.loss[i]))
        sum = sum + atoms.mass[i];
      else if (!certainly_less_equal(atoms.loss[i], Ball(epsilon, bits + 64)))
        open = open + atoms.mass[i];
    }
    return probability(sum + Ball::zero_to(open));
  }));
}

}  // namespace

core::Result<Value> probability_of_loss(const Composition& composition, Direction direction, const Rational& epsilon,
                                        const Target& target) {
  Rational mu_squared = 0;
  const bool alone = composition.size() == 1 && composition[0].count == 1;
  for (std::size_t i = 0; i < composition.size(); ++i) {
    const auto& family = composition[i].mechanism.family;
    const bool gaussian = std::holds_alternative<Gaussian>(family);
    const bool own = std::holds_alternative<Laplace>(family) || std::holds_alternative<RandomizedResponse>(family) ||
                     std::holds_alternative<FinitePair>(family);
    if (!gaussian && !(own && alone)) return own_pair_only(i);
    auto pair = dominating_pair(composition[i].mechanism, direction);
    if (!pair)
      return core::Error{pair.error().code, "/composition/" + std::to_string(i) + pair.error().pointer,
                         pair.error().message};
    const long bits = wanted_bits(target) + 64;
    if (const auto* normal = std::get_if<GaussianLoss>(&pair->loss)) {
      mu_squared += normal->mu_squared * composition[i].count;
    } else if (const auto* laplace = std::get_if<LaplaceLoss>(&pair->loss)) {
      if (epsilon >= laplace->shift) return Value(Rational(0), bits);
      if (epsilon < -laplace->shift) return Value(Rational(1), bits);
      return cut(1 - exp(Ball((epsilon - laplace->shift) / 2, bits)) / 2);
    } else if (const auto* finite = std::get_if<FiniteLoss>(&pair->loss)) {
      return above(*finite, epsilon, target);
    }
  }
  if (mu_squared == 0) return Value(Rational(epsilon < 0 ? 1 : 0), 64);
  return cut(refine(wanted_bits(target) + 64, target, [&](long bits) {
    const Ball mu = sqrt(Ball(mu_squared, bits));
    return normal_tail(Ball(epsilon, bits) / mu - mu / 2);
  }));
}

}  // namespace assay::accounting
