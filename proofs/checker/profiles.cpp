#include "proofs/checker/profiles.hpp"

#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {

Interval gaussian_delta(const Rational& mu_squared, const Interval& epsilon) {
  if (mu_squared == 0) return epsilon * Rational(0);
  const Interval mu = sqrt(Interval(mu_squared, epsilon.bits())), half = mu * Rational(1, 2), at = epsilon / mu;
  return normal_tail(at - half) - exp(epsilon) * normal_tail(at + half);
}

Interval gaussian_tail(const Rational& mu_squared, const Interval& epsilon) {
  if (mu_squared == 0) return epsilon * Rational(0);
  const Interval mu = sqrt(Interval(mu_squared, epsilon.bits()));
  return normal_tail(epsilon / mu - mu * Rational(1, 2));
}

Interval laplace_delta(const Rational& shift, const Interval& epsilon, bool tail) {
  const Interval x = (epsilon - Interval(shift, epsilon.bits())) * Rational(1, 2);
  return tail ? Interval(1, x.bits()) - exp(x) * Rational(1, 2) : -expm1(x);
}

Interval zcdp_delta(const Rational& rho, const Rational& order, const Interval& epsilon) {
  const Interval exponent = (epsilon - Interval(order * rho, epsilon.bits())) * Rational(1 - order);
  const Interval power = log1p(Interval(Rational(-1 / order), epsilon.bits())) * order;
  return exp(exponent + power) / Rational(order - 1);
}

Real largest_loss(const std::vector<Counted>& parts) {
  Real exact;
  std::vector<std::pair<Rational, Real>> others;  // how often, and what is not added up exactly
  for (const auto& [pair, count] : parts) {
    need(pair.name != "rho", "a zCDP bound has no largest loss");
    if (pair.infinite > 0) return {.infinite = true};
    std::optional<Real> loss = pair.top;
    for (const Atom& atom : pair.atoms)
      if (!loss || compare(atom.loss, *loss) > 0) loss = atom.loss;
    need(loss.has_value(), "a pair without a loss");
    if (loss->infinite) return *loss;
    if (loss->computed || (loss->ratio != 1 && count > 64)) {
      others.emplace_back(count, *loss);
      continue;
    }
    exact.shift += count * loss->shift;
    for (Integer n = loss->ratio == 1 ? Integer(0) : count; n > 0; --n) kept_small(exact.ratio *= loss->ratio);
  }
  if (others.empty()) return exact;
  return {.computed = [exact, others](long bits) {
    Interval sum = value(exact, bits);
    for (const auto& [n, loss] : others) sum = sum + value(loss, bits) * n;
    return sum;
  }};
}

}  // namespace assay::checker
