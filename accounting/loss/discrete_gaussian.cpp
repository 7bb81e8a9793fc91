// The dominating pair of the discrete Gaussian: the noise at 0 against the noise at `sensitivity`.
#include "accounting/loss/discrete_gaussian.hpp"

#include <utility>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "core/rational_arithmetic.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

// 1 + 2 sum_{m >= 1} e^{-c m^2}, c > 0.
Ball theta(const Ball& c) {
  const long bits = c.bits();
  const Ball q = exp(-c);
  Ball sum(1, bits), negligible(1, bits);
  arb_mul_2exp_si(negligible.raw(), negligible.raw(), -bits);
  for (long m = 1;; ++m) {
    const Ball term = exp(-(c * (m * m)));
    sum = sum + term * 2;
    // The rest, e^{-c n^2} for n > m, lies below the geometric series of e^{-c (2m+1)}, since n^2 - m^2 >= (2m+1)(n-m).
    const Ball step = exp(-(c * (2 * m + 1)));
    const Ball rest = term * step / (1 - step);
    if (m >= 64 || certainly_less(rest, negligible)) return sum + Ball::zero_to(upper(rest * 2));
  }
}

// The least integer that is at least sigma sqrt(2 nats).
Integer reach(const Rational& sigma, std::uint64_t nats) {
  const Rational square = sigma * sigma * 2 * nats;
  Integer root = sqrt(Integer(numerator(square) / denominator(square)));
  while (Rational(root * root) < square) ++root;
  return root;
}

}  // namespace

// Direct for small sigma; by Poisson's summation formula, sigma sqrt(2 pi) sum e^{-2 pi^2 sigma^2 m^2}, for large: one
// of the two exponents is at least pi.
Ball discrete_gaussian_total(const Rational& sigma, long bits) {
  const Rational variance = sigma * sigma;
  if (variance < Rational(1, 6)) return theta(Ball(Rational(1 / (2 * variance)), bits));
  const Ball pi = Ball::pi(bits);
  return Ball(sigma, bits) * sqrt(pi * 2) * theta(square(pi) * 2 * Ball(variance, bits));
}

// theta has period 1 and is even: 0 <= c <= 1/2. Direct, or sigma sqrt(2 pi) (1 + 2 sum q^{m^2} cos(2 pi m c)).
Ball discrete_gaussian_theta(const Rational& sigma, const Rational& shift, long bits) {
  Rational c = shift - core::floor(shift);
  if (2 * c > 1) c = 1 - c;
  if (c == 0) return Ball(1, bits);
  const Rational variance = sigma * sigma;
  Ball sum(0, bits), negligible(1, bits);
  arb_mul_2exp_si(negligible.raw(), negligible.raw(), -2 * bits);
  if (variance < Rational(1, 6)) {
    // Relative to the term at 0: e^{-(x^2 - 2 x c) k}, k = 1/(2 variance) > 3.
    const Ball k(Rational(1 / (2 * variance)), bits), front = exp(-(k * Ball(Rational(c * c), bits)));
    sum = Ball(1, bits);
    for (long x = 1;; ++x) {
      const Ball up = exp(-(k * Ball(Rational(x * x - 2 * x * c), bits)));
      const Ball down = exp(-(k * Ball(Rational(x * x + 2 * x * c), bits)));
      sum = sum + up + down;
      // Consecutive terms on either side fall at least by e^{-k 2 x} <= e^{-6}: the rest lies below the last ones.
      if (x >= 64 || certainly_less(up, negligible)) {
        sum = sum + Ball::zero_to(upper(up + down));
        break;
      }
    }
    return front * sum / theta(k);
  }
  const Ball pi = Ball::pi(bits), k = square(pi) * 2 * Ball(variance, bits), turn = pi * 2 * Ball(c, bits);
  sum = Ball(1, bits);
  for (long m = 1;; ++m) {
    const Ball term = exp(-(k * (m * m)));
    sum = sum + term * cos(turn * m) * 2;
    // k > 3: the rest lies below the last term.
    if (m >= 64 || certainly_less(term, negligible)) return (sum + Ball::plus_minus(upper(term))) / theta(k);
  }
}

std::optional<LossWindow> discrete_gaussian_window(const DiscreteGaussianLoss& of, std::uint64_t nats) {
  const Integer wide = reach(of.sigma, nats);
  if (Integer(2) * wide + of.shift + 1 > max_atoms) return std::nullopt;
  const auto w = static_cast<long>(wide), d = static_cast<long>(of.shift);
  const Rational exponent = 1 / (2 * of.sigma * of.sigma);
  LossWindow window{{}, Ball(0, 64)};

  const Rational unit = exponent * d;
  FiniteLoss::Lattice lattice{unit.str(), {}, unit};
  for (long x = d + w; x >= -w; --x) lattice.index.push_back(d - 2 * x);
  window.loss.lattice = std::move(lattice);
  window.loss.atoms = [sigma = of.sigma, exponent, unit, w, d](long bits) {
    const Ball total = discrete_gaussian_total(sigma, bits), c(exponent, bits), u(unit, bits);
    // Masses from x = 0 outward; each is one exponential.
    std::vector<Ball> mass;
    for (long x = 0; x <= d + w; ++x) mass.push_back(exp(-(c * (x * x))) / total);
    const auto at = [&](long x) { return mass[static_cast<std::size_t>(x < 0 ? -x : x)]; };
    FiniteLoss::Atoms atoms;
    for (long x = d + w; x >= -w; --x) {
      atoms.loss.push_back(u * (d - 2 * x));
      atoms.mass.push_back(at(x));
      atoms.dual_mass.push_back(at(x - d));
    }
    return atoms;
  };

  // P[X > w] <= e^{-c (w+1)^2}/(1 - e^{-2 c (w+1)})/total, on either side; beyond shift + w there is less.
  const Ball c(exponent, 64), first = c * (w + 1);
  window.missing = upper(exp(-(first * (w + 1))) / -expm1(-(first * 2)) * 2 / discrete_gaussian_total(of.sigma, 64));
  return window;
}

core::Result<DominatingPair> dominating_pair(const DiscreteGaussian& mechanism, Direction) {
  return DominatingPair{DiscreteGaussianLoss{mechanism.sigma, mechanism.sensitivity}, {"discrete-gaussian-pair"}};
}

}  // namespace assay::accounting
