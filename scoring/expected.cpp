#include "scoring/expected.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "scoring/real_line.hpp"

namespace assay::scoring {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Rational;

const Rational half = Rational(1, 2);

Rational square(const Rational& x) { return x * x; }

/// ln(2 pi)/2, one computation for all, so that it cancels exactly.
const ExactReal& half_log_two_pi() {
  static const ExactReal x = ExactReal::computed([](long bits) { return log(Ball::pi(bits) * 2) / 2; });
  return x;
}

Vector minus(const Vector& x, const Vector& y) {
  Vector d;
  for (std::size_t i = 0; i < x.size(); ++i) d.push_back(x[i] - y[i]);
  return d;
}

Matrix column(const Vector& x) {
  Matrix m;
  for (const Rational& v : x) m.push_back({v});
  return m;
}

Rational trace_of_product(const Matrix& a, const Matrix& b) {
  Rational sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) sum += a[i][j] * b[j][i];
  return sum;
}

Matrix inverse(const Matrix& m) {
  Matrix identity(m.size(), Vector(m.size()));
  for (std::size_t i = 0; i < m.size(); ++i) identity[i][i] = 1;
  return solve(m, identity).solution;
}

/// x / v + ln v for a variance v > 0 that may be computed.
ExactReal moment_score(const ExactReal& x, const ExactReal& v) {
  if (const Rational* variance = v.as_rational()) {
    if (*variance > 0) return x.times(1 / *variance) + ExactReal::log(*variance);
    return ExactReal::infinity(x.sign() != 0);  // a sure forecast: minus infinity where it is right
  }
  return ExactReal::computed([x, v](long bits) {
    const Ball variance = v.ball(bits);
    return x.ball(bits) / variance + log(variance);
  });
}

/// The expected Dawid-Sebastiani score for an outcome of mean `mean` and covariance `spread`.
ExactReal moment_score(const VectorMoments& forecast, const Vector& mean, const Matrix& spread) {
  const Vector d = minus(mean, forecast.mean);
  const std::size_t n = d.size();
  if (n == 1) return moment_score(ExactReal(Rational(square(d[0]) + spread[0][0])), forecast.covariance[0][0]);
  const Solved solved = solve(forecast.covariance, column(d));
  // A singular covariance: minus infinity where every possible outcome is in its range, plus infinity otherwise.
  if (solved.determinant == 0) {
    const Matrix range = independent_rows(forecast.covariance);
    Matrix more = range;
    more.push_back(d);
    more.insert(more.end(), spread.begin(), spread.end());
    return ExactReal::infinity(independent_rows(more).size() > range.size());
  }
  Rational quadratic = 0;
  for (std::size_t i = 0; i < n; ++i) quadratic += d[i] * solved.solution[i][0];
  quadratic += trace_of_product(inverse(forecast.covariance), spread);
  return ExactReal(quadratic) + ExactReal::log(solved.determinant);
}

bool is_vector(const Law& law) { return dimension(law) > 1; }

ExactReal dawid_sebastiani(const Law& law, const Vector& mean, const ExactReal& variance, const Matrix& spread) {
  if (is_vector(law)) return moment_score(vector_moments(law), mean, spread);
  const Moments m = moments(law);
  return moment_score(variance + ExactReal(square(mean[0] - m.mean)), m.variance);
}

/// (q - x)_+ - a (q - x) at a quantile q.
ExactReal pinball(const ExactReal& q, const Rational& a, const Rational& x) {
  const ExactReal d = q - ExactReal(x);
  if (const Rational* r = d.as_rational()) return Rational(*r > 0 ? *r * (1 - a) : -*r * a);
  return ExactReal::computed([d, a](long bits) {
    const Ball ball = d.ball(bits);
    return max(ball, Ball(0, bits)) - Ball(a, bits) * ball;
  });
}

ExactReal expected_pinball(const ExactReal& q, const Rational& a, const Law& truth) {
  const ExactReal rest = (ExactReal(moments(truth).mean) - q).times(a);
  if (const Rational* r = q.as_rational()) return partial_moment(truth, *r) + rest;
  return rest + ExactReal::computed([q, truth](long bits) { return partial_moment(truth, q.ball(bits)); });
}

/// The interval score is 2/a times the sum of the pinball losses of its two ends.
template <class Loss>
ExactReal interval_score(const Law& law, const Rational& coverage, Loss loss) {
  const Rational a = 1 - coverage, low = a / 2, high = 1 - low;
  return (loss(quantile(law, low), low) + loss(quantile(law, high), high)).times(2 / a);
}

