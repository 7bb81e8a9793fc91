#include "accounting/loss/observation.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {
namespace {

// What is charged for exp, expm1, log, log1p and sinh, relative; the C library documents less than 2^-51.
constexpr double library = 0x1p-48;
constexpr double series_reach = 0.03;
constexpr int most_pieces = 64;

struct Partial {
  double value = 0, error = 0, slope = 0;
};

// log(1 + sum w (e^t - 1)).
Partial log_mixture(const std::vector<Observation::Term>& terms, double x) {
  if (terms.empty()) return {};
  const auto t_of = [x](const Observation::Term& term) { return term.slope * x + term.offset; };
  const auto t_error = [x](const Observation::Term& term) {
    return (std::abs(term.slope * x) + std::abs(term.offset)) * 0x1p-50;
  };
  if (terms.size() == 1 && terms[0].weight == 1) return {t_of(terms[0]), t_error(terms[0]), terms[0].slope};
  double sum = 0, size = 0, slope = 0;
  for (const auto& term : terms) {
    const double t = t_of(term), change = term.weight * std::expm1(t), grown = term.weight * std::exp(t);
    sum += change;
    slope += grown * term.slope;
    size += std::abs(change) * library + grown * t_error(term);
  }
  const double total = 1 + sum;
  if (!(total > 2 * size)) return {-HUGE_VAL, HUGE_VAL, 0};  // too much cancels
  const double value = std::log1p(sum);
  // |log(1+s) - log(1+s')| <= |s - s'|/min(1+s, 1+s').
  return {value, (size + std::abs(sum) * 0x1p-50) / (total - size) * 1.01 + std::abs(value) * library, slope / total};
}

// int_a^b of the standard normal density, without its factor e^{-c^2/2}/sqrt(2 pi) at the middle c: with h half the
// width, 2 h sum over even n <= 10 of He_n(c) h^n/(n! (n+1)); the rest is below (1.3 y)^12 e for y = (|c|+1) h <= 1/4.
double series(double c, double h) {
  const double h2 = h * h;
  double previous = 1, current = c, sum = 1, power = 1, factorial = 1;
  for (int n = 2; n <= 10; n += 2) {
    const double even = c * current - (n - 1) * previous;  // He_n
    const double odd = c * even - n * current;             // He_{n+1}
    previous = even, current = odd;
    power *= h2;
    factorial *= n * (n - 1);
    sum += even * power / (factorial * (n + 1));
  }
  return 2 * h * sum;
}

}  // namespace

ObservedLoss observed_loss(const Observation& observation, double x) {
  const Partial up = log_mixture(observation.up, x), down = log_mixture(observation.down, x);
  const double value = up.value - down.value;
  return {value, up.error + down.error + std::abs(value) * 0x1p-52, up.slope - down.slope};
}

std::optional<CellMass> cell_mass(const std::vector<Observation::Component>& components, double a, double b,
                                  double shift, double shift_size) {
  double sum = 0, charge = 0;
  for (const auto& component : components) {
    double pieces = 1;
    if (component.normal) {
      const double reach = std::max(std::abs(a - component.mean), std::abs(b - component.mean)) + 1;
      pieces = std::ceil(reach * (b - a) / (2 * series_reach));
      if (!(pieces <= most_pieces)) return std::nullopt;
      pieces = std::max(pieces, 1.0);
    }
    const double width = (b - a) / pieces;
    for (int i = 0; i < static_cast<int>(pieces); ++i) {
      const double middle = a + (i + 0.5) * width;
      double exponent = shift, size = shift_size, factor = 0;
      if (component.normal) {
        const double c = middle - component.mean;
        exponent -= c * c / 2;
        size += c * c + std::abs(c) * (std::abs(component.mean) + std::abs(middle)) * 2;
        factor = series(c, width / 2) * 0.39894228040143268;
      } else {
        const double z = component.rate * width / 2, z2 = z * z;
        exponent += component.rate * middle;
        size += 2 * std::abs(component.rate * middle);
        factor = width * (std::abs(z) < series_reach ? 1 + z2 / 6 * (1 + z2 / 20 * (1 + z2 / 42)) : std::sinh(z) / z);
      }
      const double mass = component.weight * factor * std::exp(exponent);
      if (mass > 0 && mass < 0x1p-960) continue;  // charged below
      sum += mass;
      charge += mass * (size * 0x1p-50 + 4 * library);
    }
  }
  if (!(sum > 0x1p-900) || !std::isfinite(sum)) return std::nullopt;
  return CellMass{sum, charge / sum * 1.01 + 0x1p-50};
}

Observation reversed(const Observation& observation) {
  Observation r = observation;
  std::swap(r.p, r.q);
  std::swap(r.up, r.down);
  for (auto* components : {&r.p, &r.q})
    for (auto& c : *components) c.mean = -c.mean, c.rate = -c.rate;
  for (auto* terms : {&r.up, &r.down})
    for (auto& t : *terms) t.slope = -t.slope;
  r.from = -observation.to;
  r.to = -observation.from;
  r.least = -observation.greatest;
  r.greatest = -observation.least;
  return r;
}

std::optional<Observation> sampled(const Observation& observation, double rate) {
  const bool flip = observation.up.empty();
  const auto& terms = flip ? observation.down : observation.up;
  if ((flip ? observation.up : observation.down).size() != 0 || terms.size() != 1 || terms[0].weight != 1)
    return std::nullopt;
  Observation r = observation;
  const double sign = flip ? -1 : 1;  // L = -(a x + b) is the term -a, -b
  r.down.clear();
  r.up = {{rate, sign * terms[0].slope, sign * terms[0].offset}};
  r.p.clear();
  for (auto c : observation.q) c.weight *= 1 - rate, r.p.push_back(c);
  for (auto c : observation.p) c.weight *= rate, r.p.push_back(c);
  const double infinite = std::numeric_limits<double>::infinity();
  r.least = std::isfinite(r.from) ? observed_loss(r, r.from).value : -infinite;
  r.greatest = std::isfinite(r.to) ? observed_loss(r, r.to).value : infinite;
  return r;
}

}  // namespace assay::accounting
