// See bent_checks.hpp. The argument for each bound stands beside it.
#include "accounting/composition/bent_checks.hpp"

#include <cmath>

#include "accounting/numeric/ball.hpp"

namespace assay::accounting::bent {
namespace {

constexpr long check_bits = 64;
constexpr int deepest = 16;  // halvings of a cell before a check is given up

Ball ball_of(arb_srcptr x) {
  Ball b(0, check_bits);
  arb_set(b.raw(), x);
  return b;
}

Ball exact(double x) { return Ball::exact(x, check_bits); }

/// The interval [a, b] of exact doubles.
void set_interval(arb_ptr out, double a, double b) {
  arb_t other;
  arb_init(other);
  arb_set_d(out, a);
  arb_set_d(other, b);
  arb_union(out, out, other, check_bits);
  arb_clear(other);
}

struct Box {
  double left, right, bottom, top;
};

bool branch_on(const PathBalls& path, const Box& box, int depth, const Deadline& deadline) {
  ComplexBall v, x, slope, e;
  set_interval(v.real(), box.left, box.right);
  set_interval(v.imag(), box.bottom, box.top);
  path.exponent(x, slope, e, v, check_bits);
  const double pi_lower = 3.14159265358979;
  const bool branch = upper_double(e.real()) < 0 || lower_double(e.real()) > 0 ||
                      (upper_double(e.imag()) < pi_lower && lower_double(e.imag()) > -pi_lower);
  if (branch && arb_is_positive(slope.real())) return true;
  if (depth == deepest || deadline.passed()) return false;
  const double mid = 0.5 * (box.left + box.right), level = 0.5 * (box.bottom + box.top);
  // Split the longer side; both halves share the cut, so nothing is lost to its rounding.
  if (box.right - box.left >= box.top - box.bottom)
    return branch_on(path, {box.left, mid, box.bottom, box.top}, depth + 1, deadline) &&
           branch_on(path, {mid, box.right, box.bottom, box.top}, depth + 1, deadline);
  return branch_on(path, {box.left, box.right, box.bottom, level}, depth + 1, deadline) &&
         branch_on(path, {box.left, box.right, level, box.top}, depth + 1, deadline);
}

/// arg log(1+rho) = arg rho + arg h, |h - 1| <= |rho| / (2 (1-|rho|)) = d: within asin(d) <= 1.6 d of arg rho = Im E.
bool small_odds_in_cone(const Ball& log_odds, const Ball& argument, const Ball& cone) {
  const Ball size = exp(upper(log_odds));
  if (!certainly_less(size, exact(0.5))) return false;
  const Ball turn = size / ((1 - size) * 2) * exact(1.6);
  return certainly_less_equal(cone, lower(argument) - turn) &&
         certainly_less_equal(upper(argument) + turn, exact(3.14159));
}

bool cone_on(const PathBalls& path, double left, double right, const Ball& cone, const Ball& slope, int depth,
             const Deadline& deadline) {
  ComplexBall v, x, dx, e, centre;
  set_interval(v.real(), left, right);
  path.exponent(x, dx, e, v, check_bits);
  if (small_odds_in_cone(ball_of(e.real()), ball_of(e.imag()), cone)) return true;
  // Otherwise by the mean value form about the ball's middle, exact to second order.
  PathBalls::Jet at, on;
  acb_get_mid(centre, v);
  path.jet(at, centre, check_bits);
  path.derivatives(on, v, at, check_bits);
  Ball half(0, check_bits);
  arb_get_rad_arb(half.raw(), v.real());
  const auto reaches = [&](auto part) {  // lower bound on part over the cell is >= 0
    const Ball low = lower(part(static_cast<acb_srcptr>(at.ratio))) -
                     upper(abs(part(static_cast<acb_srcptr>(at.ratio1)))) * half -
                     upper(abs(part(static_cast<acb_srcptr>(on.ratio2)))) * square(half) / 2;
    return certainly_nonnegative(low);
  };
  const bool argument = reaches([&](acb_srcptr z) { return ball_of(acb_imagref(z)); });
  const bool inside =
      argument && reaches([&](acb_srcptr z) { return ball_of(acb_imagref(z)) - slope * ball_of(acb_realref(z)); });
  if (inside) return true;
  if (depth == deepest || deadline.passed()) return false;
  const double middle = 0.5 * (left + right);
  return cone_on(path, left, middle, cone, slope, depth + 1, deadline) &&
         cone_on(path, middle, right, cone, slope, depth + 1, deadline);
}

/// Ends of the k-th of n cells of the quadrature's range, each rounded once: neighbours share them exactly.
double cell_end(const Quadrature& q, long k, long n) {
  if (k == 0) return q.start;
  return q.start + static_cast<double>(k) * (q.step * static_cast<double>(q.nodes) / static_cast<double>(n));
}

/// A double at or beyond the exact end of the range.
double beyond_end(const Quadrature& q) { return std::nextafter(q.end(), 1e300); }

Ball tangent(const Ball& angle) { return sin(angle) / cos(angle); }

}  // namespace

bool branch_certain(const PathBalls& path, const Quadrature& q, double height, const Deadline& deadline) {
  const long cells = static_cast<long>(std::ceil((q.end() - q.start) / 2));
  for (long k = 0; k < cells; ++k) {
    const double right = k + 1 == cells ? beyond_end(q) : cell_end(q, k + 1, cells);
    if (!branch_on(path, {cell_end(q, k, cells), right, -height, height}, 0, deadline)) return false;
  }
  return true;
}

bool cone_certain(const PathBalls& path, const Quadrature& q, double cone, const Deadline& deadline) {
  const Ball angle = exact(cone), slope = upper(tangent(angle));
  const long cells = static_cast<long>(std::ceil((q.end() - q.start) / 1));
  for (long k = 0; k < cells; ++k) {
    const double right = k + 1 == cells ? beyond_end(q) : cell_end(q, k + 1, cells);
    if (!cone_on(path, cell_end(q, k, cells), right, angle, slope, 0, deadline)) return false;
  }
  // Left of start: 0 <= Im(x - origin) <= sum Im(turn) y/(1-y), y = e^{start - knot}; |rho| is largest at start.
  const Ball variance = ball_of(path.variance());
  const Path& p = path.path();
  Ball rise(0, check_bits), drift(0, check_bits);
  for (std::size_t r = 0; r < Path::knots; ++r) {
    const std::complex<double> turn = p.slope[r + 1] - p.slope[r];
    if (!(turn.imag() >= 0)) return false;
    const Ball y = exp(exact(q.start) - exact(p.knot[r]));
    if (!certainly_less(y, exact(0.5))) return false;
    const Ball bound = upper(y / (1 - y)) * exact(1 + 0x1p-40);  // covers the rounding of `turn`
    rise = rise + exact(turn.imag()) * bound;
    drift = drift + exact(std::abs(turn.real())) * bound;
  }
  const Ball low = exact(p.origin.imag()) / variance, high = (exact(p.origin.imag()) + rise) / variance;
  const Ball x = exact(p.origin.real()) + exact(p.slope[0].real()) * exact(q.start) + drift;
  const Ball log_odds = ball_of(path.log_odds()) + (x - Ball(1, check_bits) / 2) / variance;
  return small_odds_in_cone(log_odds, hull(low, high), angle);
}

Cuts cuts_at(const PathBalls& path, const Quadrature& q, double height, double cone, double top) {
  const Path& p = path.path();
  const Ball variance = ball_of(path.variance()), log_odds = ball_of(path.log_odds());
  const Ball half = Ball(1, check_bits) / 2;
  const Ball log_norm = log(Ball::pi(check_bits) * 2 * variance) / 2;
  const Ball start = exact(q.start), end = exact(q.start) + exact(q.step) * q.nodes, tau = exact(height);
  if (p.slope[0].imag() != 0) return {};
  Ball drift(0, check_bits), far_drift(0, check_bits);
  Ball far_re = exact(p.origin.real()), far_im = exact(p.origin.imag());
  for (std::size_t r = 0; r < Path::knots; ++r) {
    const Ball turn_re = exact(p.slope[r + 1].real()) - exact(p.slope[r].real());
    const Ball turn_im = exact(p.slope[r + 1].imag()) - exact(p.slope[r].imag());
    const Ball size = abs(turn_re) + abs(turn_im), knot = exact(p.knot[r]);
    // |log(1+e^{v-knot})| and the logistic function there are <= y/(1-y), y = e^{Re v - knot}; so on the right,
    // mirrored.
    const Ball y = exp(start - knot), z = exp(knot - end);
    if (!certainly_less(y, half) || !certainly_less(z, half)) return {};
    drift = drift + size * upper(y / (1 - y));
    far_drift = far_drift + size * upper(z / (1 - z));
    far_re = far_re - turn_re * knot;
    far_im = far_im - turn_im * knot;
  }
  Cuts cuts;
  {
    // Left: Re x <= x0 - slope (start - Re v), |Im x| <= im; int e^{-(x0 - slope t)^2/2s^2} dt <= e^{-x0^2/2s^2}
    // s^2/(|x0| slope).
    const Ball slope = exact(p.slope[0].real());
    const Ball x0 = exact(p.origin.real()) + slope * start + drift;
    const Ball im = abs(exact(p.origin.imag()) + slope * tau) + drift;
    const Ball odds = exp(log_odds + (x0 - half) / variance);
    // drift < slope: Re x' > 0 here too.
    if (!certainly_negative(x0) || !certainly_less(odds, half) || !certainly_less(drift, slope)) return {};
    const Ball size =
        (square(im) - square(x0)) / (variance * 2) + log((slope + drift) * variance / (-x0 * slope)) - log_norm;
    cuts.left = upper_double(size.raw());
    cuts.left_growth = upper_double((-log(1 - upper(odds))).raw());
  }
  {
    // Right: x = far + R v up to far_drift. The exponent's majorant is a concave quadratic in Re v.
    const Ball re = exact(p.slope[Path::knots].real()), im = exact(p.slope[Path::knots].imag());
    // al is in the cone above a real point <= top, and log|w/b| lies between e_low - small and e_high + small.
    const Ball a = max(exact(top), Ball(0, check_bits)), fall = min(exact(top), Ball(0, check_bits));
    const Ball x = far_re - im * tau + re * end, y = far_im + re * tau + im * end;
    const Ball x_low = x - far_drift, x_high = x + far_drift, y_low = y - far_drift, y_high = y + far_drift;
    const Ball e_low = log_odds + (x_low - half) / variance, e_high = log_odds + (x_high - half) / variance;
    const Ball small = -log(1 - exp(-lower(e_low)));  // >= |log(w/b) - E|
    const Ball slope = ((y_high * im - x_low * re) + a * re) / variance;
    const bool shape = certainly_less(far_drift, re) && certainly_less(im, re) && certainly_positive(x_low) &&
                       certainly_positive(y_low) && certainly_less(Ball(1, check_bits), e_low) &&
                       certainly_negative(slope);
    const Ball tan_cone = tangent(exact(cone));
    const bool in_cone = shape && certainly_less_equal(tan_cone * (e_high + small), y_low / variance - small) &&
                         certainly_less_equal(tan_cone * re, im);
    if (!in_cone) return {};
    const Ball size = (square(y_high) - square(x_low)) / (variance * 2) + a * (e_high + small) +
                      fall * (e_low - small) - log(-slope) + log(re + im + far_drift) - log_norm;
    cuts.right = upper_double(size.raw());
  }
  return cuts;
}

}  // namespace assay::accounting::bent
