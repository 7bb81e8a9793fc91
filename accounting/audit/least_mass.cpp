#include "accounting/audit/least_mass.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

double cdf(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

/// Newton on the logarithm of the distribution function, from a start that is near where events grow step by step.
double quantile(double y, double start) {
  double x = start;
  for (int i = 0; i < 60; ++i) {
    const double mass = cdf(x), density = std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0));
    const double move = (std::log(y) - std::log(mass)) * mass / density;
    if (!std::isfinite(move)) return std::numeric_limits<double>::quiet_NaN();
    x += move;
    if (std::abs(move) < 1e-15 * (1 + std::abs(x))) break;
  }
  return x;
}

Ball density(const Ball& x) { return exp(-square(x) / 2) / sqrt(Ball::pi(x.bits()) * 2); }

/// Phi(Phi^{-1}(y) - mu) by the mean value theorem around a guess x of Phi^{-1}(y): its slope in y is
/// e^{mu z - mu^2/2} at some z between x and Phi^{-1}(y).
Ball shifted_normal(const Ball& y, const Ball& mu, double guess) {
  const long bits = y.bits();
  const Ball anything = Ball::zero_to(upper(y));
  if (!std::isfinite(guess)) return anything;
  Ball x = Ball::exact(guess, bits);
  for (long reached = 40; reached < bits / 2; reached *= 2) {
    x = centre(x + (y - normal_cdf(x)) / density(x));
    if (!x.is_finite()) return anything;
  }
  const Ball gap = y - normal_cdf(x);
  Ball reach = upper(abs(gap) / density(x)) * 2;
  for (int i = 0; i < 8; ++i, reach = reach * 16) {
    // Over that reach the density is nowhere below that of the far end, so the quantile of y is within it.
    if (!certainly_less(upper(abs(gap)), lower(density(abs(x) + reach)) * reach) && !gap.is_exact_zero()) continue;
    const Ball z = x + Ball::plus_minus(upper(reach));
    return min(nonnegative(normal_cdf(x - mu) + exp(mu * z - square(mu) / 2) * gap), y);
  }
  return anything;
}

LeastMass gaussian(const Ball& mu) {
  auto last = std::make_shared<double>(-2);
  return [mu, last](const Ball& y) {
    const double guess = quantile(y.midpoint(), *last);
    if (std::isfinite(guess)) *last = guess;
    return shifted_normal(y, mu, guess);
  };
}

LeastMass approximate(const Ball& epsilon, const Rational& delta) {
  const Ball factor = exp(epsilon), allowed(delta, epsilon.bits());
  return [factor, allowed](const Ball& y) {
    return max(nonnegative((y - allowed) / factor), nonnegative(1 - allowed - factor * (1 - y)));
  };
}

LeastMass concentrated(const Ball& rho) {
  const Ball root = sqrt(nonnegative(rho));
  return [root](const Ball& y) {
    const Ball few = exp(-square(sqrt(nonnegative(-log(y))) + root));
    // The complement's probability grows at most to e^{-(sqrt(ln 1/(1-y)) - sqrt rho)^2}, from e^{-rho} on to 1.
    const Ball rest = nonnegative(sqrt(nonnegative(-log1p(-y))) - root);
    return max(few, nonnegative(1 - exp(-square(rest))));
  };
}

}  // namespace

LeastMass least_mass(Notion notion, const Ball& strength, const Rational& delta) {
  switch (notion) {
    case Notion::epsilon: return approximate(strength, delta);
    case Notion::mu: return gaussian(strength);
    case Notion::rho: return concentrated(strength);
  }
  return concentrated(strength);
}

std::function<double(double)> least_mass_guess(Notion notion, double strength, double delta) {
  if (notion == Notion::epsilon) {
    const double factor = std::exp(strength);
    return [factor, delta](double y) {
      return std::fmax(std::fmax(0, (y - delta) / factor), 1 - delta - factor * (1 - y));
    };
  }
  if (notion == Notion::mu) {
    auto last = std::make_shared<double>(-2);
    return [strength, last](double y) {
      const double x = quantile(y, *last);
      if (std::isfinite(x)) *last = x;
      return cdf(x - strength);
    };
  }
  const double root = std::sqrt(strength);
  return [root](double y) {
    const double few = std::sqrt(-std::log(y)) + root, rest = std::sqrt(-std::log1p(-y)) - root;
    return std::fmax(std::exp(-few * few), rest > 0 ? -std::expm1(-rest * rest) : 0);
  };
}

}  // namespace assay::accounting
