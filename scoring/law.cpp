#include "scoring/law.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace assay::scoring {

using accounting::Ball;
using core::Rational;

namespace {

Rational square(const Rational& x) { return x * x; }

Moments moments_of(const Categories&) { std::abort(); }  // categories are no numbers
Moments moments_of(const GaussianVector&) { std::abort(); }
Moments moments_of(const Gaussian& law) { return {law.mean, law.variance}; }
Moments moments_of(const Laplace& law) { return {law.location, Rational(2 * square(law.scale))}; }
Moments moments_of(const Logistic& law) {
  return {law.location, ExactReal::computed([v = Rational(square(law.scale) / 3)](long bits) {
            return Ball(v, bits) * square(Ball::pi(bits));
          })};
}
Moments moments_of(const Exponential& law) { return {Rational(1 / law.rate), Rational(1 / square(law.rate))}; }
Moments moments_of(const Uniform& law) {
  return {Rational((law.lower + law.upper) / 2), Rational(square(law.upper - law.lower) / 12)};
}
Moments moments_of(const Discrete& law) {
  const VectorMoments m = vector_moments(law);
  return {m.mean.front(), m.covariance.front().front()};
}
Moments moments_of(const GaussianMixture& law) {
  Rational mean = 0, second = 0;
  for (std::size_t i = 0; i < law.weights.size(); ++i) {
    mean += law.weights[i] * law.means[i];
    second += law.weights[i] * (square(law.means[i]) + law.variances[i]);
  }
  return {mean, Rational(second - square(mean))};
}

}  // namespace

Discrete make_discrete(std::vector<Vector> points, std::vector<Rational> weights) {
  std::map<Vector, Rational> mass;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (weights[i] != 0) mass[std::move(points[i])] += weights[i];
  Discrete law;
  for (auto& [point, weight] : mass) {
    law.points.push_back(point);
    law.weights.push_back(std::move(weight));
  }
  return law;
}

std::size_t dimension(const Law& law) {
  if (std::holds_alternative<Categories>(law)) return 0;
  if (const auto* vector = std::get_if<GaussianVector>(&law)) return vector->mean.size();
  if (const auto* discrete = std::get_if<Discrete>(&law)) return discrete->points.front().size();
  return 1;
}

Law marginal(const Law& law, const std::vector<std::size_t>& coordinates) {
  if (const auto* vector = std::get_if<GaussianVector>(&law)) {
    if (coordinates.size() == 1)
      return Gaussian{vector->mean[coordinates[0]], vector->covariance[coordinates[0]][coordinates[0]]};
    GaussianVector part;
    for (const std::size_t i : coordinates) part.mean.push_back(vector->mean[i]);
    part.covariance = submatrix(vector->covariance, coordinates);
    return part;
  }
  if (const auto* discrete = std::get_if<Discrete>(&law)) {
    std::vector<Vector> points;
    for (const Vector& point : discrete->points) {
      Vector& part = points.emplace_back();
      for (const std::size_t i : coordinates) part.push_back(point[i]);
    }
    return make_discrete(std::move(points), discrete->weights);
  }
  return law;
}

bool in_support(const Law& law, const Vector& x) {
  if (const auto* uniform = std::get_if<Uniform>(&law)) return uniform->lower <= x[0] && x[0] <= uniform->upper;
  if (std::holds_alternative<Exponential>(law)) return x[0] >= 0;
  return true;
}

Moments moments(const Law& law) {
  return std::visit([](const auto& l) { return moments_of(l); }, law);
}

VectorMoments vector_moments(const Law& law) {
  if (const auto* vector = std::get_if<GaussianVector>(&law)) return {vector->mean, vector->covariance};
  const auto* discrete = std::get_if<Discrete>(&law);
  if (discrete == nullptr) {
    const Moments m = moments(law);
    return {{m.mean}, {{*m.variance.as_rational()}}};
  }
  const std::size_t d = discrete->points.front().size();
  VectorMoments m{Vector(d), Matrix(d, Vector(d))};
  for (std::size_t k = 0; k < discrete->points.size(); ++k)
    for (std::size_t i = 0; i < d; ++i) m.mean[i] += discrete->weights[k] * discrete->points[k][i];
  for (std::size_t k = 0; k < discrete->points.size(); ++k)
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j < d; ++j)
        m.covariance[i][j] +=
            discrete->weights[k] * (discrete->points[k][i] - m.mean[i]) * (discrete->points[k][j] - m.mean[j]);
  return m;
}

}  // namespace assay::scoring
