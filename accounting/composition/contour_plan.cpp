#include "accounting/composition/contour_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::accounting::fast {
namespace {

constexpr double ln2 = std::numbers::ln2, pi = std::numbers::pi;
constexpr long max_line_nodes = 60'000, max_x_nodes = 60'000;

// argmin over (low, high), both positive, of a function that is unimodal in log x.
template <class F>
double golden(double low, double high, int rounds, F f) {
  constexpr double ratio = 0.6180339887498949;
  double a = std::log(low), b = std::log(high), c = b - ratio * (b - a), d = a + ratio * (b - a);
  double fc = f(std::exp(c)), fd = f(std::exp(d));
  for (int i = 0; i < rounds; ++i) {
    if (fc < fd) {
      b = d, d = c, fd = fc, c = b - ratio * (b - a), fc = f(std::exp(c));
    } else {
      a = c, c = d, fc = fd, d = a + ratio * (b - a), fd = f(std::exp(d));
    }
  }
  return std::exp(fc < fd ? c : d);
}

// log sup_y e^{-x y}(1 - e^{-y})_+ = x log x - (1+x) log(1+x)   (theorem `chernoff`)
double log_chernoff(double x) { return x <= 0 ? 0 : x * std::log(x) - (1 + x) * std::log1p(x); }

Saddle saddle_from(double theta, const Cumulant& k, double epsilon) {
  const double g2 = k.curvature + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
  return {theta, k, k.value - theta * epsilon - std::log(theta) - std::log1p(theta) - 0.5 * std::log(2 * pi * g2)};
}

double strip_cos(std::span<const RatioTerm> terms, double theta, double v) {
  double log_c = 0;
  for (const auto& t : terms) {
    const double e = t.constant + t.slope * theta;
    if (e < 0) log_c += e * std::log(std::cos(v / 2));
  }
  return log_c;
}

double softplus(double x) { return x > 30 ? x : std::log1p(std::exp(x)); }

double short_mantissa(double x) {
  int exponent = 0;
  const double m = std::frexp(x, &exponent);
  return std::ldexp(std::floor(m * 0x1p24), exponent - 24);
}

struct Accuracy {
  double depth;  // log of the accuracy asked of the x-sums, relative to M(theta)
  double log_count;
  double decay;  // log of M(theta) over the shift bound at T
};

// The first point outward of `from` whose tail is below `level`; gives up after a million sigmas.
double range_end(const SampledGrid& grid, double theta, int side, double from, double level) {
  const double step = 0.125 * grid.sigma();
  double reach = from * side;
  for (double stride = step; !(grid.log_tail(theta, side * reach, side) <= level); reach += stride) {
    if (reach > 1e6 * grid.sigma()) return side * 1e9 * grid.sigma();
    if (!std::isfinite(grid.log_tail(theta, side * reach, side)))
      stride = std::min(stride * 1.2, 50 * grid.sigma());
    else
      stride = step;
  }
  return side * reach;
}

FactorPlan plan_factor(Product::Sampled& factor, const ContourPlan& plan, double T, double y, Accuracy want) {
  SampledGrid& grid = factor.grid;
  const double s = grid.sigma(), s2 = s * s, theta = plan.theta, D = want.depth;
  const auto terms = grid.terms();
  const double m = static_cast<double>(terms.size());
  const double most = std::min(0.95 * pi * s2, 25 * s);
  FactorPlan f{};
  const double K = grid.cumulant(theta).value;

  const auto good = [&](double a) { return 2 * pi * a / (D + 0.5 * a * a / s2 + strip_cos(terms, theta, a / s2)); };
  f.good_shift = golden(1e-4 * most, most, 24, [&](double a) { return -good(a); });
  const auto simple = [&](double a) {
    return 2 * pi * a / (D + 0.5 * a * a / s2 + strip_cos(terms, theta, a / s2) + m * T * a / s2);
  };
  f.bad_shift = golden(1e-5 * most, most, 24, [&](double a) { return -simple(a); });
  double bad_step = simple(f.bad_shift);
  if (bad_step < 0.7 * good(f.good_shift)) {
    double best = 0, shift = 0;
    for (double a = most; a > 0.05 * most && a > f.bad_shift; a *= 0.82) {
      const double edge = grid.shift_line(theta, a).log_integral(-T) - K + 1.5;  // 1.5: what cells lose
      const double step = 2 * pi * a / (D + 0.5 * a * a / s2 + std::max(edge, 0.0));
      if (step > best) best = step, shift = a;
    }
    if (best > 1.2 * bad_step) {
      bad_step = best;
      f.bad_shift = shift;
      f.bad_by_cells = true;
    }
  }
  f.step = short_mantissa(std::min(good(f.good_shift), bad_step));

  // Range: the tails of theta to the full accuracy, those of the two aliasing exponents to 2^-40 / count.
  double left = -s, right = s;
  const double exponents[] = {theta, plan.theta_right, -1 - plan.s_left};
  for (int i = 0; i < 3; ++i) {
    const double level = grid.cumulant(exponents[i]).value - (i == 0 ? D : 28 + want.log_count);
    right = range_end(grid, exponents[i], +1, right, level);
    left = range_end(grid, exponents[i], -1, left, level);
  }
  // Beyond the grid, on a side where a ratio grows, the bad edge's integrand carries up to e^{mTv}; the strip factor
  // divides it again.
  const double v = f.bad_shift / s2;
  const double slack = m * T * v + strip_cos(terms, theta, v) - 2 * pi * f.bad_shift / f.step + 0.5 * f.bad_shift * v;
  for (const auto& term : terms) {
    double& end = term.side > 0 ? right : left;
    end = range_end(grid, theta, term.side, end, K - D - slack);
  }
  if (!((right - left) / f.step < 1e8)) {
    f.nodes = 100'000'000;
    return f;
  }
  f.first = static_cast<long>(std::floor(left / f.step));
  f.nodes = static_cast<long>(std::ceil(right / f.step)) - f.first + 1;

  // The shift bound's own quadrature: accuracy 2^-12 / count relative to the bound, which lies e^-decay below M(theta).
  f.decay_shift = y;
  const double room = std::min(25 * s, 0.999 * std::max(0.5 * pi * s2 - y, std::min(y, 0.98 * pi * s2 - y)));
  const double Db = want.log_count + 9 * ln2 + want.decay;
  const auto decay = [&](double c) {
    return 2 * pi * c / (Db + 0.5 * (c * c + y * y) / s2 + strip_cos(terms, theta, std::min((y + c) / s2, 3.1)));
  };
  f.decay_strip = golden(1e-3 * room, room, 24, [&](double c) { return -decay(c); });
  f.decay_step = short_mantissa(decay(f.decay_strip));
  return f;
}

}  // namespace

