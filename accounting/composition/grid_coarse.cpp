#include "accounting/composition/grid_coarse.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {
namespace {

using Tails = DistributionLoss::Tails;

constexpr long bits = 96;
constexpr double deepest = -1600;  // log mass beyond which no cell matters
constexpr int most_cells = 4000;

struct Point {
  double at;
  Tails tails;
  double log_below, log_above;
};

double log_of(const Ball& x) { return x.is_exact_zero() ? -HUGE_VAL : x.log_midpoint(); }

class Builder {
 public:
  explicit Builder(const DistributionLoss& loss) : loss_(loss) {}

  CoarseLoss run() {
    const auto support = loss_.support(64);
    const double least = support.least ? support.least->midpoint() : -HUGE_VAL;
    const double most = support.greatest ? support.greatest->midpoint() : HUGE_VAL;
    if (most > least) cover(least, most);
    const auto atoms = loss_.atoms(bits);
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) add(atoms.loss[i].midpoint(), atoms.mass[i].log_midpoint());
    for (const Ball& m : atoms.mass) result_.atom_mass += m.midpoint();
    ends(atoms);
    return std::move(result_);
  }

 private:
  Point point(double at) const {
    Tails t = loss_.tails(Ball::exact(at, bits));
    const double below = log_of(t.below), above = log_of(t.above);
    return {at, std::move(t), below, above};
  }

  void add(double loss, double log_mass) {
    if (!(log_mass > deepest) || !std::isfinite(loss)) return;
    result_.loss.push_back(loss);
    result_.log_mass.push_back(log_mass);
  }

  void cover(double least, double most) {
    std::vector<Point> points;
    const auto inside = [&](double x) { return x > least && x < most; };
    const auto outward = [&](int sign) {
      for (double x = 0x1p-40; x < 0x1p40; x *= 4) {
        const double at = sign * x;
        if (!inside(at)) {
          const double end = sign > 0 ? most : least;
          if (std::isfinite(end)) points.push_back(point(end));
          return;
        }
        points.push_back(point(at));
        if ((sign > 0 ? points.back().log_above : points.back().log_below) < deepest) return;
      }
    };
    outward(-1);
    std::reverse(points.begin(), points.end());
    if (inside(0)) points.push_back(point(0));
    outward(1);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) refine(points[i], points[i + 1], 40);
    if (!points.empty()) mark(points.back());
  }

  void mark(const Point& p) {
    result_.at.push_back(p.at);
    result_.log_below.push_back(p.log_below);
    result_.log_above.push_back(p.log_above);
  }

  // Whether the tail changes much over the cell, for its depth.
  static bool steep(double from, double to) {
    const double high = std::max(from, to), low = std::min(from, to);
    return high > deepest && high - low > std::max(0.25, -0.1 * high);
  }

  void refine(const Point& a, const Point& b, int depth) {
    const bool coarse = steep(a.log_below, b.log_below) || steep(a.log_above, b.log_above);
    const double middle = a.at + (b.at - a.at) / 2;
    if (coarse && depth > 0 && middle > a.at && middle < b.at && ++cells_ < most_cells) {
      const Point m = point(middle);
      refine(a, m, depth - 1);
      refine(m, b, depth - 1);
      return;
    }
    mark(a);
    const bool left = b.log_below <= a.log_above;
    const Ball p = left ? b.tails.below - a.tails.below : a.tails.above - b.tails.above;
    const Ball q = left ? b.tails.dual_below - a.tails.dual_below : a.tails.dual_above - b.tails.dual_above;
    if (!certainly_positive(p)) return;
    const double loss = certainly_positive(q) ? log(p / q).midpoint() : middle;
    add(std::clamp(loss, a.at, b.at), p.log_midpoint());
  }

  // Atoms join the tails at the marks, and have marks of their own.
  void ends(const FiniteLoss::Atoms& atoms) {
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) {
      const double at = atoms.loss[i].midpoint(), m = atoms.mass[i].log_midpoint();
      const auto add_log = [](double& x, double y) {
        const double high = std::max(x, y), low = std::min(x, y);
        if (std::isfinite(high)) x = std::isfinite(low) ? high + std::log1p(std::exp(low - high)) : high;
      };
      for (std::size_t j = 0; j < result_.at.size(); ++j) {
        if (result_.at[j] >= at) add_log(result_.log_below[j], m);
        if (result_.at[j] < at) add_log(result_.log_above[j], m);
      }
    }
  }

  const DistributionLoss& loss_;
  CoarseLoss result_;
  int cells_ = 0;
};

}  // namespace

CoarseLoss CoarseLoss::make(const DistributionLoss& loss) { return Builder(loss).run(); }

Cumulant CoarseLoss::cumulant(double theta) const {
  double peak = -HUGE_VAL, m0 = 0, m1 = 0, m2 = 0;
  for (std::size_t i = 0; i < loss.size(); ++i) peak = std::max(peak, log_mass[i] + theta * loss[i]);
  if (!std::isfinite(peak)) return {0, 0, 0};
  for (std::size_t i = 0; i < loss.size(); ++i) {
    const double w = std::exp(log_mass[i] + theta * loss[i] - peak);
    m0 += w, m1 += w * loss[i], m2 += w * loss[i] * loss[i];
  }
  const double mean = m1 / m0;
  return {peak + std::log(m0), mean, std::max(0.0, m2 / m0 - mean * mean)};
}

double CoarseLoss::left_end(double theta, double log_bound) const {
  double end = loss.empty() ? 0 : *std::min_element(loss.begin(), loss.end());
  for (std::size_t i = 0; i < at.size() && log_below[i] + theta * at[i] <= log_bound; ++i) end = std::max(end, at[i]);
  if (!at.empty() && log_below[0] + theta * at[0] > log_bound) end = std::min(end, at[0]);
  return end;
}

double CoarseLoss::right_end(double log_bound) const {
  double end = loss.empty() ? 0 : *std::max_element(loss.begin(), loss.end());
  if (!at.empty()) end = std::max(end, at.back());
  for (std::size_t i = at.size(); i-- > 0 && log_above[i] <= log_bound;) end = std::min(end, at[i]);
  return end;
}

}  // namespace assay::accounting
