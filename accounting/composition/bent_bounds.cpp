// Bounds on the path; see bent_bounds.hpp.
#include "accounting/composition/bent_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/bent_checks.hpp"

namespace assay::accounting::bent {
namespace {

// Charges, generous against what they cover: a log size computed by fewer than 30 roundings of terms whose absolute
// values sum to `scale` is off by less than charge * scale; exp and log by less than library relative.
constexpr double charge = 0x1p-46;
constexpr double library = 0x1p-40;
constexpr double pi_lower = 3.141592653589793;

/// x rounded up by what its own computation may have lost.
double pad(double x) { return x + charge * std::abs(x); }

/// Upper bound on the log of sum e^{x_i} given the sum s of computed exponentials of x_i - top, n of them.
double log_of_sum(double top, double s, std::size_t n) {
  const double total = s * (1 + 2 * library + static_cast<double>(n) * 0x1p-52);
  return pad(top) + std::log(total) + library * (1 + std::abs(std::log(total)));
}

/// log of 2 pi height / spacing's error factor 1/(e^{...} - 1), from above.
double log_alias_upper(double height, double spacing) {
  const double y = 2 * pi_lower * height / spacing * (1 - library);
  if (!(y > 1)) return no_bound;
  return -y - std::log1p(-std::exp(-y)) + library;  // the argument of log1p is below 1/2
}

double log_edge_upper(const StripEdge& edge, const Cuts& cuts, const Exponent& al) {
  return log_add_upper(edge.log_integral_upper(al), cuts.log_size_upper(al));
}

void middle_pair(double re_half, acb_srcptr slope, double& re, double& im, double& re_extra, double& im_extra) {
  re = middle_double(acb_realref(slope));
  im = middle_double(acb_imagref(slope));
  re_extra = 4 * re_half * (mag_get_d(arb_radref(acb_realref(slope))) + 0x1p-52 * std::abs(re));
  im_extra = 4 * re_half * (mag_get_d(arb_radref(acb_imagref(slope))) + 0x1p-52 * std::abs(im));
}

}  // namespace

double sum_upper(std::initializer_list<double> terms) {
  double sum = 0, size = 0;
  for (const double x : terms) {
    sum += x;
    size += std::abs(x);
  }
  return sum + charge * size;
}

double log_add_upper(double x, double y) {
  if (!(x < no_bound) || !(y < no_bound)) return no_bound;  // NaN too
  const double top = std::max(x, y);
  return pad(top) + std::log1p(std::exp(std::min(x, y) - top)) + 4 * library;
}

double log_sum_upper(const std::vector<double>& x) {
  double top = -no_bound, sum = 0;
  for (const double e : x) {
    if (!(e < no_bound)) return no_bound;  // NaN too
    top = std::max(top, e);
  }
  if (top <= -no_bound) return -no_bound;
  for (const double e : x) sum += std::exp(std::max(e - top, -60.0));
  return log_of_sum(top, sum, x.size());
}

double Cuts::log_size_upper(const Exponent& al) const {
  if (left >= no_bound || right >= no_bound) return no_bound;
  const double reach = (std::abs(al.re) + std::abs(al.im) + 2 * al.slack) * (1 + charge);
  return log_add_upper(sum_upper({left, reach * left_growth}), right);
}

bool StripEdge::add_cell(const PathBalls& path, arb_srcptr from, arb_srcptr width, double height, double reach,
                         int depth) {
  constexpr long bits = 64, exact_bits = 192;
  ComplexBall v, box;
  arb_mul_2exp_si(v.real(), width, -1);
  const double half = upper_double(v.real());
  arb_add(v.real(), v.real(), from, exact_bits);
  arb_set_d(v.imag(), height);
  acb_set(box, v);
  mag_t radius;
  mag_init(radius);
  mag_set_d(radius, half);
  mag_add(arb_radref(box.real()), arb_radref(box.real()), radius);
  mag_clear(radius);
  PathBalls::Jet at, on;
  path.jet(at, v, bits);
  path.derivatives(on, box, at, bits);
  // Fine enough where it counts: log(w/b) within a few per cent of its straight line, or of no weight at all.
  mag_t bend, size;
  mag_init(bend);
  mag_init(size);
  acb_get_mag(bend, on.ratio2);
  acb_get_mag(size, at.ratio);
  const bool fine = mag_get_d(bend) * half * half < 0.05 * mag_get_d(size) + 0.01 / reach;
  mag_clear(bend);
  mag_clear(size);
  if (!fine || !acb_is_finite(on.density2)) {
    constexpr int deepest = 7;
    if (depth == deepest) return false;
    RealBall part, middle;
    arb_mul_2exp_si(part, width, -1);
    arb_add(middle, part, from, exact_bits);
    return add_cell(path, from, part, height, reach, depth + 1) &&
           add_cell(path, middle, part, height, reach, depth + 1);
  }
  double re = 0, im = 0, re_extra = 0, im_extra = 0;
  middle_pair(half, at.density1, re, im, re_extra, im_extra);
  half_.push_back(half);
  density0_.push_back(pad(upper_double(at.density.real())) + std::log(2 * half) +
                      library * (1 + std::abs(std::log(half))) + re_extra);
  density1_.push_back(re);
  density2_.push_back(upper_double(acb_realref(static_cast<acb_srcptr>(on.density2))));
  middle_pair(half, at.ratio1, re, im, re_extra, im_extra);
  modulus1_.push_back(re);
  argument1_.push_back(im);
  modulus0_.low.push_back(lower_double(at.ratio.real()) - re_extra);
  modulus0_.high.push_back(upper_double(at.ratio.real()) + re_extra);
  argument0_.low.push_back(lower_double(at.ratio.imag()) - im_extra);
  argument0_.high.push_back(upper_double(at.ratio.imag()) + im_extra);
  modulus2_.push(acb_realref(static_cast<acb_srcptr>(on.ratio2)));
  argument2_.push(acb_imagref(static_cast<acb_srcptr>(on.ratio2)));
  const std::size_t i = half_.size() - 1;
  const auto scale = [&](const Bounds& zero, double one, const Bounds& two) {
    return std::abs(zero.low[i]) + std::abs(zero.high[i]) + std::abs(one) * half +
           (std::abs(two.low[i]) + std::abs(two.high[i])) * half * half;
  };
  density_scale_.push_back(1 + std::abs(density0_[i]) + std::abs(density1_[i]) * half +
                           std::abs(density2_[i]) * half * half);
  modulus_scale_.push_back(scale(modulus0_, modulus1_[i], modulus2_));
  argument_scale_.push_back(scale(argument0_, argument1_[i], argument2_));
  return std::isfinite(density_scale_[i] + modulus_scale_[i] + argument_scale_[i]);
}

std::optional<StripEdge> StripEdge::make(const PathBalls& path, const Quadrature& q, double height,
                                         const Deadline& deadline) {
  StripEdge edge;
  // Cells between exact points: start + k width, width = 2^-s step nodes.
  RealBall width, from, start;
  arb_set_d(start, q.start);
  arb_set_d(width, q.step);
  arb_mul_si(width, width, q.nodes, 128);
  long cells = 1;
  while (static_cast<double>(cells) * 1.0 < q.end() - q.start) cells *= 2;
  arb_div_si(width, width, cells, 128);
  for (long k = 0; k < cells; ++k) {
    if (k % 16 == 0 && deadline.passed()) return std::nullopt;
    arb_mul_si(from, width, k, 192);
    arb_add(from, from, start, 192);
    if (!edge.add_cell(path, from, width, height, q.reach, 0)) return std::nullopt;
  }
  return edge;
}

double StripEdge::log_integral_upper(const Exponent& al) const {
  // On a cell the log size is at most e0 + e1 y + e2 y^2 / 2, |y| <= half; int e^{e1 y} <= width e^{min(x^2/6, |x|)},
  // x = e1 half, since sinh(x)/x <= e^{x^2/6} (compare series).
  thread_local std::vector<double> sizes;
  sizes.resize(density0_.size());
  const double re = std::abs(al.re), im = std::abs(al.im);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double e0 = density0_[i] + modulus0_.times(al.re, i) + argument0_.times(-al.im, i);
    const double x = (density1_[i] + al.re * modulus1_[i] - al.im * argument1_[i]) * half_[i];
    const double e2 = density2_[i] + modulus2_.times(al.re, i) + argument2_.times(-al.im, i);
    sizes[i] = e0 + std::min(x * x / 6, std::abs(x)) + std::max(0.0, e2) * half_[i] * half_[i] / 2 +
               charge * (density_scale_[i] + re * modulus_scale_[i] + im * argument_scale_[i]) +
               4 * al.slack * (modulus_scale_[i] + argument_scale_[i]);
  }
  return log_sum_upper(sizes);
}

