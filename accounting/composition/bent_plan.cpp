// The choice of parameters; see bent_plan.hpp.
#include "accounting/composition/bent_plan.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "accounting/composition/bent_saddle.hpp"
#include "accounting/composition/bent_shape.hpp"

namespace assay::accounting::bent {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr long max_contour_nodes = 20000;
constexpr long max_path_nodes = 60000;
constexpr double max_terms = 1.5e6;
constexpr double max_estimate_terms = 3e6, max_planning_terms = 2e7;

double snap(double x, int bits) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, bits)), exponent - bits);
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
        depth_(static_cast<double>(digits) * std::numbers::ln10 + std::log(30)) {}

  std::optional<Plan> run(std::optional<double> log_delta) {
    if (!(problem_.decay() > 0)) return std::nullopt;
    const std::optional<RealSaddle> saddle = real_saddle(problem_);
    if (!saddle) return std::nullopt;
    log_delta_ = std::min(0.0, log_delta.value_or(saddle->log_delta));
    if (!choose_shape(saddle->theta)) return std::nullopt;
    if (!scan(saddle->theta)) return std::nullopt;
    if (!log_delta) estimate();
    if (!contour_nodes() || !path_nodes()) return std::nullopt;
    plan_.log_delta = log_delta_;
    return std::move(plan_);
  }

 private:
  /// Steeper contours need fewer nodes, but their paths lie higher above the real axis, which costs log G - log F a
  /// step.
  bool choose_shape(double theta) {
    const double top = problem_.add ? 0 : 1.2 * (1 + theta);
    const double reach = 2 * (1 + theta) + 2 * depth_ / problem_.decay();
    const double apex = problem_.add ? -0.64 * theta : 1 + 0.64 * theta;
    double exact = 0;
    for (const Problem::Component& c : problem_.components) exact += c.count * log_real_transform(c, apex);
    double best = infinity, chosen = 0;
    for (const double steepness : {1.05, 0.95, 0.8, 0.65, 0.5, 0.4, 0.3}) {
      shape_ = shape_of(steepness);
      if (!lay_paths(top, reach, depth_ + 30, 0.3)) continue;
      const double cost = (depth_ + 12 + std::max(0.0, log_transform(apex) - exact)) / steepness;
      if (cost < best) {
        best = cost;
        chosen = steepness;
      }
    }
    if (!(best < infinity)) return false;
    shape_ = shape_of(chosen);
    plan_.contour = {0, 0, shape_.angle, shape_.left, shape_.right};
    return lay_paths(top, reach, depth_ + 30, 0.3);
  }

  bool lay_paths(double top, double reach, double depth, double step) {
    plan_.quadratures.clear();
    base_.clear();
    models_.clear();
    for (const Problem::Component& c : problem_.components) {
      Quadrature q;
      q.reach = reach;
      q.path = path_for(c, shape_, 4 * reach);
      const std::optional<Range> range = range_of(c, shape_, q.path, top, depth + std::log(c.count), tallest);
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
    constexpr int cells = 16;
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
        const double to =
            std::asinh(std::max(2.0, (depth_ + 10) / (problem_.decay() * scale * std::sin(shape_.angle))));
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
    const double to = cut(shape_.angle, log_delta_ - 25), depth = trapezoid_depth(to) + 12;
    if (!std::isfinite(depth)) return;
    const long n = std::clamp(static_cast<long>(std::min(1e6, to * depth / (2 * pi * shape_.left))), 20L, 3000L);
    if (static_cast<double>(n) * path_nodes_laid() > max_estimate_terms) return;
    const double h = to / static_cast<double>(n);
    double sum = 0, size = 0;
    for (long j = 0; j <= n; ++j) {
      const double u = h * static_cast<double>(j);
      if (deadline_.passed()) return;
      const std::complex<double> al = plan_.contour.at(u);
      std::complex<double> log_f = problem_.constant() - problem_.decay() * al - std::log(al * (al - 1.0));
      for (std::size_t i = 0; i < models_.size(); ++i)
        log_f += problem_.components[i].count * std::log(transform(i, al));
      const std::complex<double> direction(plan_.contour.scale * std::sin(shape_.angle) * std::sinh(u),
                                           plan_.contour.scale * std::cos(shape_.angle) * std::cosh(u));
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

  double path_nodes_laid() const {
    double sum = 0;
    for (const Quadrature& q : plan_.quadratures) sum += static_cast<double>(q.nodes);
    return sum;
  }

  bool contour_nodes() {
    const double to = cut(shape_.angle, log_delta_ - depth_ - 3);
    const double h = 2 * pi * shape_.left / trapezoid_depth(to);
    const double n = std::ceil(to / h);
    if (!(n > 0 && n < static_cast<double>(max_contour_nodes))) return false;
    plan_.step = snap(h, 12);
    plan_.nodes = static_cast<long>(n) + 1;
    return true;
  }

  /// The grid of each component, each node's level, and the precision.
  bool path_nodes() {
    if (static_cast<double>(plan_.nodes) * path_nodes_laid() > max_planning_terms) return false;
    const double reach = std::abs(plan_.contour.at(plan_.step * static_cast<double>(plan_.nodes)));
    const double vertex = plan_.contour.centre() + plan_.contour.scale * std::sin(shape_.angle + shape_.right);
    std::vector<double> log_weight;  // of the contour's terms, transforms included, against the error allowed
    std::vector<std::vector<double>> log_f(models_.size());
    double worst = 0, deepest = 0;
    for (long j = 0; j <= plan_.nodes; ++j) {
      const double u = plan_.step * static_cast<double>(j);
      if (deadline_.passed()) return false;
      const std::complex<double> al = plan_.contour.at(u);
      for (std::size_t i = 0; i < models_.size(); ++i) log_f[i].push_back(base_[i].log_integral(al));
      const double weight = log_integrand(u, shape_.angle) +
                            std::log(plan_.step * static_cast<double>(plan_.nodes + 1) / pi) - log_delta_ + depth_;
      log_weight.push_back(std::max(weight, 2.0));  // F itself stays away from 0 in its ball
      worst = std::max(worst, weight);
      for (const std::vector<double>& f : log_f) deepest = std::max(deepest, log_weight.back() - f.back());
    }
    double log_count = 0;
    for (const Problem::Component& c : problem_.components) log_count = std::max(log_count, std::log(c.count));
    if (!lay_paths(vertex, reach, deepest + log_count + 8, 0.25)) return false;
    double terms = 0;
    plan_.level.assign(models_.size(), {});
    plan_.log_skip.assign(models_.size(), {});
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (deadline_.passed()) return false;
      Quadrature& q = plan_.quadratures[i];
      const double log_k = std::log(problem_.components[i].count * static_cast<double>(models_.size()));
      const double height = clear_height(models_[i], q.path);
      q.heights = {0.4 * height, height};
      std::vector<double> wanted(log_weight.size(), infinity);
      for (const double side : {-1.0, 1.0}) {
        std::vector<double> best(wanted.size(), 0);
        for (const double h : q.heights) {
          const Line line = line_at(models_[i], q, side * h);
          for (std::size_t j = 0; j < wanted.size(); ++j) {
            if (deadline_.passed()) return false;
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
  Shape shape_{};
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