Cumulant Product::cumulant(double theta) {
  Cumulant sum;
  const auto add = [&sum](const Cumulant& k, double count) {
    sum.value += count * k.value;
    sum.slope += count * k.slope;
    sum.curvature += count * k.curvature;
  };
  for (auto& factor : sampled) add(factor.grid.cumulant(theta), factor.count);
  for (const auto& factor : closed) add(factor(theta), 1);
  return sum;
}

std::optional<Saddle> saddle_at_epsilon(Product& product, double epsilon) {
  // g'(theta) = K' - epsilon - 1/theta - 1/(1+theta) increases from -inf: bracket, then bisect in log theta.
  const auto slope = [&](double t, Cumulant& k) {
    k = product.cumulant(t);
    return k.slope - epsilon - 1 / t - 1 / (1 + t);
  };
  double low = 1e-3, high = 1;
  Cumulant k;
  while (slope(low, k) > 0) {
    high = low;
    low /= 8;
    if (low < 1e-12) return std::nullopt;
  }
  for (double g = slope(high, k); g < 0; g = slope(high, k)) {
    if (!std::isfinite(g) || high > 1e25) return std::nullopt;
    low = high;
    high *= 3;
  }
  while (high / low > 1.002) {
    const double mid = std::sqrt(low * high);
    (slope(mid, k) > 0 ? high : low) = mid;
  }
  const double theta = std::sqrt(low * high);
  const Saddle saddle = saddle_from(theta, product.cumulant(theta), epsilon);
  if (!std::isfinite(saddle.log_delta)) return std::nullopt;
  return saddle;
}

