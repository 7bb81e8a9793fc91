#include "proofs/checker/profiles.hpp"

#include <utility>
#include <vector>

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

// The law of the loss of one step, times e^{-l/2}, is e^{-s/2}/2 times an atom at each of +-s and the density 1/2
// between. Its transform e^{sz}(1 + 1/(2z)) + e^{-sz}(1 - 1/(2z)) to the k-th power is a sum over j and r of
//   C(k,j) c(j,r) (2z)^{-r} e^{(k-2j)sz},   c(j,r) = [x^r] (1+x)^{k-j} (1-x)^j,
// and (2z)^{-r} e^{cz} is the transform of the density 2^{-r} (l+c)^{r-1}/(r-1)! on l > -c (an atom at -c for r = 0).
// By the symmetry of the law, l may be read as -l: densities 2^{-r} (c-l)^{r-1}/(r-1)! on l < c, which reach epsilon
// only where c = (k-2j)s > epsilon. Then delta = (e^{-s/2}/2)^k int_{l > epsilon} (e^{l/2} - e^{epsilon-l/2}).
Interval laplace_delta(const Rational& shift, unsigned long steps, const Real& epsilon, long bits) {
  const auto k = static_cast<long>(steps);
  const Interval e = value(epsilon, bits);
  Interval total(0, bits);
  Integer choose = 1;  // C(k, j)
  for (long j = 0; j <= k; ++j) {
    if (j > 0) choose = choose * (k - j + 1) / j;
    const Rational c = (k - 2 * j) * shift;
    if (compare({.shift = c}, epsilon) <= 0) break;
    // The coefficients of (1+x)^{k-j} (1-x)^j.
    std::vector<Integer> polynomial(1, 1);
    for (long i = 0; i < k; ++i) {
      polynomial.emplace_back(0);
      for (std::size_t r = polynomial.size() - 1; r > 0; --r)
        polynomial[r] += i < k - j ? polynomial[r - 1] : Integer(-polynomial[r - 1]);
    }
    // With y = (c - epsilon)/2 and l = c - 2t: the integral over t in (0, y) of t^{r-1}/(r-1)! (e^{c/2-t} -
    // e^{epsilon-c/2+t}) = e^{epsilon/2} t^{r-1}/(r-1)! (e^{y-t} - e^{t-y}). Its value I_r obeys I_0 = e^y - e^{-y}
    // (the atom), I_1 = e^y + e^{-y} - 2, I_r = I_{r-2} - 2 y^{r-1}/(r-1)! for odd r, I_r = I_{r-2} for even r, where
    // the last follows from two integrations by parts; in general I_r = I_{r-2} - 2 [y^{r-1}/(r-1)!].
    const Interval y = (Interval(c, bits) - e) * Rational(1, 2), up = exp(y), down = exp(-y);
    Interval even = up - down, odd = up + down - Rational(2), power(1, bits), sum(0, bits);
    for (long r = 0; r <= k; ++r) {
      if (r > 1) power = power * y / Rational(r - 1);  // y^{r-1}/(r-1)!
      Interval& term = r % 2 == 0 ? even : odd;
      if (r > 1) term = term - power * Rational(2);
      sum = sum + term * Rational(polynomial[static_cast<std::size_t>(r)]);
    }
    total = total + sum * Rational(choose);
  }
  return total * exp((e - Rational(k * shift)) * Rational(1, 2)) / Rational(Integer(1) << steps);
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