ExactReal distance_power(const Vector& x, const Vector& y, const Rational& order, const Rational& weight) {
  const Vector d = minus(x, y);
  const Rational squared = dot(d, d);
  return squared == 0 ? ExactReal() : ExactReal::radical(weight, squared, order / 2);
}

/// E |X - Y|^b of two discrete laws. Many terms stay one computation: gathering them would take longer than adding.
ExactReal mean_distance_power(const Discrete& a, const Discrete& b, const Rational& order) {
  const auto sum = [](const Discrete& x, const Discrete& y, const Rational& e, const auto& add) {
    for (std::size_t i = 0; i < x.points.size(); ++i)
      for (std::size_t j = 0; j < y.points.size(); ++j)
        add(distance_power(x.points[i], y.points[j], e, x.weights[i] * y.weights[j]));
  };
  if (a.points.size() * b.points.size() <= 256) {
    ExactReal total;
    sum(a, b, order, [&](const ExactReal& term) { total = total + term; });
    return total;
  }
  return ExactReal::computed([a, b, order, sum](long bits) {
    Ball total(0, bits);
    sum(a, b, order, [&](const ExactReal& term) { total = total + term.ball(bits); });
    return total;
  });
}

Discrete point(const Vector& x) { return {{x}, {1}}; }

// -ln of a density.

ExactReal log_score(const Law& law, const Vector& x);

std::optional<ExactReal> expected_log(const Law& forecast, const Law& truth) {
  if (const auto* f = std::get_if<GaussianVector>(&forecast)) {
    const VectorMoments t = vector_moments(truth);
    return moment_score({f->mean, f->covariance}, t.mean, t.covariance).times(half) +
           half_log_two_pi().times(static_cast<long>(f->mean.size()));
  }
  const Moments t = moments(truth);
  const bool may_be_negative = !std::holds_alternative<Exponential>(truth) &&
                               !(std::holds_alternative<Uniform>(truth) && std::get<Uniform>(truth).lower >= 0);
  if (const auto* f = std::get_if<Gaussian>(&forecast))
    return moment_score(t.variance + ExactReal(square(t.mean - f->mean)), f->variance).times(half) + half_log_two_pi();
  if (const auto* f = std::get_if<Laplace>(&forecast))
    return mean_distance(truth, f->location).times(1 / f->scale) + ExactReal::log(2 * f->scale);
  if (const auto* f = std::get_if<Exponential>(&forecast))
    return may_be_negative ? ExactReal::infinity() : ExactReal(Rational(f->rate * t.mean)) - ExactReal::log(f->rate);
  if (const auto* f = std::get_if<Uniform>(&forecast)) {
    const auto* u = std::get_if<Uniform>(&truth);
    if (u == nullptr || u->lower < f->lower || u->upper > f->upper) return ExactReal::infinity();
    return ExactReal::log(f->upper - f->lower);
  }
  if (const auto* f = std::get_if<Logistic>(&forecast); f != nullptr && forecast == truth)
    return ExactReal(2) + ExactReal::log(f->scale);
  return std::nullopt;
}

Ball mixture_density(const GaussianMixture& law, const Rational& x, long bits, int derivative) {
  Ball sum(0, bits);
  for (std::size_t i = 0; i < law.weights.size(); ++i) {
    const Rational d = x - law.means[i], v = law.variances[i], z = square(d) / v;
    const Rational factor = derivative == 0 ? Rational(1) : derivative == 1 ? Rational(-d / v) : Rational((z - 1) / v);
    sum = sum + Ball(law.weights[i] * factor, bits) * exp(Ball(Rational(-z / 2), bits)) / sqrt(Ball(v, bits));
  }
  return sum / sqrt(Ball::pi(bits) * 2);
}

