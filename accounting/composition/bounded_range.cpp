#include "accounting/composition/bounded_range.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/chernoff.hpp"
#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

// log of M(z) = sinh((z + 1/2) r)/((2z + 1) sinh(r/2)), in double.
double log_moment(double r, double z) {
  const auto log_sinhc = [](double x) { return x < 1e-4 ? x * x / 6 : x + std::log(-std::expm1(-2 * x) / (2 * x)); };
  return log_sinhc((z + 0.5) * r) - log_sinhc(r / 2);
}

// sum_{n >= 0} 2^{-2n-1} y^{k+2n+1}/(k+2n+1)!, the convolution of sinh(y/2) with y^{k-1}/(k-1)!; y > 0.
Ball sinh_rest(const Ball& y, std::uint64_t k) {
  const long bits = y.bits();
  Ball term = y / 2;
  for (std::uint64_t i = 2; i <= k + 1; ++i) term = term * y / static_cast<long>(i);
  const Ball square_quarter = square(y) / 4;
  Ball sum = term, negligible(0, bits);
  for (std::uint64_t n = k + 3;; n += 2) {
    term = term * square_quarter / static_cast<long>(n - 1) / static_cast<long>(n);
    sum = sum + term;
    // From here on each term is at most half the one before it.
    const Ball ratio = square_quarter / static_cast<long>(n + 1) / static_cast<long>(n + 2);
    negligible = sum;
    arb_mul_2exp_si(negligible.raw(), negligible.raw(), -bits);
    if (certainly_less(ratio * 2, Ball(1, bits)) && certainly_less(term, negligible))
      return sum + Ball::zero_to(upper(term));
  }
}

}  // namespace

// (1 - e^{-(r - epsilon)/2})^2/(1 - e^-r) for |epsilon| <= r.
Ball BoundedRangeProfile::single(const Rational& epsilon, const Target& target) const {
  return refine(wanted_bits(target) + 16, target, [&](long bits) {
    return square(expm1(Ball((epsilon - loss_.range) / 2, bits))) / -expm1(-Ball(loss_.range, bits));
  });
}

// The pair with that curve has the loss density e^{l/2}/(4 sinh(r/2)) on (-r, r). Its k-fold convolution is e^{l/2}
// times that of a box, so that delta = 2 (4 sinh(r/2))^-k e^{eps/2} sum_j (-1)^j C(k,j) R(y_j), y_j = (k - 2j) r - eps
// > 0, R = sinh_rest.
Ball BoundedRangeProfile::dominating(const Rational& epsilon, const Target& target) const {
  if (epsilon < 0) {
    const Ball other = -epsilon >= top() ? Ball(0, 64) : dominating(-epsilon, target);
    return refine(wanted_bits(target) + 32, target, [&](long bits) {
      const Ball e(epsilon, bits);
      return probability(exp(e) * other.with_bits(bits) - expm1(e));
    });
  }
  const Ball bound = chernoff_bound(epsilon, 64);
  if (count_ > max_summed_count) return Ball::zero_to(bound);
  const auto k = static_cast<long>(count_);
  const double size = std::clamp(bound.log_midpoint(), -1e6, 0.0);
  const long guard = k + static_cast<long>(-size * 1.4427 + 4 * std::log2(1.0 + static_cast<double>(k)));
  return refine(wanted_bits(target) + 32 + guard, target, [&](long bits) {
    const Ball r(loss_.range, bits);
    const Ball half = r / 2;
    Ball scale = exp(half) - exp(-half);  // 2 sinh(r/2)
    scale = pow(scale * 2, static_cast<unsigned long>(k));
    Ball sum(0, bits), ways(1, bits);
    for (long j = 0; 2 * j <= k; ++j) {
      const Rational y = loss_.range * (k - 2 * j) - epsilon;
      if (y <= 0) break;
      if (target.deadline.passed()) return Ball::zero_to(bound);
      const Ball term = ways * sinh_rest(Ball(y, bits), count_);
      sum = j % 2 == 0 ? sum + term : sum - term;
      ways = ways * (k - j) / (j + 1);
    }
    return probability(sum * 2 * exp(Ball(epsilon / 2, bits)) / scale);
  });
}

Ball BoundedRangeProfile::chernoff_bound(const Rational& epsilon, long bits) const {
  const double r = Ball(loss_.range, 64).midpoint();
  return chernoff_upper(
      epsilon, count_, bits, [&](double z) { return log_moment(r, z); },
      [&](const Ball& z) {
        const Ball range(loss_.range, bits), w = z + Ball(Rational(1, 2), bits);
        return (exp(w * range) - exp(-(w * range))) / (exp(range / 2) - exp(-(range / 2))) / (z * 2 + 1);
      });
}

// Every mechanism with losses t, of probability p = (1 - e^{t - r})/(1 - e^-r), and t - r: l of the k at the lower one.
Ball BoundedRangeProfile::fixed(const Rational& epsilon, const Rational& t, long bits) const {
  const Rational& r = loss_.range;
  if (t <= 0 || t >= r) return Ball(0, bits);
  const Ball whole = -expm1(-Ball(r, bits));
  const Ball p = -expm1(Ball(t - r, bits)) / whole;
  const Ball rest = exp(Ball(t - r, bits)) * -expm1(-Ball(t, bits)) / whole;
  Ball weight = pow(p, count_), sum(0, bits);
  const Ball ratio = rest / p;
  Rational gap = epsilon - t * count_;  // epsilon minus the loss
  for (std::uint64_t l = 0; l <= count_ && gap < 0; ++l) {
    sum = sum + weight * -expm1(Ball(gap, bits));
    weight = weight * ratio * static_cast<long>(count_ - l) / static_cast<long>(l + 1);
    gap += r;
  }
  return sum;
}

