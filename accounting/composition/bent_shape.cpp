// See bent_shape.hpp.
#include "accounting/composition/bent_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::accounting::bent {

Shape shape_of(double steepness) {
  Shape shape{0.36 * steepness, 0.28 * steepness, 0.28 * steepness, 0};
  shape.rise = std::min(0.9, shape.tangent() + 0.1);
  return shape;
}

double log_add(double x, double y) {
  const double top = std::max(x, y);
  return std::isinf(top) ? top : top + std::log(std::exp(x - top) + std::exp(y - top));
}

double Line::log_integral(std::complex<double> al) const {
  thread_local std::vector<double> e;
  e.resize(density.size());
  double top = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < e.size(); ++i) {
    e[i] = density[i] + al.real() * modulus[i] - al.imag() * argument[i];
    top = std::max(top, e[i]);
  }
  double sum = 0;
  for (const double x : e)
    if (x > top - 40) sum += std::exp(x - top);
  return top + std::log(sum) + log_step;
}

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

namespace {

/// The path that rises from E = -bend on.
Path path_from(const Problem::Component& c, const Shape& shape, double reach, double bend) {
  constexpr double clearance = 0.06;
  const double variance = c.sigma * c.sigma;
  const double crossing = 0.5 + variance * (std::log1p(-c.rate) - std::log(c.rate));
  const double small = 0.5 * std::min(c.sigma, variance);
  const double near = std::max(small, 1.2 * c.sigma), far = std::max(small, 0.7 * c.sigma);
  Path path;
  path.slope = {near, small, {small, shape.rise * small}, {far, shape.rise * far}};
  path.knot = {-(std::log1p(reach) + 1) * variance / small, 0, 3 * variance / small + std::log(far / small) * 0.5};
  path.origin = 0;
  std::complex<double> x = 0;
  for (std::size_t r = 0; r < Path::knots; ++r)
    x += (path.slope[r + 1] - path.slope[r]) * std::log1p(std::exp(-path.knot[r]));
  path.origin = {crossing - bend * variance - x.real(), variance * (shape.angle + shape.right + clearance)};
  return path;
}

}  // namespace

Path path_for(const Problem::Component& c, const Shape& shape, double reach) {
  // In E, the exponent of the odds: level at the argument of the cone and a little more; rising from E = -bend on, so
  // that arg w stays above tan(cone) log|w|. Steps of about sigma where only the Gaussian varies, of sigma^2 / 2 from
  // E = -log(reach), where (w/b)^al starts to, to beyond the zeros of w at E = +-i pi.
  for (double bend = 0.8;; bend += 0.2) {
    const Path path = path_from(c, shape, reach, bend);
    const PathModel model(path, c.sigma, c.rate);
    bool inside = true;
    for (double v = -5 * c.sigma * c.sigma / path.slope[1].real(); v < path.knot[2] + 4 && inside; v += 0.2) {
      const std::complex<double> ratio = model.at(v).ratio;
      inside = ratio.imag() > shape.tangent() * ratio.real() * 1.02;
    }
    if (inside || bend > 2.5) return path;
  }
}

std::optional<Range> range_of(const Problem::Component& c, const Shape& shape, const Path& path, double top,
                              double depth, double height) {
  const double variance = c.sigma * c.sigma;
  const double log_odds = std::log(c.rate) - std::log1p(-c.rate), crossing = 0.5 - variance * log_odds;
  const double arm = path.origin.imag() + height * path.slope[0].real();
  const double left = std::min(-std::sqrt(2 * depth * variance + arm * arm), crossing - 3.5 * variance);
  const double start = std::min(path.knot[0] - 3, (left - path.origin.real()) / path.slope[0].real());
  const PathModel model(path, c.sigma, c.rate);
  for (double v = path.knot[2] + 4; v < path.knot[2] + 4000; v += 0.5) {
    const std::complex<double> e = model.exponent({v, height});
    const std::complex<double> x = (e - log_odds) * variance + 0.5;
    const double size = -(x.real() * x.real() - x.imag() * x.imag()) / (2 * variance) + top * e.real();
    const double slope = x.real() - shape.rise * x.imag() - std::max(0.0, top);
    if (!(e.real() > 6 && slope > 0 && size < -depth)) continue;
    const std::complex<double> lowest = model.exponent({v, -height});
    if (lowest.imag() > shape.tangent() * (lowest.real() + 0.05) + 0.05) return Range{start, v + 1};
  }
  return std::nullopt;
}

double clear_height(const PathModel& model, const Path& path) {
  for (double height = tallest; height > 0.3; height -= 0.1) {
    double most = 0;
    for (double v = path.knot[1] - 4; v < path.knot[2] + 4; v += 0.1)
      for (const double side : {-height, height}) {
        const std::complex<double> e = model.exponent({v, side});
        if (std::abs(e.real()) < 0.3) most = std::max(most, std::abs(e.imag()));
      }
    if (most < std::numbers::pi - 0.2) return height;
  }
  return 0.3;
}

}  // namespace assay::accounting::bent
