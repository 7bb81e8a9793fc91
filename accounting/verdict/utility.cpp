#include "accounting/verdict/utility.hpp"

#include <algorithm>

#include "accounting/composition/refine.hpp"
#include "accounting/loss/selection.hpp"
#include "accounting/numeric/normal_quantile.hpp"
#include "core/rational_arithmetic.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

// The masses of a binomial, from the ratio of neighbours.
std::vector<Ball> binomial(std::uint64_t n, const Rational& p, long bits) {
  std::vector<Ball> mass;
  if (p == 0 || p == 1) {
    mass.assign(n + 1, Ball(0, bits));
    mass[p == 0 ? 0 : n] = Ball(1, bits);
    return mass;
  }
  mass.push_back(pow(Ball(1 - p, bits), static_cast<unsigned long>(n)));
  const Ball odds(p / (1 - p), bits);
  for (std::uint64_t k = 0; k < n; ++k)
    mass.push_back(mass.back() * odds * static_cast<long>(n - k) / static_cast<long>(k + 1));
  return mass;
}

}  // namespace

namespace randomized_response_mean {

Rational estimate(const Rational& gamma, const Rational& observed_mean) {
  return (observed_mean - Rational(1, 2) + gamma) / (2 * gamma);
}

Rational variance(const Rational& gamma, std::uint64_t n) { return (1 - 4 * gamma * gamma) / (16 * gamma * gamma * n); }

Rational variance_of_random_bits(const Rational& gamma, std::uint64_t n, const Rational& p) {
  return variance(gamma, n) + p * (1 - p) / n;
}

Integer chebyshev_size(const Rational& gamma, const Rational& alpha, const Rational& beta) {
  return std::max(Integer(1), core::ceiling((1 - 4 * gamma * gamma) / (16 * gamma * gamma * alpha * alpha * beta)));
}

Integer hoeffding_size(const Rational& gamma, const Rational& alpha, const Rational& beta) {
  const Rational rate = 8 * gamma * gamma * alpha * alpha;
  for (long bits = 128;; bits *= 2) {
    const Ball n = log(Ball(2 / beta, bits)) / Ball(rate, bits);
    // ln of a rational other than 1 is irrational: at some precision no integer lies in the ball.
    const Integer low = core::ceiling(std::max(Rational(0), lower_rational(n))),
                  high = core::ceiling(upper_rational(n));
    if (low == high || bits > 65536) return std::max(Integer(1), high);
  }
}

Value error_probability(const Rational& gamma, std::uint64_t n, std::uint64_t ones, const Rational& alpha,
                        const Target& target) {
  // The answers' sum is Bin(ones, 1/2 + gamma) + Bin(n - ones, 1/2 - gamma); |estimate - mean| >= alpha where it leaves
  // its mean by 2 gamma n alpha or more.
  const Rational up = Rational(1, 2) + gamma, down = Rational(1, 2) - gamma;
  const Rational mean = up * ones + down * (n - ones), reach = 2 * gamma * n * alpha;
  Value value = refine(wanted_bits(target) + 64, target, [&](long bits) {
    std::vector<Ball> mass = binomial(n - ones, down, bits);
    if (ones > 0) {
      const std::vector<Ball> one = binomial(ones, up, bits);
      std::vector<Ball> both(n + 1, Ball(0, bits));
      for (std::size_t i = 0; i < mass.size(); ++i)
        for (std::size_t j = 0; j < one.size(); ++j) both[i + j] = both[i + j] + mass[i] * one[j];
      mass = std::move(both);
    }
    Ball sum(0, bits);
    for (std::size_t k = 0; k < mass.size(); ++k)
      if (abs(Rational(k) - mean) >= reach) sum = sum + mass[k];
    return probability(sum);
  });
  value.least = 0;
  value.most = 1;
  return value;
}

}  // namespace randomized_response_mean

Value tail_threshold(const SelectionRule& rule, std::uint64_t candidates, const Rational& t, long bits) {
  return Ball(rule.scale, bits) * (log(Ball(Rational(candidates), bits)) + Ball(t, bits));
}

Value expected_shortfall_bound(const SelectionRule& rule, std::uint64_t candidates, long bits) {
  return tail_threshold(rule, candidates, 1, bits);
}

Value worst_instance_tail(const SelectionRule& rule, std::uint64_t candidates, const Rational& t, long bits) {
  const Ball d(Rational(candidates), bits), f = exp(Ball(-t, bits)) / d;
  if (rule.kind == Selection::exponential) return (d - 1) * f / ((d - 1) * f + 1);
  // 1 - (1 - (1 - f)^d) / (d f)
  const Ball none = exp(d * log1p(-f));
  return 1 - (1 - none) / (d * f);
}

std::vector<Ball> choice_probabilities(const SelectionRule& rule, const std::vector<Rational>& scores, long bits) {
  const Rational best = *std::max_element(scores.begin(), scores.end());
  std::vector<Rational> units;
  units.reserve(scores.size());
  for (const Rational& score : scores) units.push_back((score - best) / rule.scale);
  // Permute-and-flip is report noisy max with exponential noise, the exponential mechanism with Gumbel noise.
  const auto noise = [&] {
    switch (rule.kind) {
      case Selection::exponential: return NoisyMax::Noise::gumbel;
      case Selection::permute_and_flip: return NoisyMax::Noise::exponential;
      case Selection::laplace: break;
    }
    return NoisyMax::Noise::laplace;
  };
  return selection_masses(noise(), units, bits);
}

Ball expected_shortfall(const std::vector<Ball>& probabilities, const std::vector<Rational>& scores, long bits) {
  const Rational best = *std::max_element(scores.begin(), scores.end());
  Ball sum(0, bits);
  for (std::size_t i = 0; i < scores.size(); ++i) sum = sum + probabilities[i] * Ball(best - scores[i], bits);
  return sum;
}

Value laplace_width(const Rational& scale, std::uint64_t coordinates, const Rational& beta, long bits) {
  // (1 - e^{-w/b})^k = 1 - beta
  const Ball one = -expm1(log1p(-Ball(beta, bits)) / Ball(Rational(coordinates), bits));
  return -log(one) * Ball(scale, bits);
}

Value laplace_union_width(const Rational& scale, std::uint64_t coordinates, const Rational& beta, long bits) {
  return nonnegative(log(Ball(Rational(coordinates) / beta, bits)) * Ball(scale, bits));
}

Value gaussian_width(const Rational& sigma, std::uint64_t coordinates, const Rational& beta, long bits) {
  const Ball one = -expm1(log1p(-Ball(beta, bits)) / Ball(Rational(coordinates), bits));
  return normal_upper_quantile(one / 2) * Ball(sigma, bits);
}

Rational expected_exponential_maximum(const Rational& scale, std::uint64_t coordinates) {
  Rational harmonic = 0;
  for (std::uint64_t k = 1; k <= coordinates; ++k) harmonic += Rational(1, k);
  return scale * harmonic;
}

}  // namespace assay::accounting
