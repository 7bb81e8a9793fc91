// Finite sums, a trapezoid sum for the Gaussian, an elementary integral for Laplace.
#include "persuasive/two_point/mean_gain.hpp"

#include <algorithm>

#include "persuasive/exact/maximum.hpp"
#include "persuasive/two_point/partial_score.hpp"
#include "scoring/finite.hpp"

namespace assay::persuasive {

using accounting::Ball;
using core::Rational;
using scoring::ExactReal;

namespace {

/// Sums of more terms are compared by their enclosures.
constexpr std::size_t most_exact_terms = 256;

std::optional<Rational> rational_mass(const Real& mass) {
  if (mass.exact() == nullptr || !mass.exact()->is_rational()) return std::nullopt;
  return mass.exact()->shift;
}

std::optional<ExactReal> exact_mean(const Score& score, const Rational& q, const std::vector<WeightedLoss>& law,
                                    std::size_t distance) {
  if (law.size() > most_exact_terms || !score.general) return std::nullopt;
  const auto scored = [&](const Rational& p) {
    return scoring::score(*score.general, std::vector<Rational>{p, 1 - p}, 0);
  };
  const auto before = scored(q);
  if (!before) return std::nullopt;
  ExactReal sum;
  for (const WeightedLoss& atom : law) {
    const std::optional<Rational> mass = rational_mass(atom.mass);
    const LogNumber* loss = atom.loss.exact();
    if (!mass || (atom.loss.infinity() == 0 && (loss == nullptr || loss->shift != 0))) return std::nullopt;
    const auto after =
        scored(atom.loss.infinity() > 0 ? Rational(1) : Rational(q * loss->ratio / (1 - q + q * loss->ratio)));
    if (!after) return std::nullopt;
    sum = sum + (*before - *after).times(*mass * Rational(distance));
  }
  if (!sum.is_finite() || sum.has_computed_part()) return std::nullopt;
  return sum;
}

Real mean_at(const Score& score, const Rational& q, const std::vector<WeightedLoss>& law, std::size_t distance) {
  if (const std::optional<ExactReal> exact = exact_mean(score, q, law, distance)) return Real::of(*exact);
  return Real::computed([score, q, law, distance](long bits) {
    Ball sum(0, bits);
    const Ball p(q, bits), before = partial_score(score, p, distance);
    for (const WeightedLoss& atom : law) {
      const Ball r = atom.loss.infinity() > 0 ? Ball(1, bits) : posterior(p, exp(atom.loss.enclose(bits)));
      sum = sum + atom.mass.enclose(bits) * (before - partial_score(score, r, distance));
    }
    return sum;
  });
}

/// Terms of a trapezoid sum.
constexpr double most_terms = 1e12;

constexpr long few_bits = 48;
/// Terms of a sum that are still quick when the time is over.
constexpr long few_terms = 10'000;

/// q + (1-q) e^-L without cancellation: 1 + (1-q)(e^-L - 1).
Ball log_gain(const Rational& q, const Real& loss, long bits) {
  if (loss.infinity() > 0) return -accounting::log(Ball(q, bits));
  return -log1p(expm1(-loss.enclose(bits)) * Ball(1 - q, bits));
}

}  // namespace

GainBound largest_mean(const Score& score, const TruthMass& truth, const std::vector<WeightedLoss>& law,
                       std::size_t distance, const accounting::Deadline& deadline) {
  const bool tells_nothing = std::all_of(law.begin(), law.end(), [](const WeightedLoss& a) {
    return a.loss.infinity() == 0 && a.loss.exact() != nullptr && *a.loss.exact() == LogNumber{};
  });
  if (tells_nothing) return {Real(), Real(truth.some()), true};
  if (truth.floor == truth.ceiling) return {mean_at(score, truth.floor, law, distance), Real(truth.floor), true};
  const auto search = [score, truth, law, distance, deadline](long bits) {
    const long work = 2 * bits + 96;
    std::vector<std::pair<std::optional<Ball>, Ball>> atoms;  // ratio and mass
    for (const WeightedLoss& atom : law)
      atoms.emplace_back(atom.loss.infinity() > 0 ? std::nullopt : std::optional(exp(atom.loss.enclose(work))),
                         atom.mass.enclose(work));
    const auto sum = [&](auto term) {
      return [&atoms, term](const Ball& q) {
        Ball total(0, q.bits());
        for (const auto& [ratio, mass] : atoms) total = total + mass * term(q, ratio);
        return total;
      };
    };
    const IntervalFunction mean{sum([&](const Ball& q, const std::optional<Ball>& ratio) {
                                  const Ball r = ratio ? posterior(q, *ratio) : Ball(1, q.bits());
                                  return partial_score(score, q, distance) - partial_score(score, r, distance);
                                }),
                                sum([&](const Ball& q, const std::optional<Ball>& ratio) {
                                  const Ball before = partial_slope(score, q, distance);
                                  return ratio ? before - partial_slope(score, posterior(q, *ratio), distance) *
                                                              posterior_slope(q, *ratio)
                                               : before;
                                })};
    return maximum(mean, truth.floor, truth.ceiling, bits, deadline);
  };
  const IntervalMaximum near = search(40);
  if (near.low == near.high && near.low > 0) return {mean_at(score, near.low, law, distance), Real(near.low), true};
  return attained_between(Real::computed([search](long bits) { return search(bits).value; }), truth, near);
}

/// The mean as a sum of logarithms; with an order where the powers of the ratios sum to a rational.
std::optional<ExactReal> exact_log_mean(const Rational& floor, const std::vector<WeightedLoss>& law,
                                        const std::optional<Rational>& order) {
  if (law.size() > most_exact_terms) return std::nullopt;
  ExactReal sum;
  for (const WeightedLoss& atom : law) {
    const std::optional<Rational> mass = rational_mass(atom.mass);
    if (!mass) return std::nullopt;
    LogNumber gain;
    if (atom.loss.infinity() > 0) {
      if (floor == 0) continue;  // of order below 1
      gain.ratio = 1 / floor;
    } else {
      if (atom.loss.exact() == nullptr) return std::nullopt;
      gain = *atom.loss.exact();
      if (floor != 0 && gain.shift != 0) return std::nullopt;
      if (floor != 0) gain.ratio = gain.ratio / (floor * gain.ratio + 1 - floor);
    }
    if (order && gain.shift != 0) return std::nullopt;
    sum = sum + (order ? ExactReal::radical(*mass, gain.ratio, *order - 1)
                       : ExactReal::log(gain.ratio, *mass) + ExactReal(Rational(*mass * gain.shift)));
  }
  if (!order) return sum;
  if (const Rational* mean = sum.as_rational(); mean != nullptr && *mean > 0)
    return ExactReal::log(*mean, 1 / (*order - 1));
  return std::nullopt;
}

Real log_mean(const Rational& floor, const std::vector<WeightedLoss>& law, const std::optional<Rational>& order) {
  const bool certain = std::any_of(law.begin(), law.end(), [](const WeightedLoss& a) { return a.loss.infinity() > 0; });
  if (floor == 0 && certain && (!order || *order > 1)) return Real::infinite();
  const bool all_certain =
      std::all_of(law.begin(), law.end(), [](const WeightedLoss& a) { return a.loss.infinity() > 0; });
  if (floor == 0 && all_certain) return Real::infinite();
  if (const std::optional<ExactReal> exact = exact_log_mean(floor, law, order)) return Real::of(*exact);
  return Real::computed([floor, law, order](long bits) {
    Ball sum(0, bits);
    for (const WeightedLoss& atom : law) {
      const Ball mass = atom.mass.enclose(bits);
      if (floor == 0 && atom.loss.infinity() > 0) continue;  // order < 1: e^{(order-1) gain} is 0
      const Ball gain = log_gain(floor, atom.loss, bits);
      sum = sum + (order ? mass * exp(gain * Ball(*order - 1, bits)) : mass * gain);
    }
    return order ? accounting::log(sum) / Ball(*order - 1, bits) : sum;
  });
}

// f(z) = phi(z) (-ln(floor + (1-floor) e^{-mu^2/2 - mu z})) is analytic for |Im z| <= a = pi/(2 mu): there the argument
// of the exponential turns by at most pi/2, so that
//   |ln(...)| <= ln(1/floor) + ln 2 + |mu^2/2 + mu Re z| + pi/2.
// The trapezoid sum of step h over all integers differs from the integral by at most 2 M/(e^{2 pi a/h} - 1), M the
// integral of |f| on the edges of the strip (theorem `trapezoid-strip`), and the terms beyond |k| > n add at most twice
//   integral over z > n h of phi(z) (ln(1/floor) + mu^2/2 + mu z) = (...) P[N > n h] + mu phi(n h),  n h >= 1.
//
// Without a sum: with c = (1-floor)/floor the mean is -ln floor - E ln(1 + c e^-L), and (1 + x)^(1/2) <= 1 + x^(1/2)
// gives 0 <= E ln(1 + c e^-L) <= 2 E ln(1 + (c e^-L)^(1/2)) <= 2 c^(1/2) E e^(-L/2) = 2 c^(1/2) e^{-mu^2/8}. A mean of
// -ln of a ratio of densities is not negative.
Real gaussian_log_mean(const Rational& floor, const Rational& mu_squared, const accounting::Deadline& deadline) {
  return Real::computed([floor, mu_squared, deadline](long wanted_bits) {
    // Out of time a few bits are still cheap.
    const bool late = deadline.passed();
    const long asked = late ? std::min(wanted_bits, few_bits) : wanted_bits, bits = asked + 64;
    const Ball most = -accounting::log(Ball(floor, bits));
    const Ball short_of = sqrt(Ball((1 - floor) / floor, bits)) * exp(-Ball(mu_squared / 8, bits)) * 2;
    const Ball at_once = hull(nonnegative(lower(most - short_of)), upper(most));
    if (at_once.relative_bits() >= asked) return at_once;
    const Ball mu2(mu_squared, bits), mu = sqrt(mu2), pi = Ball::pi(bits), ln2 = accounting::log(Ball(2, bits));
    const Ball wanted = ln2 * (asked + 16);
    // A half-width beyond what the bits ask for only makes e^{a^2/2} larger.
    const Ball a = lower(min(pi / (mu * 2), sqrt(wanted)));
    const Ball odd = accounting::log(Ball(1 / floor, bits)) + mu2 / 2;
    const Ball edge = exp(square(a) / 2) * (odd + ln2 + mu + pi / 2);  // E|N| < 1
    // 2 pi a/h = wanted + ln M; n h = sqrt(2 wanted) + 2.
    const Ball h = lower(pi * a * 2 / (wanted + abs(accounting::log(edge)) + 1));
    const Ball reach = sqrt(wanted * 2) + 2;
    // A double chooses how many terms; what is left out is bounded for any number of them.
    const long n = static_cast<long>(std::min((reach / h).midpoint(), most_terms)) + 1;
    if (late && n > few_terms) return at_once;
    Ball sum(0, bits);
    const Ball rest(1 - floor, bits), scale = sqrt(pi * 2);
    for (long k = -n; k <= n; ++k) {
      if ((k & 0xff) == 0 && !late && deadline.passed()) return at_once;
      const Ball z = h * k;
      const Ball density = exp(-(square(z) / 2)) / scale;
      sum = sum - density * log1p(expm1(-(mu2 / 2 + mu * z)) * rest);
    }
    const Ball end = h * n;
    const Ball beyond = (odd * normal_tail(end) + mu * exp(-(square(end) / 2)) / scale) * 2;
    const Ball step = edge * 2 / expm1(pi * a * 2 / h);
    return sum * h + Ball::plus_minus(upper(beyond)) + Ball::plus_minus(upper(step));
  });
}

// L = s with probability 1/2, -s with e^-s/2, and s - 2u with density e^-u/2 on 0 < u < s. With c = (1-floor) e^-s the
// integral of e^-u ln(floor + c e^{2u}) is -e^-u ln(floor + c e^{2u}) + 2 r atan(e^u r), r = sqrt(c/floor).
Real laplace_log_mean(const Rational& floor, const Rational& shift) {
  return Real::computed([floor, shift](long bits) {
    const Ball s(shift, bits), e = exp(-s), t(floor, bits), rest(1 - floor, bits);
    const Ball c = rest * e, r = sqrt(c / t);
    const auto inner = [&](const Ball& u) {
      const Ball w = exp(u);
      return r * 2 * atan(w * r) - accounting::log(t + c * square(w)) / w;
    };
    const Ball between = (inner(s) - inner(Ball(0, bits))) / 2;
    const Ball at_top = accounting::log(t + rest * e) / 2, at_bottom = accounting::log(t + rest / e) * e / 2;
    return -(between + at_top + at_bottom);
  });
}

}  // namespace assay::persuasive