// The largest of fixed(epsilon, t) over the places t_l, in double: a choice of t.
Rational BoundedRangeProfile::likely_best(const Rational& epsilon) const {
  const double r = Ball(loss_.range, 64).midpoint(), e = Ball(epsilon, 64).midpoint(), k = static_cast<double>(count_);
  const auto value = [&](double t) {
    const double p = std::expm1(t - r) / std::expm1(-r), log_ratio = std::log1p(-p) - std::log(p);
    double log_weight = k * std::log(p), sum = 0;
    for (std::uint64_t l = 0; l <= count_; ++l) {
      const double loss = k * t - static_cast<double>(l) * r;
      if (loss <= e) break;
      sum += std::exp(log_weight) * -std::expm1(e - loss);
      log_weight += log_ratio + std::log((k - static_cast<double>(l)) / static_cast<double>(l + 1));
    }
    return sum;
  };
  const auto place = [&](double l) { return (e + (l + 1) * r) / (k + 1); };
  // About 64 places, then all between the neighbours of the best.
  double first = std::max(0.0, std::floor(-e / r)), last = std::min(k, std::ceil(k - e / r));
  double best = std::floor((first + last) / 2), most = -1;
  for (double stride = std::max(1.0, std::floor((last - first) / 64));;
       stride = std::max(1.0, std::floor(stride / 8))) {
    for (double l = first; l <= last; l += stride)
      if (const double t = place(l); t > 0 && t < r)
        if (const double v = value(t); v > most) most = v, best = l;
    if (stride <= 1) break;
    first = std::max(0.0, best - stride);
    last = std::min(k, best + stride);
  }
  return (epsilon + loss_.range * (static_cast<std::uint64_t>(std::max(best, 0.0)) + 1)) / (count_ + 1);
}

// The largest over t of the fixed mechanisms, at t_l = (epsilon + (l + 1) r)/(k + 1) for some l.
Ball BoundedRangeProfile::best_fixed(const Rational& epsilon, const Target& target) const {
  std::vector<Rational> places;
  const auto place = [&](std::uint64_t l) -> Rational {
    return Rational(epsilon + loss_.range * (l + 1)) / (count_ + 1);
  };
  for (std::uint64_t l = 0; l <= count_; ++l)
    if (place(l) > 0 && place(l) < loss_.range) places.push_back(place(l));
  // Those that may be the largest, at growing precision.
  for (long bits = 64;; bits = std::max(2 * bits, wanted_bits(target) + 64)) {
    std::vector<Ball> values;
    Ball best(0, bits);
    for (const Rational& t : places) {
      if (target.deadline.passed()) return hull(best, Ball(1, bits));
      values.push_back(fixed(epsilon, t, bits));
      best = max(best, values.back());
    }
    if (bits > 64 && (best.relative_bits() >= wanted_bits(target) || bits > 8 * wanted_bits(target) + 512)) return best;
    std::vector<Rational> left;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (!certainly_less(values[i], best)) left.push_back(places[i]);
    places = std::move(left);
    if (places.empty()) return best;
  }
}

Value BoundedRangeProfile::delta(const Rational& epsilon, const Target& target) {
  const long bits = wanted_bits(target) + 32;
  if (epsilon >= top()) return Value(Rational(0), bits);
  if (epsilon <= -top()) return refine(bits, target, [&](long b) { return -expm1(Ball(epsilon, b)); });
  if (count_ == 1) return single(epsilon, target);
  if (!loss_.adaptive && count_ <= max_exact_count) {
    if (epsilon >= 0) return probability(best_fixed(epsilon, target));
    // The reversed pairs are the same class: delta(eps) = 1 - e^eps + e^eps delta(-eps).
    const Ball other = best_fixed(-epsilon, target);
    return refine(bits, target, [&](long b) {
      const Ball e(epsilon, b);
      return probability(exp(e) * other.with_bits(b) - expm1(e));
    });
  }
  const Ball below = count_ > max_summed_count
                         ? Ball(0, 64)
                         : refine(bits, target, [&](long b) { return fixed(epsilon, likely_best(epsilon), b); });
  return probability(hull(lower(below), upper(dominating(epsilon, target))));
}

double BoundedRangeProfile::guess_epsilon(double log_delta) const {
  const double r = Ball(loss_.range, 64).midpoint(), k = static_cast<double>(count_);
  if (!std::isfinite(log_delta) || !std::isfinite(r)) return log_delta < 0 ? std::min(k * r, 1e300) : 0;
  const auto cumulant = [&](double z) {
    const double h = 1e-4 * (1 + z);
    const double low = log_moment(r, z - h), middle = log_moment(r, z), high = log_moment(r, z + h);
    return Cumulant{k * middle, k * (high - low) / (2 * h), k * std::max(0.0, high - 2 * middle + low) / (h * h)};
  };
  return std::min(guess_saddle_epsilon(cumulant, log_delta), k * r);
}

std::vector<std::string> BoundedRangeProfile::theorems() const {
  if (count_ == 1) return {"bounded-range-profile"};
  if (!loss_.adaptive && count_ <= max_exact_count) return {"bounded-range-fixed"};
  if (count_ > max_summed_count) return {"bounded-range-fixed", "bounded-range-composition", "chernoff"};
  return {"bounded-range-fixed", "bounded-range-composition"};
}

}  // namespace assay::accounting
