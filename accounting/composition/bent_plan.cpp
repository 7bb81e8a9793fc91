// The choice of parameters; see bent_plan.hpp.
#include "accounting/composition/bent_plan.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "accounting/composition/bent_saddle.hpp"

namespace assay::accounting::bent {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();

// Shape of the contour and of the paths; tuned on the cases of docs and tests, valid or refused for any values.
constexpr double rise = 0.85;  // slope of the right arm of C; the strip needs tan(angle + right) < rise
constexpr double angle = 0.36, left_strip = 0.28, right_strip = 0.28;
constexpr double clearance = 0.06;  // of the argument of the odds on the left arm over angle + right

constexpr double tallest = 1.4;  // half-width of the strip in v, at most

constexpr long max_contour_nodes = 20000;
constexpr long max_path_nodes = 60000;
constexpr double max_terms = 2e7;

double log_add(double x, double y) {
  const double m = std::max(x, y);
  return m == -infinity ? m : m + std::log(std::exp(x - m) + std::exp(y - m));
}

/// log |phi x'| and log(w/b) at the nodes of a horizontal line of the strip.
struct Line {
  std::vector<double> density, modulus, argument;
  double log_step;

  double log_integral(std::complex<double> al) const {
    thread_local std::vector<double> e;
    e.resize(density.size());
    double top = -infinity;
    for (std::size_t i = 0; i < e.size(); ++i) {
      e[i] = density[i] + al.real() * modulus[i] - al.imag() * argument[i];
      top = std::max(top, e[i]);
    }
    double sum = 0;
    for (const double x : e)
      if (x > top - 60) sum += std::exp(x - top);
    return top + std::log(sum) + log_step;
  }
};

Line line_at(const PathModel& model, const Quadrature& quadrature, double height) {
  Line line;
  line.log_step = std::log(quadrature.step);
  for (long i = 0; i <= quadrature.nodes; ++i) {
    const LogPair logs = model.at({quadrature.start + quadrature.step * static_cast<double>(i), height});
    line.density.push_back(logs.density.real());
    line.modulus.push_back(logs.ratio.real());
    line.argument.push_back(logs.ratio.imag());
  }
  return line;
}

/// A path for exponents with |al| up to `reach`.
Path path_for(const Problem::Component& c, double reach) {
  const double variance = c.sigma * c.sigma;
  const double small = 0.5 * std::min(c.sigma, variance);
  const double wide = std::max(small, 1.2 * c.sigma), far = std::max(small, 0.7 * c.sigma);
  const double crossing = 0.5 + variance * (std::log1p(-c.rate) - std::log(c.rate));  // where E = 0
  constexpr double bend = 0.9;                                                        // the rise starts at E = -bend
  Path path;
  path.slope = {wide, small, {small, rise * small}, {far, rise * far}};
  path.knot = {-(std::log1p(reach) + 1) * variance / small, 0, 3 * variance / small};
  path.origin = 0;
  std::complex<double> x = 0;
  for (std::size_t r = 0; r < Path::knots; ++r)
    x += (path.slope[r + 1] - path.slope[r]) * std::log1p(std::exp(-path.knot[r]));
  path.origin = {crossing - bend * variance - x.real(), variance * (angle + right_strip + clearance)};
  return path;
}

double snap(double x, int bits) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, bits)), exponent - bits);
}

/// The range of v outside which the integrand is below e^{-depth} of its size on the real axis near the apex.
struct Range {
  double start, end;
};
std::optional<Range> range_of(const Problem::Component& c, const Path& path, double top, double depth, double height) {
  const double variance = c.sigma * c.sigma;
  const double crossing = 0.5 + variance * (std::log1p(-c.rate) - std::log(c.rate));
  const double arm = path.origin.imag() + height * path.slope[0].real();
  const double left = std::min(-std::sqrt(2 * depth * variance + arm * arm), crossing - 3.5 * variance);
  const double start = std::min(path.knot[0] - 3, (left - path.origin.real()) / path.slope[0].real());
  const PathModel model(path, c.sigma, c.rate);
  const double a = std::max(0.0, top);
  for (double v = path.knot[2] + 4; v < path.knot[2] + 4000; v += 0.5) {
    const std::complex<double> e = model.exponent({v, height});
    const std::complex<double> x = (e - std::log(c.rate) + std::log1p(-c.rate)) * variance + 0.5;
    const double size = -(x.real() * x.real() - x.imag() * x.imag()) / (2 * variance) + a * e.real();
    const double slope = x.real() - rise * x.imag() - a;
    if (e.real() > 8 && slope > 0 && size < -depth) return Range{start, v + 1};
  }
  return std::nullopt;
}

