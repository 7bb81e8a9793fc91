// The closed form of composed Gaussian losses, at the precision that its cancellation asks for.
#include "accounting/composition/gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/guess.hpp"
#include "accounting/composition/normal_tail.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

double to_double(const core::Rational& x) { return Ball(x, 64).midpoint(); }

// Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu), both as upper tails beyond a and b. Since b^2 - a^2 = 2
// epsilon, e^epsilon phi(b) = phi(a): where b is far, the second tail is phi(a) times Mills' ratio at b, and e^epsilon
// never meets a tail below every exponent.
Ball difference(const Ball& mu, const Ball& epsilon) {
  const Ball ratio = epsilon / mu, half = mu / 2;
  const Ball a = ratio - half, b = ratio + half;
  if (!certainly_less(Ball(far_tail, mu.bits()), b)) return normal_tail(a) - exp(epsilon) * normal_tail(b);
  if (certainly_less(Ball(far_tail, mu.bits()), a))
    return normal_density(a) * (far_mills_ratio(a) - far_mills_ratio(b));
  return wide_normal_tail(a) - normal_density(a) * far_mills_ratio(b);
}

}  // namespace

Ball gaussian_delta(const Ball& mu, const Ball& epsilon) {
  // Below 0 by the other order of the pair, whose profile is the same: 1 - e^eps + e^eps delta(-eps), a sum of
  // nonnegative terms.
  if (certainly_negative(epsilon)) return probability(exp(epsilon) * difference(mu, -epsilon) - expm1(epsilon));
  return probability(difference(mu, epsilon));
}

long gaussian_loss_of_bits(double log_mu, double log_epsilon) {
  // With a, b = |eps|/mu -+ mu/2 both terms are phi(a) times a Mills ratio and differ by the part ~ mu/(1 + b); a
  // relative error u of the arguments becomes b^2 u in each.
  const double log_b = std::max({0.0, log_epsilon - log_mu, log_mu}) + 1;
  return static_cast<long>((3 * log_b + std::max(0.0, -log_mu)) / std::log(2.0));
}

Value GaussianProfile::delta(const core::Rational& epsilon, const Target& target) {
  const long want = wanted_bits(target);
  if (mu_squared_ == 0) {
    if (epsilon >= 0) return Value(core::Rational(0), want);
    return refine(want + 16, target, [&](long bits) { return -expm1(Ball(epsilon, bits)); });
  }
  const long loss = gaussian_loss_of_bits(Ball(mu_squared_, 64).log_midpoint() / 2, Ball(epsilon, 64).log_midpoint());
  return refine(want + 24 + loss, target,
                [&](long bits) { return gaussian_delta(sqrt(Ball(mu_squared_, bits)), Ball(epsilon, bits)); });
}

std::optional<Value> GaussianProfile::max_loss(long bits) const {
  if (mu_squared_ == 0) return Value(core::Rational(0), bits);
  return std::nullopt;
}

int GaussianProfile::compare_max_loss(const core::Rational& x) const { return mu_squared_ == 0 ? x.sign() : -1; }

double GaussianProfile::guess_epsilon(double log_delta) const {
  return guess_gaussian_epsilon(std::sqrt(to_double(mu_squared_)), log_delta);
}

}  // namespace assay::accounting
