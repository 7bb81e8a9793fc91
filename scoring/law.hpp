// Laws that a forecast or the truth may be: exact parameters.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "core/rational.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/linear_algebra.hpp"

namespace assay::scoring {

/// Categories 0, 1, ... with their probabilities.
struct Categories {
  static constexpr std::string_view name = "pmf";
  std::vector<core::Rational> probabilities;
  bool operator==(const Categories&) const = default;
};
/// Variances are kept, not standard deviations: those of a marginal law are seldom rational.
struct Gaussian {
  static constexpr std::string_view name = "gaussian";
  core::Rational mean = 0, variance = 1;
  bool operator==(const Gaussian&) const = default;
};
struct Laplace {
  static constexpr std::string_view name = "laplace";
  core::Rational location = 0, scale = 1;
  bool operator==(const Laplace&) const = default;
};
struct Logistic {
  static constexpr std::string_view name = "logistic";
  core::Rational location = 0, scale = 1;
  bool operator==(const Logistic&) const = default;
};
struct Exponential {
  static constexpr std::string_view name = "exponential";
  core::Rational rate = 1;
  bool operator==(const Exponential&) const = default;
};
struct Uniform {
  static constexpr std::string_view name = "uniform";
  core::Rational lower = 0, upper = 1;
  bool operator==(const Uniform&) const = default;
};
/// Distinct points in ascending order (lexicographic), all of one dimension, with positive weights that sum to 1.
struct Discrete {
  static constexpr std::string_view name = "discrete";
  std::vector<Vector> points;
  std::vector<core::Rational> weights;
  bool operator==(const Discrete&) const = default;
};
struct GaussianMixture {
  static constexpr std::string_view name = "gaussian_mixture";
  std::vector<core::Rational> weights, means, variances;
  bool operator==(const GaussianMixture&) const = default;
};
struct GaussianVector {
  static constexpr std::string_view name = "gaussian_vector";
  Vector mean;
  Matrix covariance;
  bool operator==(const GaussianVector&) const = default;
};

using Law = std::variant<Categories, Gaussian, Laplace, Logistic, Exponential, Uniform, Discrete, GaussianMixture,
                         GaussianVector>;

inline std::string_view name(const Law& law) {
  return std::visit([](const auto& l) { return l.name; }, law);
}

/// Sorts points, merges equal ones, drops weights of 0.
Discrete make_discrete(std::vector<Vector> points, std::vector<core::Rational> weights);

/// 0 for categories, else the length of an outcome.
std::size_t dimension(const Law& law);

/// The law of the coordinates named, in that order. Shape: a law of vectors, or coordinate 0 of one of numbers.
Law marginal(const Law& law, const std::vector<std::size_t>& coordinates);

/// Whether a number can occur under the law (in the closure of where its density is positive).
bool in_support(const Law& law, const Vector& x);

/// Mean and variance of a law of numbers. The variance is rational but for the logistic law.
struct Moments {
  core::Rational mean;
  ExactReal variance;
};
Moments moments(const Law& law);

/// Mean and covariance of a law of vectors or numbers with rational moments (not logistic).
struct VectorMoments {
  Vector mean;
  Matrix covariance;
};
VectorMoments vector_moments(const Law& law);

}  // namespace assay::scoring