ExactReal log_score(const Law& law, const Vector& x) {
  if (const auto* f = std::get_if<GaussianVector>(&law))
    return moment_score({f->mean, f->covariance}, x, Matrix(x.size(), Vector(x.size()))).times(half) +
           half_log_two_pi().times(static_cast<long>(x.size()));
  if (const auto* f = std::get_if<Gaussian>(&law))
    return moment_score(ExactReal(square(x[0] - f->mean)), f->variance).times(half) + half_log_two_pi();
  if (const auto* f = std::get_if<Laplace>(&law))
    return ExactReal(Rational(abs(x[0] - f->location) / f->scale)) + ExactReal::log(2 * f->scale);
  if (const auto* f = std::get_if<Exponential>(&law))
    return ExactReal(Rational(f->rate * x[0])) - ExactReal::log(f->rate);
  if (const auto* f = std::get_if<Uniform>(&law)) return ExactReal::log(f->upper - f->lower);
  if (const auto* f = std::get_if<Logistic>(&law)) {
    const Rational z = abs(x[0] - f->location) / f->scale;
    return ExactReal(z) + ExactReal::log(f->scale) +
           ExactReal::computed([z](long bits) { return log1p(exp(Ball(Rational(-z), bits))) * 2; });
  }
  const auto& f = std::get<GaussianMixture>(law);
  return ExactReal::computed([f, v = x[0]](long bits) { return -log(mixture_density(f, v, bits, 0)); });
}

// 2 (ln p)'' + ((ln p)')^2.

ExactReal hyvarinen(const Law& law, const Vector& x) {
  if (const auto* f = std::get_if<Gaussian>(&law))
    return Rational(square((x[0] - f->mean) / f->variance) - 2 / f->variance);
  if (const auto* f = std::get_if<GaussianVector>(&law)) {
    const Matrix precision = inverse(f->covariance);
    const Vector slope = times(precision, minus(x, f->mean));
    Rational sum = dot(slope, slope);
    for (std::size_t i = 0; i < x.size(); ++i) sum -= 2 * precision[i][i];
    return sum;
  }
  if (const auto* f = std::get_if<Logistic>(&law)) {
    // With t = tanh(z/2): (ln p)' = -t/s, (ln p)'' = -(1 - t^2)/(2 s^2).
    const Rational z = (x[0] - f->location) / f->scale, squared = square(f->scale);
    return ExactReal::computed([z, squared](long bits) {
      const Ball e = exp(Ball(Rational(-abs(z)), bits)), t = square((1 - e) / (e + 1));
      return (t * 2 - 1) / Ball(squared, bits);
    });
  }
  const auto& f = std::get<GaussianMixture>(law);
  return ExactReal::computed([f, v = x[0]](long bits) {
    const Ball p = mixture_density(f, v, bits, 0), slope = mixture_density(f, v, bits, 1) / p;
    return mixture_density(f, v, bits, 2) / p * 2 - square(slope);
  });
}

std::optional<ExactReal> expected_hyvarinen(const Law& forecast, const Law& truth) {
  if (const auto* f = std::get_if<Gaussian>(&forecast)) {
    const Moments t = moments(truth);
    return (t.variance + ExactReal(square(t.mean - f->mean))).times(1 / square(f->variance)) -
           ExactReal(Rational(2 / f->variance));
  }
  if (const auto* f = std::get_if<GaussianVector>(&forecast)) {
    const VectorMoments t = vector_moments(truth);
    const Matrix precision = inverse(f->covariance);
    const Vector slope = times(precision, minus(t.mean, f->mean));
    Rational sum = dot(slope, slope) + trace_of_product(times(precision, precision), t.covariance);
    for (std::size_t i = 0; i < slope.size(); ++i) sum -= 2 * precision[i][i];
    return ExactReal(sum);
  }
  if (const auto* f = std::get_if<Logistic>(&forecast); f != nullptr && forecast == truth)
    return ExactReal(Rational(-1 / (3 * square(f->scale))));
  return std::nullopt;
}

struct ScoreAt {
  const Law& law;
  const Vector& x;

  ExactReal operator()(const Logarithmic&) const { return log_score(law, x); }
  ExactReal operator()(const Crps&) const { return mean_distance(law, x[0]) - half_spread(law); }
  ExactReal operator()(const Energy& rule) const {
    if (rule.order == 1 && !is_vector(law)) return (*this)(Crps{});
    const auto& f = std::get<Discrete>(law);
    return mean_distance_power(f, point(x), rule.order) - mean_distance_power(f, f, rule.order).times(half);
  }
  ExactReal operator()(const DawidSebastiani&) const {
    return dawid_sebastiani(law, x, ExactReal(), Matrix(x.size(), Vector(x.size())));
  }
  ExactReal operator()(const DawidSebastianiMarginal&) const { return (*this)(DawidSebastiani{}); }
  ExactReal operator()(const Interval& rule) const {
    return interval_score(law, rule.coverage,
                          [&](const ExactReal& q, const Rational& a) { return pinball(q, a, x[0]); });
  }
  ExactReal operator()(const Quantile& rule) const { return pinball(quantile(law, rule.level), rule.level, x[0]); }
  ExactReal operator()(const Hyvarinen&) const { return hyvarinen(law, x); }
  template <class R>
  ExactReal operator()(const R&) const {
    return {};  // rules of probability vectors: refused before
  }
};

