// Accuracy statements: unbiased estimates from randomized response, tails of selection, widths of noise.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/composition/profile.hpp"

namespace assay::accounting {

/// Binary randomized response, truth with probability 1/2 + gamma, 0 < gamma < 1/2. The estimate of the mean of n bits
/// is (mean of the answers - 1/2 + gamma) / (2 gamma), unbiased (theorem `randomized-response-mean`).
namespace randomized_response_mean {
core::Rational estimate(const core::Rational& gamma, const core::Rational& observed_mean);
/// (1 - 4 gamma^2) / (16 n gamma^2), the bits fixed.
core::Rational variance(const core::Rational& gamma, std::uint64_t n);
/// For independent bits of mean p: p (1 - p) / n more.
core::Rational variance_of_random_bits(const core::Rational& gamma, std::uint64_t n, const core::Rational& p);
/// The least n that the inequality gives for P[|estimate - mean| >= alpha] <= beta.
core::Integer chebyshev_size(const core::Rational& gamma, const core::Rational& alpha, const core::Rational& beta);
core::Integer hoeffding_size(const core::Rational& gamma, const core::Rational& alpha, const core::Rational& beta);
/// P[|estimate - mean| >= alpha] for n bits of which `ones` are 1. Shape: n <= 20000; n <= 2000 unless ones is 0 or n.
Value error_probability(const core::Rational& gamma, std::uint64_t n, std::uint64_t ones, const core::Rational& alpha,
                        const Target& target);
}  // namespace randomized_response_mean

enum class Selection { exponential, permute_and_flip, laplace };  // the last: report noisy max with Laplace noise

/// Choosing among d candidates (theorem `selection-tail`) with scores of this sensitivity at epsilon-DP; the scale is 2
/// sensitivity / epsilon, or half of it for a monotone utility.
struct SelectionRule {
  Selection kind = Selection::exponential;
  core::Rational scale;
};
/// The tail statements are of the first two.
/// scale (ln d + t): the chosen score falls short of the best by more with probability at most e^{-t}.
Value tail_threshold(const SelectionRule& rule, std::uint64_t candidates, const core::Rational& t, long bits);
/// scale (ln d + 1), a bound on the expected shortfall.
Value expected_shortfall_bound(const SelectionRule& rule, std::uint64_t candidates, long bits);
/// The probability of a shortfall at the threshold where one candidate is best and all others lie exactly there.
Value worst_instance_tail(const SelectionRule& rule, std::uint64_t candidates, const core::Rational& t, long bits);
/// The probability of each candidate, and the expected shortfall, for explicit scores. Shape: at most 20 scores for
/// permute and flip.
std::vector<Ball> choice_probabilities(const SelectionRule& rule, const std::vector<core::Rational>& scores, long bits);
Ball expected_shortfall(const std::vector<Ball>& probabilities, const std::vector<core::Rational>& scores, long bits);

/// The width w with P[max over k coordinates of |noise| > w] = beta, exactly and by the union bound
/// (theorem `laplace-width`).
Value laplace_width(const core::Rational& scale, std::uint64_t coordinates, const core::Rational& beta, long bits);
Value laplace_union_width(const core::Rational& scale, std::uint64_t coordinates, const core::Rational& beta,
                          long bits);
/// The same for Gaussian noise, exactly: theorem `gaussian-width`.
Value gaussian_width(const core::Rational& sigma, std::uint64_t coordinates, const core::Rational& beta, long bits);
/// scale H_k: the expected maximum of k one-sided exponential noises.
core::Rational expected_exponential_maximum(const core::Rational& scale, std::uint64_t coordinates);

}  // namespace assay::accounting
