// One step of the Poisson-sampled Gaussian: reductions to the Gaussian's own profile, and the mixture pair of replace.
#include "accounting/composition/sampled_step.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/guess.hpp"
#include "accounting/composition/normal_tail.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Rational;
using Kind = SampledGaussianLoss::Kind;

// Sign of e^x - r for a rational r > 0. For x != 0 they differ (Lindemann: e^x is transcendental), so the loop ends.
int compare_exp(const Rational& x, const Rational& r) {
  if (x == 0) return (1 - r).sign();
  if (x > 0 && r <= 1) return 1;
  for (long bits = 64;; bits *= 2) {
    const Ball difference = exp(Ball(x, bits)) - Ball(r, bits);
    if (certainly_positive(difference)) return 1;
    if (certainly_negative(difference)) return -1;
  }
}

// q delta_B(ln(1 + (e^eps - 1)/q)), e^eps > 1 - q.
Ball remove_delta(const Ball& sigma, const Ball& q, const Ball& epsilon) {
  const Ball base = log1p(expm1(epsilon) / q);
  return q * gaussian_delta(Ball(1, sigma.bits()) / sigma, base);
}

// c delta_B(eps + ln(q/c)), c = 1 - (1 - q) e^eps > 0.
Ball add_delta(const Ball& sigma, const Ball& q, const Ball& rest, const Ball& epsilon) {
  const Ball c = q - rest * expm1(epsilon);
  return c * gaussian_delta(Ball(1, sigma.bits()) / sigma, epsilon + log(q / c));
}

// (1-q) N(0) + q N(1) against (1-q) N(0) + q N(-1), variance sigma^2, epsilon >= 0. With u = e^{x/sigma^2} and a = q
// e^{-1/(2 sigma^2)} the likelihood ratio exceeds e^eps where a u^2 - B u - e^eps a > 0, B = (1-q)(e^eps - 1) >= 0:
// above the positive root (B + sqrt(B^2 + 4 a^2 e^eps))/(2a), a sum of nonnegative terms. delta is P minus e^eps Q
// there.
Ball replace_delta(const Ball& sigma, const Ball& q, const Ball& rest, const Ball& epsilon) {
  const Ball variance = square(sigma), e = exp(epsilon);
  const Ball a = q * exp(Ball(-1, sigma.bits()) / (variance * 2));
  const Ball b = rest * expm1(epsilon);
  const Ball threshold = variance * log((b + sqrt(square(b) + square(a) * e * 4)) / (a * 2));
  return q * (wide_normal_tail((threshold - 1) / sigma) - e * wide_normal_tail((threshold + 1) / sigma)) -
         b * wide_normal_tail(threshold / sigma);
}

double log_of(const Rational& x) { return Ball(x, 64).log_midpoint(); }

}  // namespace

Value SampledStepProfile::delta(const Rational& epsilon, const Target& target) {
  const Rational rest = 1 - loss_.rate;
  // The base meets epsilons up to |eps| + |ln q| + 1, and a cancellation of 1/q.
  const double log_q = -log_of(loss_.rate);
  const double log_reach = std::log(log_q + 1) + std::max(0.0, log_of(epsilon));
  const long first = wanted_bits(target) + 32 + 2 * gaussian_loss_of_bits(-log_of(loss_.sigma), log_reach) +
                     static_cast<long>(2 * log_q);
  const auto with = [&](auto&& formula) {
    return refine(first, target, [&](long bits) {
      return probability(formula(Ball(loss_.sigma, bits), Ball(loss_.rate, bits), Ball(rest, bits), bits));
    });
  };
  switch (loss_.kind) {
    case Kind::remove:
      if (compare_exp(epsilon, rest) < 0)  // every likelihood ratio exceeds 1 - q: P - e^eps Q is 1 - e^eps in all
        return refine(first, target, [&](long bits) { return -expm1(Ball(epsilon, bits)); });
      return with([&](const Ball& s, const Ball& q, const Ball&, long bits) {
        return remove_delta(s, q, Ball(epsilon, bits));
      });
    case Kind::add:
      if (compare_exp(-epsilon, rest) <= 0) return Value(Rational(0), first);
      return with([&](const Ball& s, const Ball& q, const Ball& b, long bits) {
        return add_delta(s, q, b, Ball(epsilon, bits));
      });
    case Kind::replace:
      return with([&](const Ball& s, const Ball& q, const Ball& b, long bits) {
        const Ball e(epsilon, bits);
        if (epsilon >= 0) return replace_delta(s, q, b, e);
        // The mirror x -> -x swaps the pair: delta(eps) = 1 - e^eps + e^eps delta(-eps).
        return exp(e) * replace_delta(s, q, b, -e) - expm1(e);
      });
  }
  return Value(probability(Ball::positive_infinity(first)));
}

std::optional<Value> SampledStepProfile::max_loss(long bits) const {
  if (loss_.kind == Kind::add) return Value(-log1p(-Ball(loss_.rate, bits)));
  return std::nullopt;
}

int SampledStepProfile::compare_max_loss(const Rational& x) const {
  return loss_.kind == Kind::add ? -compare_exp(-x, 1 - loss_.rate) : -1;
}

std::vector<std::string> SampledStepProfile::theorems() const {
  switch (loss_.kind) {
    case Kind::remove: return {"sampled-gaussian-profile-remove"};
    case Kind::add: return {"sampled-gaussian-profile-add"};
    case Kind::replace: return {"sampled-gaussian-profile-replace"};
  }
  return {};
}

double SampledStepProfile::guess_epsilon(double log_delta) const {
  const double q = std::exp(log_of(loss_.rate)), mu = std::clamp(std::exp(-log_of(loss_.sigma)), 1e-150, 1e150);
  if (!(log_delta < 0)) return -800;
  if (loss_.kind == Kind::add) {
    const double top = -std::log1p(-q);
    const auto log_delta_of = [&](double e) {
      const double c = q - (1 - q) * std::expm1(e);
      if (!(c > 0)) return -HUGE_VAL;
      return std::log(c) + guess_gaussian_log_delta(mu, e + std::log(q / c));
    };
    return guess_crossing(log_delta_of, log_delta, std::min(-800.0, -top), top);
  }
  // remove; replace is at least as large, and near it where epsilon is large.
  const double log_base = log_delta - log_of(loss_.rate);
  if (!(log_base < 0)) return std::log1p(-std::exp(log_delta));
  const double base = guess_gaussian_epsilon(mu, log_base);
  return base > 50 ? base + log_of(loss_.rate) : std::log1p(q * std::expm1(base));
}

}  // namespace assay::accounting