std::optional<CertifiedPath> CertifiedPath::make(const SampledSteps& steps, const Quadrature& q, double cone,
                                                 double top, long bits, const Deadline& deadline) {
  CertifiedPath path(PathBalls(q.path, steps, bits + 16), q);
  const double highest = *std::max_element(q.heights.begin(), q.heights.end());
  if (!(highest < 3)) return std::nullopt;  // the corners' branch points lie at |Im v| = pi
  if (!cone_certain(path.path_, q, cone, deadline)) return std::nullopt;
  if (!branch_certain(path.path_, q, highest, deadline)) return std::nullopt;
  path.cuts_ = cuts_at(path.path_, q, 0, cone, top);
  if (path.cuts_.log_size_upper({0, 0, 0}) >= no_bound) return std::nullopt;
  for (const double height : q.heights) {
    std::optional<StripEdge> above = StripEdge::make(path.path_, q, height, deadline);
    std::optional<StripEdge> below = StripEdge::make(path.path_, q, -height, deadline);
    if (!above || !below) return std::nullopt;
    path.strips_.push_back({height, std::move(*above), std::move(*below), cuts_at(path.path_, q, height, cone, top),
                            cuts_at(path.path_, q, -height, cone, top)});
  }
  const auto n = static_cast<std::size_t>(q.nodes) + 1;
  path.density_ = ComplexVector(n);
  path.ratio_ = ComplexVector(n);
  ComplexBall v;
  RealBall start;
  arb_set_d(start, q.start);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 64 == 0 && deadline.passed()) return std::nullopt;
    arb_set_d(v.real(), q.step);
    arb_mul_ui(v.real(), v.real(), i, bits + 64);
    arb_add(v.real(), v.real(), start, bits + 64);
    path.path_.logs(path.density_[i], path.ratio_[i], v, bits + 8);
    path.density_bounds_.push(acb_realref(path.density_[i]));
    path.modulus_.push(acb_realref(path.ratio_[i]));
    path.argument_.push(acb_imagref(path.ratio_[i]));
  }
  return path;
}