/// The height, at most `tallest`, of a strip on which w has no zero, with a margin.
double clear_height(const PathModel& model, const Path& path) {
  for (double height = tallest; height > 0.3; height -= 0.1) {
    double most = 0;
    for (double v = path.knot[1] - 4; v < path.knot[2] + 4; v += 0.1)
      for (const double side : {-height, height}) {
        const std::complex<double> e = model.exponent({v, side});
        if (std::abs(e.real()) < 0.3) most = std::max(most, std::abs(e.imag()));
      }
    if (most < pi - 0.2) return height;
  }
  return 0.3;
}

/// Keeps the pole-free strip: the vertices of all its hyperbolas on the apex's side of the poles 0 and 1.
bool strip_clear(const Contour& c, bool add) {
  return add ? c.centre() + c.scale * std::sin(c.angle + c.right) < 0.25 * c.apex
             : c.centre() + c.scale * std::sin(c.angle - c.left) > 1 + 0.25 * (c.apex - 1);
}

class Planner {
 public:
  Planner(const Problem& problem, long digits, const Deadline& deadline)
      : problem_(problem),
        deadline_(deadline),
        depth_(static_cast<double>(digits) * std::numbers::ln10 + std::log(8)) {}

  std::optional<Plan> run(std::optional<double> log_delta) {
    if (!(problem_.decay() > 0)) return std::nullopt;
    const std::optional<RealSaddle> saddle = real_saddle(problem_);
    if (!saddle) return std::nullopt;
    log_delta_ = log_delta.value_or(saddle->log_delta);
    plan_.contour = {0, 0, angle, left_strip, right_strip};
    // A first, coarse grid on a path that serves every contour of the scan.
    const double top = problem_.add ? 0 : 1.2 * (1 + saddle->theta);
    const double reach = 2 * (1 + saddle->theta) + 2 * depth_ / problem_.decay();
    if (!lay_paths(top, reach, depth_ + 60, 0.25)) return std::nullopt;
    if (!scan(saddle->theta)) return std::nullopt;
    if (!log_delta) estimate();
    if (!contour_nodes() || !path_nodes()) return std::nullopt;
    plan_.log_delta = log_delta_;
    return std::move(plan_);
  }

 private:
  bool lay_paths(double top, double reach, double depth, double step) {
    plan_.quadratures.clear();
    base_.clear();
    models_.clear();
    for (const Problem::Component& c : problem_.components) {
      Quadrature q;
      q.reach = reach;
      q.path = path_for(c, 4 * reach);
      const std::optional<Range> range = range_of(c, q.path, top, depth + std::log(c.count), tallest);
      if (!range) return false;
      q.start = std::floor(range->start * 1024) / 1024;
      q.step = snap(step, 8);
      const double count = std::ceil((range->end - q.start) / q.step);
      if (!(count > 0 && count < static_cast<double>(max_path_nodes))) return false;
      q.nodes = static_cast<long>(count);
      models_.emplace_back(q.path, c.sigma, c.rate);
      base_.push_back(line_at(models_.back(), q, 0));
      plan_.quadratures.push_back(std::move(q));
    }
    return true;
  }

  /// sum k log G(al) on the base paths.
  double log_transform(std::complex<double> al) const {
    double sum = 0;
    for (std::size_t i = 0; i < base_.size(); ++i) sum += problem_.components[i].count * base_[i].log_integral(al);
    return sum;
  }

  /// log of the integrand's bound times |al'|.
  double log_integrand(double u, double on_angle) const {
    const std::complex<double> al = plan_.contour.at(u, on_angle);
    return log_transform(al) + problem_.constant() - problem_.decay() * al.real() +
           std::log(plan_.contour.scale * std::cosh(u)) - std::log(std::abs(al * (al - 1.0)));
  }

  /// Where the contour may stop.
  double cut(double on_angle, double below) const {
    double u = std::asinh(std::max(1.0, depth_ / (problem_.decay() * plan_.contour.scale * std::sin(on_angle))));
    while (u < 60 && log_integrand(u, on_angle) > below) u += 0.15;
    while (u > 0.5 && log_integrand(u - 0.15, on_angle) < below) u -= 0.15;
    return u;
  }

