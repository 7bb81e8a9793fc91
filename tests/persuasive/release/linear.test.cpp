#include "persuasive/release/linear.hpp"

#include <cstdint>

#include <doctest/doctest.h>

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Integer;
using core::Rational;
using scoring::DawidSebastianiMarginal;
using scoring::ExactReal;
using scoring::Matrix;
using scoring::Scoring;
using scoring::times;
using scoring::Vector;
using Bound = GaussianPriors::Bound;

const Scoring marginal_score{DawidSebastianiMarginal{}, {}, false};

GaussianPriors by_condition(Bound bound, const Rational& radius, const Rational& chi) {
  GaussianPriors priors;
  priors.bound = bound;
  priors.radius = radius;
  priors.condition = chi;
  return priors;
}

Finding sup(const LinearStatistics& statistics, const GaussianPriors& priors, const Scoring& scoring = marginal_score) {
  const core::Result<Finding> f = largest_gain(statistics, priors, scoring);
  REQUIRE_MESSAGE(f.has_value(), (f ? "" : f.error().message));
  return *f;
}

struct Draw {
  std::uint64_t state = 11;
  long operator()(long n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<long>((state >> 33U) % static_cast<std::uint64_t>(n));
  }
};

TEST_CASE("an exact mean of independent records of equal variance: r + ln(n/(n-1))") {
  const Finding f = sup({Integer(3), {}}, by_condition(Bound::standardized_statistic, 2, 1));
  CHECK(compare(f.upper, ExactReal(2) + ExactReal::log({3, 2})) == 0);
  CHECK(f.attained);
}

TEST_CASE("the mean of a million records is closed form, and keeps what the condition number leaves") {
  const GaussianPriors priors = by_condition(Bound::standardized_statistic, 1, 10);
  const Finding many = sup({Integer(1000000000000), {}}, priors), all = sup({std::nullopt, {}}, priors);
  CHECK(compare(all.upper, ExactReal(1) + ExactReal::log({121, 40})) == 0);
  CHECK(compare(many.upper, all.upper) == 1);
  CHECK(certainly_less((many.upper - all.upper).ball(128), Ball(Rational(1, 100000), 128)));
}

TEST_CASE("differencing: the means of n and n - 1 records tell the last one") {
  const Matrix rows = {{1, 1, 1, 1}, {1, 1, 1, 0}};
  const Finding f = sup({Integer(4), rows}, by_condition(Bound::standardized_statistic, 1, 2));
  CHECK(f.upper.is_positive_infinity());
  CHECK(f.record == 3);
  CHECK(sup({Integer(4), {rows[0]}}, by_condition(Bound::standardized_statistic, 1, 2)).upper.is_finite());
}

TEST_CASE("leverages sum to the rank, and a mean's are 1/n") {
  for (const Rational& h : leverages({{1, 1, 1, 1}})) CHECK(h == Rational(1, 4));
  Rational sum = 0;
  for (const Rational& h : leverages({{1, 2, 3, 4}, {1, 0, -1, 2}, {2, 2, 2, 6}})) sum += h;
  CHECK(sum == 2);
}