double CertifiedPath::log_size_upper(std::size_t i, const Exponent& al) const {
  const double density = density_bounds_.high[i], modulus = modulus_.times(al.re, i),
               argument = argument_.times(-al.im, i);
  const double lambda = std::max(std::abs(modulus_.low[i]), std::abs(modulus_.high[i]));
  const double omega = std::max(std::abs(argument_.low[i]), std::abs(argument_.high[i]));
  return density + modulus + argument + charge * (std::abs(density) + std::abs(modulus) + std::abs(argument)) +
         2 * al.slack * (lambda + omega);
}

double CertifiedPath::log_modulus_upper(const Exponent& al) const {
  // |f| on C is the restriction of g(v) = exp((f(v) + conj f(conj v))/2 in logs), analytic in the strip, and
  // int |g(v +- i h)| <= sqrt(int |f(v + ih)| int |f(v - ih)|) (Cauchy-Schwarz) <= the sum of the two edges' integrals:
  // the trapezoidal sum of |f| is G up to the edges' aliasing.
  thread_local std::vector<double> sizes;
  const std::size_t n = density_bounds_.high.size();
  sizes.resize(n);
  for (std::size_t i = 0; i < n; ++i) sizes[i] = log_size_upper(i, al);
  const double sum =
      log_sum_upper(sizes) + std::log(quadrature_.step) + library * (1 + std::abs(std::log(quadrature_.step)));
  double alias = no_bound;
  for (const Strip& s : strips_) {
    const double factor = log_alias_upper(s.height, quadrature_.step);
    if (factor >= no_bound) continue;
    const double edges =
        log_add_upper(log_edge_upper(s.above, s.above_cuts, al), log_edge_upper(s.below, s.below_cuts, al));
    alias = std::min(alias, sum_upper({edges, factor}));
  }
  return log_add_upper(sum, log_add_upper(alias, cuts_.log_size_upper(al)));
}