double epsilon_at_log_delta(Product& product, double log_delta) {
  // Along saddles, epsilon(theta) = K' - 1/theta - 1/(1+theta) grows and log delta falls.
  const auto at = [&](double t) {
    const Cumulant k = product.cumulant(t);
    const double epsilon = k.slope - 1 / t - 1 / (1 + t);
    return std::pair{epsilon, saddle_from(t, k, epsilon).log_delta};
  };
  double low = 1e-4, high = 1;
  while (high < 1e25) {
    const auto [epsilon, value] = at(high);
    if (!std::isfinite(value) || value < log_delta) break;
    low = high;
    high *= 3;
  }
  while (high / low > 1.0005) {
    const double mid = std::sqrt(low * high);
    const double value = at(mid).second;
    (!std::isfinite(value) || value < log_delta ? high : low) = mid;
  }
  const double epsilon = at(std::sqrt(low * high)).first;
  return std::isfinite(epsilon) ? epsilon : 0;
}

double ContourPlan::cost() const {
  double x_nodes = 0;
  for (const auto& f : factors) x_nodes += static_cast<double>(f.nodes);
  return (x_nodes + 20) * static_cast<double>(nodes + 1);
}

namespace {

std::optional<ContourPlan> plan_at(Product& product, double epsilon, double target_bits, double log_delta,
                                   double theta) {
  const double D = (target_bits + 3) * ln2, ld = log_delta;
  ContourPlan plan{};
  plan.theta = theta;
  plan.log_delta = ld;
  const Cumulant K = product.cumulant(theta);
  const double lead = K.value - theta * epsilon;

  // Aliasing: the period P = 2 pi / h from both sides (theorem `aliasing-correction`).
  const double k2 = std::max(K.curvature, 1e-300), spread = std::min(std::sqrt(2 * D / k2), 1e6 * (1 + theta));
  const auto right = [&](double d) {
    return (D + product.cumulant(theta + d).value - (theta + d) * epsilon + log_chernoff(theta + d) - ld) / d;
  };
  const auto left = [&](double s) {
    return (D + product.cumulant(-1 - s).value + (1 + s) * epsilon + log_chernoff(s) - ld) / (1 + s + theta);
  };
  const double d = golden(0.05 * spread, 4 * spread, 14, right);
  plan.theta_right = theta + d;
  plan.s_left = golden(0.02, std::max(100.0, 4 * spread), 16, left);
  double P = std::max({right(d), left(plan.s_left), 0.05 / theta});
  // Keep the subtracted pole terms within 2^10 of delta where that costs less than a hundredfold: the bits that they
  // cancel make every node dearer.
  P = std::max(P, std::min(softplus(-(std::log(1e3) + ld)) / theta, 100 * P));
  if (!std::isfinite(P) || P <= 0) return std::nullopt;
  plan.height = 2 * pi / P;
  const double log_pole = theta * P > 30 ? -theta * P : -std::log(std::expm1(theta * P));
  plan.cancelled_bits = std::max(0.0, (log_pole - ld) / ln2);

  // Truncation: T from the shift bounds and the Gaussian factor (theorem `contour-truncation`).
  const std::size_t n = product.sampled.size();
  std::vector<double> y(n, 0);
  std::vector<ShiftLine> lines(n);
  std::vector<double> K0(n);
  for (std::size_t i = 0; i < n; ++i) K0[i] = product.sampled[i].grid.cumulant(theta).value;
  const auto decay = [&](std::size_t i, double t, double shift, const ShiftLine& line) {
    const double s = product.sampled[i].grid.sigma();
    return line.log_integral(t) + 0.5 * shift * shift / (s * s) - K0[i];
  };
  const auto excess = [&](double t) {
    double sum = lead - std::log(pi * t) - (ld - D) - 0.5 * product.gaussian_mu_squared * t * t;
    for (std::size_t i = 0; i < n; ++i) sum += product.sampled[i].count * std::min(0.0, decay(i, t, y[i], lines[i]));
    return sum;
  };
  double T = std::sqrt(2 * (D + std::max(0.0, lead - ld)) / k2);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      SampledGrid& grid = product.sampled[i].grid;
      const double s = grid.sigma(), most = std::min(0.97 * pi * s * s, 25 * s);
      y[i] = golden(1e-10 * most, most, round == 0 ? 16 : 20,
                    [&](double a) { return decay(i, T, a, grid.shift_line(theta, a)); });
      lines[i] = grid.shift_line(theta, y[i]);
    }
    double low = T, high = T;
    while (excess(high) > 0) {
      high *= 2;
      if (high > static_cast<double>(max_line_nodes) * plan.height) return std::nullopt;
    }
    while (excess(low) <= 0 && low > 1e-12 * high) low /= 2;
    while (high / low > 1.03) {
      const double mid = std::sqrt(low * high);
      (excess(mid) > 0 ? low : high) = mid;
    }
    T = high;
  }
  plan.nodes = std::max(8L, static_cast<long>(std::ceil(T / plan.height)));
  if (plan.nodes > max_line_nodes) return std::nullopt;
  T = static_cast<double>(plan.nodes) * plan.height;

  const double surplus = std::max(0.0, lead - std::log(theta) - std::log1p(theta) - ld);
  plan.cancelled_bits = std::max(plan.cancelled_bits, surplus / ln2);
  if (!(plan.cancelled_bits <= 20'000)) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i) {
    const double log_count = std::log(product.sampled[i].count);
    const Accuracy want{D + 5 * ln2 + log_count + surplus, log_count, -std::min(0.0, decay(i, T, y[i], lines[i]))};
    plan.factors.push_back(plan_factor(product.sampled[i], plan, T, y[i], want));
    if (plan.factors.back().nodes > max_x_nodes) return std::nullopt;
  }
  return plan;
}

}  // namespace

