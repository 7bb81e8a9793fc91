#include "scoring/real_line.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "accounting/numeric/root.hpp"

namespace assay::scoring {
namespace {

using accounting::Ball;
using core::Rational;

Ball positive_part(const Ball& x) { return max(x, Ball(0, x.bits())); }

Ball normal_density(const Ball& z) { return exp(-square(z) / 2) / sqrt(Ball::pi(z.bits()) * 2); }

/// E (x - X)_+ for X ~ N(m, s^2), with d = x - m.
Ball gaussian_partial(const Ball& d, const Ball& s) {
  const Ball z = d / s;
  return d * normal_cdf(z) + s * normal_density(z);
}

/// A Gaussian component; variance 0 is a point.
struct Component {
  Rational weight, mean, variance;
};

/// The law as a mixture of Gaussians and points, where it is one.
std::optional<std::vector<Component>> components(const Law& law) {
  std::vector<Component> parts;
  if (const auto* gaussian = std::get_if<Gaussian>(&law)) {
    parts.push_back({1, gaussian->mean, gaussian->variance});
  } else if (const auto* mixture = std::get_if<GaussianMixture>(&law)) {
    for (std::size_t i = 0; i < mixture->weights.size(); ++i)
      parts.push_back({mixture->weights[i], mixture->means[i], mixture->variances[i]});
  } else if (const auto* discrete = std::get_if<Discrete>(&law)) {
    for (std::size_t i = 0; i < discrete->points.size(); ++i)
      parts.push_back({discrete->weights[i], discrete->points[i].front(), 0});
  } else {
    return std::nullopt;
  }
  return parts;
}

/// E|N(d, v)|.
Ball absolute_mean(const Rational& d, const Rational& v, long bits) {
  const Ball distance(d, bits);
  if (v == 0) return abs(distance);
  return gaussian_partial(distance, sqrt(Ball(v, bits))) * 2 - distance;
}

/// The hull of both pieces where a ball lies on both sides of the kink.
template <class Below, class Above>
Ball piecewise(const Ball& d, Below below, Above above) {
  if (certainly_negative(d)) return below(d);
  if (certainly_nonnegative(d)) return above(d);
  return hull(min(below(d), above(d)), max(below(d), above(d)));
}

Ball partial_of(const Categories&, const Ball&) { std::abort(); }
Ball partial_of(const GaussianVector&, const Ball&) { std::abort(); }
Ball partial_of(const Gaussian& law, const Ball& x) {
  return gaussian_partial(x - Ball(law.mean, x.bits()), sqrt(Ball(law.variance, x.bits())));
}
Ball partial_of(const GaussianMixture& law, const Ball& x) {
  Ball sum(0, x.bits());
  for (std::size_t i = 0; i < law.weights.size(); ++i)
    sum = sum + Ball(law.weights[i], x.bits()) * partial_of(Gaussian{law.means[i], law.variances[i]}, x);
  return sum;
}
Ball partial_of(const Laplace& law, const Ball& x) {
  const Ball b(law.scale, x.bits());
  const auto tail = [&](const Ball& d) { return b / 2 * exp(-abs(d) / b); };
  return piecewise(x - Ball(law.location, x.bits()), tail, [&](const Ball& d) { return d + tail(d); });
}
/// s ln(1 + e^z), from the side that does not overflow.
Ball partial_of(const Logistic& law, const Ball& x) {
  const Ball s(law.scale, x.bits()), d = x - Ball(law.location, x.bits());
  const auto tail = [&](const Ball& y) { return s * log1p(exp(-abs(y) / s)); };
  return piecewise(d, tail, [&](const Ball& y) { return y + tail(y); });
}
Ball partial_of(const Exponential& law, const Ball& x) {
  const Ball rate(law.rate, x.bits());
  const Ball t = positive_part(x);
  return t + expm1(-rate * t) / rate;
}
Ball partial_of(const Uniform& law, const Ball& x) {
  const Ball width(Rational(law.upper - law.lower), x.bits());
  const Ball in = min(positive_part(x - Ball(law.lower, x.bits())), width);
  return square(in) / (width * 2) + positive_part(x - Ball(law.upper, x.bits()));
}
Ball partial_of(const Discrete& law, const Ball& x) {
  Ball sum(0, x.bits());
  for (std::size_t i = 0; i < law.points.size(); ++i)
    sum = sum + Ball(law.weights[i], x.bits()) * positive_part(x - Ball(law.points[i].front(), x.bits()));
  return sum;
}

/// The root of level = cdf(x); the search begins a deviation from the mean.
Ball point_at(const Law& law, const Rational& level, long bits) {
  const Moments m = moments(law);
  const Rational deviation = upper_rational(sqrt(m.variance.ball(64)));
  return root_of([&](const Rational& x) { return distribution_function(law, Ball(x, bits)); }, Ball(level, bits),
                 m.mean - deviation, m.mean + deviation, bits);
}

ExactReal quantile_of(const Categories&, const Rational&) { std::abort(); }
ExactReal quantile_of(const GaussianVector&, const Rational&) { std::abort(); }
ExactReal quantile_of(const Gaussian& law, const Rational& level) {
  if (level == Rational(1, 2)) return law.mean;
  // Small levels keep their relative accuracy: the law is symmetric.
  if (2 * level > 1) return ExactReal(Rational(2 * law.mean)) - quantile_of(law, Rational(1 - level));
  return ExactReal(law.mean) + ExactReal::computed([v = law.variance, level](long bits) {
           return sqrt(Ball(v, bits)) * point_at(Gaussian{0, 1}, level, bits);
         });
}
ExactReal quantile_of(const GaussianMixture& law, const Rational& level) {
  return ExactReal::computed([law, level](long bits) { return point_at(law, level, bits); });
}
ExactReal quantile_of(const Laplace& law, const Rational& level) {
  const bool below = level < Rational(1, 2);
  const Rational tail = 2 * (below ? level : Rational(1 - level));
  return ExactReal(law.location) + ExactReal::log(tail, below ? law.scale : Rational(-law.scale));
}
ExactReal quantile_of(const Logistic& law, const Rational& level) {
  return ExactReal(law.location) + ExactReal::log(level / (1 - level), law.scale);
}
ExactReal quantile_of(const Exponential& law, const Rational& level) {
  return ExactReal::log(1 - level, -1 / law.rate);
}
ExactReal quantile_of(const Uniform& law, const Rational& level) {
  return Rational(law.lower + level * (law.upper - law.lower));
}
ExactReal quantile_of(const Discrete& law, const Rational& level) {
  Rational below = 0;
  for (std::size_t i = 0; i < law.points.size(); ++i)
    if ((below += law.weights[i]) >= level) return law.points[i].front();
  return law.points.back().front();
}

ExactReal spread_of(const Categories&) { std::abort(); }
ExactReal spread_of(const GaussianVector&) { std::abort(); }
ExactReal spread_of(const Gaussian& law) {
  return ExactReal::computed([v = law.variance](long bits) { return sqrt(Ball(v, bits) / Ball::pi(bits)); });
}
ExactReal spread_of(const Laplace& law) { return Rational(3 * law.scale / 4); }
ExactReal spread_of(const Logistic& law) { return law.scale; }
ExactReal spread_of(const Exponential& law) { return Rational(1 / (2 * law.rate)); }
ExactReal spread_of(const Uniform& law) { return Rational((law.upper - law.lower) / 6); }
/// Points ascend: each weighs in with the distance to all before it.
ExactReal spread_of(const Discrete& law) {
  Rational sum = 0, mass = 0, moment = 0;
  for (std::size_t i = 0; i < law.points.size(); ++i) {
    sum += law.weights[i] * (law.points[i].front() * mass - moment);
    mass += law.weights[i];
    moment += law.weights[i] * law.points[i].front();
  }
  return sum;
}
ExactReal spread_of(const GaussianMixture& law) { return mean_distance(law, law)->times(Rational(1, 2)); }

/// E (Y - X)_+ of X on [a, b], Y on [c, d]: third differences of u_+^3/6.
Rational uniform_distance(const Uniform& x, const Uniform& y) {
  const auto cube = [](const Rational& u) { return u > 0 ? Rational(u * u * u / 6) : Rational(0); };
  const Rational area = (x.upper - x.lower) * (y.upper - y.lower);
  const Rational above =
      (cube(y.upper - x.lower) - cube(y.lower - x.lower) - cube(y.upper - x.upper) + cube(y.lower - x.upper)) / area;
  return 2 * above - (y.lower + y.upper - x.lower - x.upper) / 2;
}

/// |d| + (c^3 e^{-|d|/c} - b^3 e^{-|d|/b})/(c^2 - b^2), and its limit for equal scales.
Ball laplace_distance(const Laplace& x, const Laplace& y, long bits) {
  const Ball d = abs(Ball(Rational(x.location - y.location), bits)), b(x.scale, bits), c(y.scale, bits);
  if (x.scale == y.scale) return d + exp(-d / b) * (b * 3 + d) / 2;
  const auto part = [&](const Ball& s) { return s * square(s) * exp(-d / s); };
  const Rational squares = y.scale * y.scale - x.scale * x.scale;
  return d + (part(c) - part(b)) / Ball(squares, bits);
}

}  // namespace

Ball partial_moment(const Law& law, const Ball& x) {
  return std::visit([&](const auto& l) { return partial_of(l, x); }, law);
}

ExactReal partial_moment(const Law& law, const Rational& x) {
  if (const auto* discrete = std::get_if<Discrete>(&law)) {
    Rational sum = 0;
    for (std::size_t i = 0; i < discrete->points.size(); ++i)
      if (discrete->points[i].front() < x) sum += discrete->weights[i] * (x - discrete->points[i].front());
    return sum;
  }
  if (const auto* uniform = std::get_if<Uniform>(&law)) {
    const Rational width = uniform->upper - uniform->lower;
    if (x <= uniform->lower) return {};
    if (x >= uniform->upper) return Rational(x - (uniform->lower + uniform->upper) / 2);
    return Rational((x - uniform->lower) * (x - uniform->lower) / (2 * width));
  }
  return ExactReal::computed([law, x](long bits) { return partial_moment(law, Ball(x, bits)); });
}

/// Called for the laws whose quantiles have no closed form, and they alone.
Ball distribution_function(const Law& law, const Ball& x) {
  if (const auto* gaussian = std::get_if<Gaussian>(&law))
    return normal_cdf((x - Ball(gaussian->mean, x.bits())) / sqrt(Ball(gaussian->variance, x.bits())));
  const auto* mixture = std::get_if<GaussianMixture>(&law);
  if (mixture == nullptr) std::abort();
  Ball sum(0, x.bits());
  for (std::size_t i = 0; i < mixture->weights.size(); ++i)
    sum = sum + Ball(mixture->weights[i], x.bits()) *
                    distribution_function(Gaussian{mixture->means[i], mixture->variances[i]}, x);
  return sum;
}

ExactReal quantile(const Law& law, const Rational& level) {
  return std::visit([&](const auto& l) { return quantile_of(l, level); }, law);
}

ExactReal mean_distance(const Law& law, const Rational& x) {
  return partial_moment(law, x).times(2) + ExactReal(Rational(moments(law).mean - x));
}

ExactReal half_spread(const Law& law) {
  return std::visit([](const auto& l) { return spread_of(l); }, law);
}

std::optional<ExactReal> mean_distance(const Law& a, const Law& b) {
  if (const auto* points = std::get_if<Discrete>(&b)) {
    ExactReal sum;
    for (std::size_t i = 0; i < points->points.size(); ++i)
      sum = sum + mean_distance(a, points->points[i].front()).times(points->weights[i]);
    return sum;
  }
  if (std::holds_alternative<Discrete>(a)) return mean_distance(b, a);
  const auto left = components(a), right = components(b);
  if (left && right)
    return ExactReal::computed([left, right](long bits) {
      Ball sum(0, bits);
      for (const Component& x : *left)
        for (const Component& y : *right)
          sum = sum + Ball(Rational(x.weight * y.weight), bits) *
                          absolute_mean(x.mean - y.mean, x.variance + y.variance, bits);
      return sum;
    });
  if (a.index() != b.index()) return std::nullopt;
  if (const auto* x = std::get_if<Uniform>(&a)) return ExactReal(uniform_distance(*x, std::get<Uniform>(b)));
  if (const auto* x = std::get_if<Exponential>(&a)) {
    const Rational& other = std::get<Exponential>(b).rate;
    return ExactReal(Rational(1 / x->rate + 1 / other - 2 / (x->rate + other)));
  }
  if (const auto* x = std::get_if<Laplace>(&a))
    return ExactReal::computed([x = *x, y = std::get<Laplace>(b)](long bits) { return laplace_distance(x, y, bits); });
  return std::nullopt;
}

}  // namespace assay::scoring
