// Choices of the lattice algorithms in double.
#include "accounting/composition/lattice_plan.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/guess.hpp"

namespace assay::accounting {
namespace {

// log masses in double, and the cumulant of the sum under a tilt per index.
class FastLaw {
 public:
  explicit FastLaw(const LatticeTerms& terms) {
    for (const LatticeTerm& term : terms) {
      Fast fast{{}, {}, static_cast<double>(term.count)};
      for (std::size_t i = 0; i < term.index.size(); ++i) {
        fast.index.push_back(static_cast<double>(term.index[i]));
        fast.log_mass.push_back(term.mass[i].log_midpoint());
      }
      terms_.push_back(std::move(fast));
    }
  }

  Cumulant operator()(double tilt) const {
    Cumulant sum{0, 0, 0};
    for (const Fast& term : terms_) {
      double peak = -HUGE_VAL;
      for (std::size_t i = 0; i < term.index.size(); ++i)
        peak = std::max(peak, term.log_mass[i] + tilt * term.index[i]);
      double m0 = 0, m1 = 0, m2 = 0;
      for (std::size_t i = 0; i < term.index.size(); ++i) {
        const double w = std::exp(term.log_mass[i] + tilt * term.index[i] - peak);
        m0 += w;
        m1 += w * term.index[i];
      }
      const double mean = m1 / m0;
      for (std::size_t i = 0; i < term.index.size(); ++i)
        m2 +=
            std::exp(term.log_mass[i] + tilt * term.index[i] - peak) * (term.index[i] - mean) * (term.index[i] - mean);
      sum.value += term.count * (peak + std::log(m0));
      sum.slope += term.count * mean;
      sum.curvature += term.count * m2 / m0;
    }
    return sum;
  }

 private:
  struct Fast {
    std::vector<double> index, log_mass;
    double count;
  };
  std::vector<Fast> terms_;
};

// log sum_{l >= 0} (1 - e^{-gap - l step}) e^{-tilt l}.
double log_kernel(double tilt, double step, double gap) {
  const double numerator = -std::expm1(-gap) + std::exp(-tilt - step) * std::expm1(std::max(0.0, step - gap));
  return std::log(std::max(numerator, 1e-300)) - std::log(-std::expm1(-tilt)) - std::log(-std::expm1(-tilt - step));
}

}  // namespace

LatticePlan plan_lattice(const LatticeTerms& terms, std::int64_t top, std::int64_t first, double step, double gap,
                         long want) {
  const FastLaw law(terms);
  gap = std::max(gap, 0.0);
  step = std::min(step, 1e6);
  gap = std::min(gap, 1e6);
  const auto exponent = [&](double log_tilt) {
    const double tilt = std::exp(log_tilt);
    return law(tilt).value - tilt * static_cast<double>(first) + log_kernel(tilt, step, gap);
  };
  // Golden section: the exponent is convex in the tilt, hence unimodal in its logarithm.
  double low = std::log(1e-19), high = std::log(1e3);
  const double golden = 0.6180339887498949;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  for (double fa = exponent(a), fb = exponent(b); high - low > 1e-2;) {
    if (fa <= fb) {
      high = b, b = a, fb = fa;
      fa = exponent(a = high - golden * (high - low));
    } else {
      low = a, a = b, fa = fb;
      fb = exponent(b = low + golden * (high - low));
    }
  }

  LatticePlan plan;
  plan.tilt = std::exp((low + high) / 2);
  const Cumulant k = law(plan.tilt);
  const double spread = k.curvature + 1 / (plan.tilt * plan.tilt);  // of mass times kernel, at most about
  const double log_condition = 0.5 * std::log1p(6.3 * std::min(spread, k.curvature + 1));
  plan.depth =
      static_cast<double>(want) * std::log(2.0) + log_condition + std::max(0.0, -log_kernel(plan.tilt, step, gap)) + 8;

  const double scale = std::sqrt(2 * plan.depth / std::max(k.curvature, 1e-300));
  double highest = HUGE_VAL, lowest = -HUGE_VAL;
  for (double factor : {0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 4.0, 8.0}) {
    const double s = std::clamp(scale * factor, 1e-18, 1e3);
    const double up = (law(plan.tilt + s).value - k.value + plan.depth) / s;
    const double down = (k.value - law(plan.tilt - s).value - plan.depth) / s;
    if (up < highest) highest = up, plan.above = s;
    if (down > lowest) lowest = down, plan.below = s;
  }
  const auto last = static_cast<double>(top);
  plan.highest = highest >= last ? top : std::max(first, static_cast<std::int64_t>(std::ceil(std::max(highest, 0.0))));
  plan.lowest = lowest < 0 ? -1 : std::min(first - 1, static_cast<std::int64_t>(std::floor(std::min(lowest, last))));
  plan.skip_below = -plan.depth - std::log(static_cast<double>(plan.highest - plan.lowest));
  double counts = 0;
  for (const LatticeTerm& term : terms) counts += static_cast<double>(term.count);
  plan.bits = want + 40 +
              static_cast<long>(2 * std::log2(2 + counts) + std::log2(2 + plan.tilt * last) +
                                2 * std::log2(2.0 + static_cast<double>(plan.highest - plan.lowest)) +
                                std::max(0.0, -log_kernel(plan.tilt, step, gap)) * 1.45);
  return plan;
}

}  // namespace assay::accounting