  /// log of the integral over the whole of the hyperbola of `on_angle`, cells growing from the vertex.
  double log_mass(double on_angle, double to) const {
    double sum = -infinity;
    constexpr int cells = 24;
    for (int i = 0; i < cells; ++i) {
      const double u = to * i * i / (cells * cells), width = to * (2 * i + 1) / (cells * cells);
      sum = log_add(sum, log_integrand(u, on_angle) + std::log(2 * width));
    }
    return sum;
  }

  double trapezoid_depth(double to) const {
    const Contour& c = plan_.contour;
    const double mass = log_add(log_mass(c.angle - c.left, to), log_mass(c.angle + c.right, to));
    return std::max(3.0, depth_ + mass - std::log(2 * pi) - log_delta_);
  }

  bool scan(double theta) {
    double best = infinity;
    Contour chosen = plan_.contour;
    for (const double fraction : {1.0, 0.8, 0.64, 0.5, 0.4, 0.3, 0.2}) {
      const double t = theta * fraction;
      plan_.contour.apex = problem_.add ? -t : 1 + t;
      for (double scale = 0.1 * t; scale < 6 * t + 20; scale *= 1.5) {
        plan_.contour.scale = scale;
        if (deadline_.passed()) return false;
        if (!strip_clear(plan_.contour, problem_.add)) break;
        const double to = std::asinh(std::max(2.0, (depth_ + 10) / (problem_.decay() * scale * std::sin(angle))));
        const double cost = to * trapezoid_depth(to);
        if (cost < best) {
          best = cost;
          chosen = plan_.contour;
        }
      }
    }
    plan_.contour = chosen;
    plan_.contour.apex = snap(chosen.apex, 20);
    plan_.contour.scale = snap(chosen.scale, 20);
    return best < infinity;
  }

  /// The contour sum in doubles: a better estimate of log delta, where its cancellation leaves digits.
  void estimate() {
    const double to = cut(angle, log_delta_ - 25);
    const long n = std::clamp(static_cast<long>(to * (trapezoid_depth(to) + 12) / (2 * pi * left_strip)), 20L, 3000L);
    const double h = to / static_cast<double>(n);
    double sum = 0, size = 0;
    for (long j = 0; j <= n; ++j) {
      const double u = h * static_cast<double>(j);
      const std::complex<double> al = plan_.contour.at(u);
      std::complex<double> log_f = problem_.constant() - problem_.decay() * al - std::log(al * (al - 1.0));
      for (std::size_t i = 0; i < models_.size(); ++i)
        log_f += problem_.components[i].count * std::log(transform(i, al));
      const std::complex<double> direction(plan_.contour.scale * std::sin(angle) * std::sinh(u),
                                           plan_.contour.scale * std::cos(angle) * std::cosh(u));
      const double term = (std::exp(log_f) * direction / std::complex<double>(0, 1)).real() * (j == 0 ? 1 : 2);
      sum += term;
      size += std::abs(std::exp(log_f) * direction);
    }
    const double value = sum * h / (2 * pi), noise = 1e-12 * size * h / pi;
    if (std::isfinite(value) && value > 10 * noise)
      log_delta_ = std::log(value);
    else if (noise > 0 && std::isfinite(noise))
      log_delta_ = std::min(log_delta_, std::log(noise));
  }

  std::complex<double> transform(std::size_t component, std::complex<double> al) const {
    const Line& line = base_[component];
    const Quadrature& q = plan_.quadratures[component];
    std::complex<double> sum = 0;
    for (long i = 0; i <= q.nodes; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (line.density[at] + al.real() * line.modulus[at] - al.imag() * line.argument[at] < -50) continue;
      const LogPair logs = models_[component].at(q.start + q.step * static_cast<double>(i));
      sum += std::exp(logs.density + al * logs.ratio);
    }
    return sum * q.step;
  }

  bool contour_nodes() {
    const double to = cut(angle, log_delta_ - depth_ - 3);
    const double h = 2 * pi * left_strip / trapezoid_depth(to);
    const double n = std::ceil(to / h);
    if (!(n > 0 && n < static_cast<double>(max_contour_nodes))) return false;
    plan_.step = snap(h, 12);
    plan_.nodes = static_cast<long>(n) + 1;
    return true;
  }