std::optional<ContourPlan> plan_contour(Product& product, double epsilon, double target_bits,
                                        std::optional<double> log_delta_hint, const Deadline& deadline) {
  const auto saddle = saddle_at_epsilon(product, epsilon);
  if (!saddle) return std::nullopt;
  const double log_delta = std::min(log_delta_hint.value_or(saddle->log_delta), 0.0);
  auto best = plan_at(product, epsilon, target_bits, log_delta, saddle->theta);
  // With rare large losses the saddle sits in their bump, where the transform hardly decays; a smaller theta may pay.
  constexpr double dear = 1e5;
  if (best && best->cost() < dear) return best;
  for (double share : {0.7, 0.5, 0.35, 0.25, 0.15, 0.08}) {
    if (deadline.passed()) break;
    auto plan = plan_at(product, epsilon, target_bits, log_delta, share * saddle->theta);
    if (plan && (!best || plan->cost() < best->cost())) best = std::move(plan);
  }
  return best;
}

std::optional<FactorPlan> plan_real(Product::Sampled& factor, double theta) {
  ContourPlan plan{};
  plan.theta = plan.theta_right = theta;
  plan.s_left = -1 - theta;
  const double s = factor.grid.sigma(), log_count = std::log(factor.count);
  FactorPlan x = plan_factor(factor, plan, 0, 1e-3 * s * std::min(s, 1.0), {60 * ln2 + log_count, log_count, 0});
  if (x.nodes > max_x_nodes) return std::nullopt;
  return x;
}

}  // namespace assay::accounting::fast