/// Many covariances, many truths: nothing beats the supremum that is stated.
TEST_CASE("no prior and no data of the class gain more than the supremum") {
  Draw draw;
  const Matrix rows = {{1, 1, 1}};
  const std::vector<Bound> bounds = {Bound::standardized_statistic, Bound::standardized_record, Bound::mahalanobis};
  for (int trial = 0; trial < 60; ++trial) {
    // V = M M' + I.
    Matrix m(3, Vector(3)), v(3, Vector(3));
    for (Vector& row : m)
      for (Rational& x : row) x = draw(5) - 2;
    v = times(m, scoring::transposed(m));
    for (std::size_t i = 0; i < 3; ++i) v[i][i] += 1;
    Vector x;
    for (int i = 0; i < 3; ++i) x.push_back(Rational(draw(21) - 10, 4));
    const Update u = update(rows, Vector(3), v, x);
    const core::Result<Finding> gained = gain(u, marginal_score, x);
    REQUIRE(gained.has_value());
    for (const Bound bound : bounds) {
      // The radius that these data have.
      Rational radius = 0;
      if (bound == Bound::standardized_record) {
        for (std::size_t i = 0; i < 3; ++i) radius = std::max(radius, Rational(x[i] * x[i] / v[i][i]));
      } else if (bound == Bound::mahalanobis) {
        Matrix column;
        for (const Rational& value : x) column.push_back({value});
        const Matrix solved = scoring::solve(v, column).solution;
        for (std::size_t i = 0; i < 3; ++i) radius += x[i] * solved[i][0];
      } else {
        const Rational s = x[0] + x[1] + x[2];
        radius = s * s / scoring::dot(rows[0], times(v, rows[0]));
      }
      GaussianPriors given;
      given.covariance = v;
      given.bound = bound;
      given.radius = radius;
      const Finding f = sup({Integer(3), rows}, given);
      const std::optional<int> below = compare(gained->lower, f.upper);
      REQUIRE(below.has_value());
      CHECK(*below <= 0);
      // The trace bounds the condition number: lambda_max <= trace, lambda_min >= 1.
      const Rational chi = v[0][0] + v[1][1] + v[2][2];
      const std::optional<int> within = compare(f.upper, sup({Integer(3), {}}, by_condition(bound, radius, chi)).upper);
      REQUIRE(within.has_value());
      CHECK(*within <= 0);
    }
  }
}

TEST_CASE("the covariance that is named attains the supremum") {
  // n = 4: c = 1/2, p = (1,1,1,1)/2, e_0 + p = (3,1,1,1)/2, b b' = (3,1,1,1)(3,1,1,1)'/12.
  const Rational chi = 3;
  const Vector b = {3, 1, 1, 1};
  Matrix v(4, Vector(4));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) v[i][j] = (i == j ? 1 : 0) + (chi - 1) * b[i] * b[j] / 12;
  GaussianPriors given;
  given.covariance = v;
  given.radius = 2;
  for (const Bound bound : {Bound::standardized_statistic, Bound::standardized_record, Bound::mahalanobis}) {
    given.bound = bound;
    CHECK(compare(sup({Integer(4), {{1, 1, 1, 1}}}, given).upper,
                  sup({Integer(4), {}}, by_condition(bound, 2, chi)).upper) == 0);
  }
}

TEST_CASE("joint scores of all records are infinite, of two they are not") {
  GaussianPriors given;
  given.variance = Rational(1);
  given.bound = Bound::standardized_statistic;
  given.radius = 1;
  const LinearStatistics mean{Integer(3), {}};
  CHECK(sup(mean, given, {scoring::DawidSebastiani{}, {}, false}).upper.is_positive_infinity());
  // Two of three: the posterior covariance has determinant 1/3.
  CHECK(compare(sup(mean, given, {scoring::DawidSebastiani{}, {0, 1}, false}).upper,
                ExactReal(1) + ExactReal::log(3)) == 0);
}

TEST_CASE("a record that the statistic does not touch gains nothing") {
  const Finding f = sup({Integer(3), {{1, 1, 0}}}, by_condition(Bound::standardized_statistic, 1, 1),
                        {DawidSebastianiMarginal{}, {2}, false});
  CHECK(f.upper.sign() == 0);
}

TEST_CASE("for the euclidean bound a bracket is given, exact where the condition number is 1") {
  CHECK(sup({Integer(5), {}}, by_condition(Bound::euclidean, 1, 1)).is_exact());
  const Finding f = sup({Integer(5), {}}, by_condition(Bound::euclidean, 1, 4));
  CHECK(compare(f.lower, f.upper) == -1);
}

}  // namespace
}  // namespace assay::persuasive