  /// The grid of each component, each node's level, and the precision.
  bool path_nodes() {
    const double reach = std::abs(plan_.contour.at(plan_.step * static_cast<double>(plan_.nodes)));
    const double vertex = plan_.contour.centre() + plan_.contour.scale * std::sin(angle + right_strip);
    std::vector<double> log_weight;  // of the contour's terms, transforms included, against the error allowed
    std::vector<std::vector<double>> log_f(models_.size());
    double worst = 0;
    for (long j = 0; j <= plan_.nodes; ++j) {
      const double u = plan_.step * static_cast<double>(j);
      const std::complex<double> al = plan_.contour.at(u);
      for (std::size_t i = 0; i < models_.size(); ++i) log_f[i].push_back(base_[i].log_integral(al));
      const double weight = log_integrand(u, angle) + std::log(plan_.step * static_cast<double>(plan_.nodes + 1) / pi) -
                            log_delta_ + depth_;
      log_weight.push_back(std::max(weight, 2.0));  // F itself stays away from 0 in its ball
      worst = std::max(worst, weight);
    }
    double log_count = 0;
    for (const Problem::Component& c : problem_.components) log_count = std::max(log_count, std::log(c.count));
    if (!lay_paths(std::max(0.0, vertex), reach, worst + log_count + 8, 0.25)) return false;
    double terms = 0;
    plan_.level.assign(models_.size(), {});
    plan_.log_skip.assign(models_.size(), {});
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (deadline_.passed()) return false;
      Quadrature& q = plan_.quadratures[i];
      const double log_k = std::log(problem_.components[i].count * static_cast<double>(models_.size()));
      const double height = clear_height(models_[i], q.path);
      q.heights = {0.3 * height, 0.65 * height, height};
      std::vector<double> wanted(log_weight.size(), infinity);
      for (const double side : {-1.0, 1.0}) {
        std::vector<double> best(wanted.size(), 0);
        for (const double h : q.heights) {
          const Line line = line_at(models_[i], q, side * h);
          for (std::size_t j = 0; j < wanted.size(); ++j) {
            const double edge = line.log_integral(plan_.contour.at(plan_.step * static_cast<double>(j)));
            const double allowed = log_f[i][j] - log_weight[j] - log_k - 1.5;
            best[j] = std::max(best[j], 2 * pi * h / std::max(1.0, edge - allowed));
          }
        }
        for (std::size_t j = 0; j < wanted.size(); ++j) wanted[j] = std::min(wanted[j], best[j]);
      }
      double finest = infinity;
      for (const double step : wanted) finest = std::min(finest, step);
      if (!(finest > 1e-4)) return false;
      const double span = q.end() - q.start;
      q.step = snap(std::min(finest, 0.5), 10);
      constexpr long multiple = 1L << Quadrature::levels;
      const double count = std::ceil(span / q.step / multiple) * multiple;
      if (!(count < static_cast<double>(max_path_nodes))) return false;
      q.nodes = static_cast<long>(count);
      for (std::size_t j = 0; j < wanted.size(); ++j) {
        const int level =
            std::clamp(static_cast<int>(std::floor(std::log2(wanted[j] / q.step))), 0, Quadrature::levels);
        plan_.level[i].push_back(level);
        plan_.log_skip[i].push_back(log_f[i][j] - log_weight[j] - log_k - std::log(count * q.step) - 2);
        terms += count / static_cast<double>(1 << level);
      }
      base_[i] = line_at(models_[i], q, 0);
    }
    if (!(terms < max_terms)) return false;
    plan_.bits = static_cast<long>((worst + log_count) / std::numbers::ln2 + std::log2(1 + reach)) + 24;
    return plan_.bits < 4000;
  }

  const Problem& problem_;
  const Deadline& deadline_;
  double depth_, log_delta_ = 0;
  Plan plan_;
  std::vector<PathModel> models_;
  std::vector<Line> base_;
};

}  // namespace

double Problem::decay() const {
  double sum = add ? -epsilon : epsilon;
  for (const Component& c : components) sum -= c.count * std::log1p(-c.rate);
  return sum;
}

std::optional<Plan> plan_bent_contour(const Problem& problem, long digits, std::optional<double> log_delta,
                                      const Deadline& deadline) {
  return Planner(problem, digits, deadline).run(log_delta);
}

}  // namespace assay::accounting::bent