double CertifiedPath::log_error_upper(const Exponent& al, int level) const {
  // Each side of the strip may be bounded at a height of its own.
  const double spacing = std::ldexp(quadrature_.step, level);
  double above = no_bound, below = no_bound;
  for (const Strip& s : strips_) {
    const double alias = log_alias_upper(s.height, spacing);
    if (alias >= no_bound) continue;
    above = std::min(above, sum_upper({log_edge_upper(s.above, s.above_cuts, al), alias}));
    below = std::min(below, sum_upper({log_edge_upper(s.below, s.below_cuts, al), alias}));
  }
  return log_add_upper(log_add_upper(above, below), cuts_.log_size_upper(al));
}

bool CertifiedPath::transform(acb_ptr out, acb_srcptr al, const Exponent& at, int level, double log_skip, long bits,
                              const Deadline& deadline) const {
  ComplexBall sum, term;
  std::vector<double> skipped;
  const std::size_t stride = std::size_t{1} << level;
  const long argument_bits = 20 + std::ilogb(1 + std::abs(at.re) + std::abs(at.im));
  for (std::size_t i = 0; i < density_.size(); i += stride) {
    if (i % 256 == 0 && deadline.passed()) return false;
    const double size = log_size_upper(i, at);
    if (size < log_skip) {
      skipped.push_back(size);
      continue;
    }
    // Enough bits for this term to add no more than e^{log_skip}: its rounding is in its ball, whatever they are.
    const long enough = std::min(bits, argument_bits + static_cast<long>((size - log_skip) * 1.4427));
    acb_mul(term, ratio_[i], al, enough);
    acb_add(term, term, density_[i], enough);
    acb_exp(term, term, enough);
    acb_add(sum, sum, term, bits);
  }
  mag_t charged, error;
  mag_init(charged);
  mag_init(error);
  set_magnitude(charged, log_sum_upper(skipped));
  acb_add_error_mag(sum, charged);
  RealBall spacing;
  arb_set_d(spacing, quadrature_.step);
  arb_mul_2exp_si(spacing, spacing, level);
  acb_mul_arb(out, sum, spacing, bits);
  set_magnitude(error, log_error_upper(at, level));
  acb_add_error_mag(out, error);
  mag_clear(charged);
  mag_clear(error);
  return true;
}

void set_magnitude(mag_ptr out, double log_size) {
  if (log_size <= -no_bound) return mag_zero(out);
  if (!(log_size < no_bound)) return mag_inf(out);
  RealBall x;
  arb_set_d(x, log_size);
  arb_exp(x, x, 32);
  arb_get_mag(out, x);
}

}  // namespace assay::accounting::bent