struct ExpectedScore {
  const Law& forecast;
  const Law& truth;
  using Answer = std::optional<ExactReal>;

  Answer operator()(const Logarithmic&) const { return expected_log(forecast, truth); }
  Answer operator()(const Crps&) const {
    Answer distance = forecast == truth ? half_spread(truth).times(2) : mean_distance(forecast, truth);
    if (!distance) return std::nullopt;
    return *distance - half_spread(forecast);
  }
  Answer operator()(const Energy& rule) const {
    if (rule.order == 1 && !is_vector(forecast)) return (*this)(Crps{});
    const auto *f = std::get_if<Discrete>(&forecast), *t = std::get_if<Discrete>(&truth);
    if (f == nullptr || t == nullptr) return std::nullopt;
    return mean_distance_power(*f, *t, rule.order) - mean_distance_power(*f, *f, rule.order).times(half);
  }
  Answer operator()(const DawidSebastiani&) const {
    if (!is_vector(forecast)) {
      const Moments t = moments(truth);
      return dawid_sebastiani(forecast, {t.mean}, t.variance, {});
    }
    const VectorMoments t = vector_moments(truth);
    return dawid_sebastiani(forecast, t.mean, ExactReal(), t.covariance);
  }
  Answer operator()(const DawidSebastianiMarginal&) const { return (*this)(DawidSebastiani{}); }
  Answer operator()(const Interval& rule) const {
    return interval_score(forecast, rule.coverage,
                          [&](const ExactReal& q, const Rational& a) { return expected_pinball(q, a, truth); });
  }
  Answer operator()(const Quantile& rule) const {
    return expected_pinball(quantile(forecast, rule.level), rule.level, truth);
  }
  Answer operator()(const Hyvarinen&) const { return expected_hyvarinen(forecast, truth); }
  template <class R>
  Answer operator()(const R&) const {
    return std::nullopt;
  }
};

Error unsupported(std::string message) { return {ErrorCode::not_supported, "/rule", std::move(message)}; }

}  // namespace

std::optional<Error> mismatch(const Rule& rule, const Law& law) {
  const std::string of = std::string(name(rule)) + " of a law of kind " + std::string(name(law));
  const bool vector = is_vector(law), discrete = std::holds_alternative<Discrete>(law);
  const bool on_line = std::holds_alternative<Crps>(rule) || std::holds_alternative<Interval>(rule) ||
                       std::holds_alternative<Quantile>(rule);
  if (on_line && vector) return unsupported(of + ": the rule is for numbers; name a coordinate, or ask energy");
  if (const auto* energy = std::get_if<Energy>(&rule); energy != nullptr && !discrete && (vector || energy->order != 1))
    return unsupported(of + ": energy takes discrete laws, and of order 1 laws of numbers");
  if (std::holds_alternative<DawidSebastianiMarginal>(rule) && vector)
    return unsupported(of + ": name a coordinate, or \"each\"");
  if (std::holds_alternative<Hyvarinen>(rule) && !std::holds_alternative<Gaussian>(law) &&
      !std::holds_alternative<GaussianVector>(law) && !std::holds_alternative<GaussianMixture>(law) &&
      !std::holds_alternative<Logistic>(law))
    return unsupported(of + ": the rule needs a smooth density that vanishes at the ends; ask log or crps");
  const bool real_rule = on_line || std::holds_alternative<Logarithmic>(rule) || std::holds_alternative<Energy>(rule) ||
                         std::holds_alternative<DawidSebastiani>(rule) ||
                         std::holds_alternative<DawidSebastianiMarginal>(rule) ||
                         std::holds_alternative<Hyvarinen>(rule);
  if (!real_rule) return unsupported(of + ": the rule is for probabilities of categories; ask log, crps or energy");
  return std::nullopt;
}

ExactReal score_at(const Rule& rule, const Law& law, const Vector& x) { return std::visit(ScoreAt{law, x}, rule); }

std::optional<ExactReal> expected_score(const Rule& rule, const Law& forecast, const Law& truth) {
  return std::visit(ExpectedScore{forecast, truth}, rule);
}

}  // namespace assay::scoring
