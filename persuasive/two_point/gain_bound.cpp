// Closed forms for log, Brier, ranked probability and (pseudo)spherical; a certified maximum for power and Tsallis.
#include "persuasive/two_point/gain_bound.hpp"

#include <algorithm>
#include <utility>

#include "persuasive/exact/roots.hpp"
#include "persuasive/two_point/partial_score.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;

/// e^loss where it is rational.
const Rational* rational_ratio(const Real& loss) {
  const LogNumber* exact = loss.exact();
  return exact != nullptr && exact->shift == 0 ? &exact->ratio : nullptr;
}

Real scaled(const Real& x, const Rational& by) {
  if (x.exact() != nullptr && x.exact()->is_rational()) return Real(Rational(x.exact()->shift * by));
  return Real::computed([x, by](long bits) { return x.enclose(bits) * Ball(by, bits); });
}

Real log_gain(const Rational& q, const Real& loss) {
  if (loss.infinity() > 0) return q == 0 ? Real::infinite() : Real(LogNumber::log(1 / q));
  if (q == 0) return loss;
  if (const Rational* ratio = rational_ratio(loss)) return Real(LogNumber::log(*ratio / (q * *ratio + 1 - q)));
  return Real::computed([q, loss](long bits) {
    return -log1p(expm1(-loss.enclose(bits)) * Ball(1 - q, bits));  // q + (1-q) e^-L = 1 + (1-q)(e^-L - 1)
  });
}

/// Any continuous rule at one q; loss may be infinite.
Real gain_at(const Score& score, const Rational& q, const Real& loss, std::size_t distance) {
  if (score.rule == Score::Rule::log) return log_gain(q, loss);
  const Rational* ratio = rational_ratio(loss);
  if (score.rule == Score::Rule::brier || score.rule == Score::Rule::ranked_probability) {
    const Rational scale = score.rule == Score::Rule::brier ? Rational(2) : Rational(distance);
    if (loss.infinity() > 0) return Real(Rational(scale * (1 - q) * (1 - q)));
    if (ratio != nullptr) {
      const Rational d = 1 + q * (*ratio - 1);
      return Real(Rational(scale * (1 - q) * (1 - q) * (1 - 1 / (d * d))));
    }
  }
  if (score.rule == Score::Rule::spherical && ratio != nullptr && q > 0) {
    const Rational r = q * *ratio, other = 1 - q;
    const std::optional<Rational> before = rational_root(q * q + other * other, 2);
    const std::optional<Rational> after = rational_root(r * r + other * other, 2);
    if (before && after) return Real(Rational(r / *after - q / *before));
  }
  return Real::computed([score, q, loss, distance](long bits) {
    const Ball p(q, bits);
    const Ball r = loss.infinity() > 0 ? Ball(1, bits) : posterior(p, exp(loss.enclose(bits)));
    return partial_score(score, p, distance) - partial_score(score, r, distance);
  });
}

/// Brier at loss > 0: stationary where D = 1 + q (e^loss - 1) has D^3 = e^loss.
GainBound brier_bound(const Score& score, const TruthMass& truth, const Real& loss, std::size_t distance) {
  const Rational scale = score.rule == Score::Rule::brier ? Rational(1) : Rational(distance, 2);
  if (const Rational* ratio = rational_ratio(loss)) {
    const auto cube = [&](const Rational& q) { return integer_power(1 + q * (*ratio - 1), 3); };
    if (cube(truth.floor) >= *ratio) return {gain_at(score, truth.floor, loss, distance), Real(truth.floor), true};
    if (truth.ceiling < 1 && cube(truth.ceiling) <= *ratio)
      return {gain_at(score, truth.ceiling, loss, distance), Real(truth.ceiling), true};
    if (const std::optional<Rational> a = rational_root(*ratio, 3)) {
      const Rational sum = *a * *a + *a + 1;
      return {Real(Rational(scale * 2 * (*a - 1) * integer_power(*a + 1, 3) / (sum * sum))), Real(Rational(1 / sum)),
              true};
    }
  }
  const auto stationary = [loss, truth](long bits) {
    const Ball a = exp(loss.enclose(bits) / 3), q = Ball(1, bits) / (square(a) + a + 1);
    return min(max(q, Ball(truth.floor, bits)), Ball(truth.ceiling, bits));
  };
  const Real gain = Real::computed([loss, stationary](long bits) {
    const Ball q = stationary(bits), d = q * expm1(loss.enclose(bits)) + 1;
    return square(1 - q) * 2 * (1 - Ball(1, bits) / square(d));
  });
  return {scaled(gain, scale), Real::computed(stationary), true};
}

/// (Pseudo)spherical at loss > 0: with w = ((1-q)/q)^a and C = e^{a loss} the gain is (1 + w/C)^-c - (1 + w)^-c, c =
/// (a-1)/a, stationary where ((1+w)/(1+w/C))^{1+c} = C.
GainBound spherical_bound(const Score& score, const TruthMass& truth, const Real& loss) {
  const Rational a = score.rule == Score::Rule::spherical ? Rational(2) : score.order, c = (a - 1) / a;
  if (score.rule == Score::Rule::spherical && truth.floor == 0 && truth.ceiling == 1)
    if (const Rational* ratio = rational_ratio(loss))
      if (const std::optional<Rational> root = rational_root(*ratio * *ratio, 3))
        if (const std::optional<Rational> norm = rational_root(*root * *root + *root + 1, 2))
          return {Real(Rational((*root - 1) / *norm)), Real::computed([b = *root](long bits) {
                    return Ball(1, bits) / (sqrt(Ball(b * (b + 1), bits)) + 1);
                  }),
                  true};
  const auto odds = [loss, truth, a, c](long bits) {
    const Ball step = exp(loss.enclose(bits) * Ball(a / (1 + c), bits)), high = exp(loss.enclose(bits) * Ball(a, bits));
    Ball w = (step - 1) / (1 - step / high);
    const auto at = [&](const Rational& q) { return real_power(Ball((1 - q) / q, bits), a); };
    if (truth.floor > 0) w = min(w, at(truth.floor));
    return max(w, at(truth.ceiling));
  };
  const Real gain = Real::computed([odds, loss, a, c](long bits) {
    const Ball w = odds(bits), high = exp(loss.enclose(bits) * Ball(a, bits));
    return real_power(w / high + 1, -c) - real_power(w + 1, -c);
  });
  const Real mass =
      Real::computed([odds, a](long bits) { return Ball(1, bits) / (real_power(odds(bits), 1 / a) + 1); });
  return {gain, mass, true};
}

/// Power and Tsallis at loss > 0, and every rule at loss < 0 (with a ceiling below 1).
GainBound searched(const Score& score, const TruthMass& truth, const Real& loss, std::size_t distance,
                   const accounting::Deadline& deadline) {
  if (truth.floor == truth.ceiling) return {gain_at(score, truth.floor, loss, distance), Real(truth.floor), true};
  const auto search = [score, truth, loss, distance, deadline](long bits) {
    // Precision for the ratio beyond that of the search: it enters every evaluation.
    const Ball ratio = exp(loss.enclose(2 * bits + 96));
    const IntervalFunction gain{
        [&](const Ball& q) {
          return partial_score(score, q, distance) - partial_score(score, posterior(q, ratio), distance);
        },
        [&](const Ball& q) {
          return partial_slope(score, q, distance) -
                 partial_slope(score, posterior(q, ratio), distance) * posterior_slope(q, ratio);
        }};
    return maximum(gain, truth.floor, truth.ceiling, bits, deadline);
  };
  return attained_between(Real::computed([search](long bits) { return search(bits).value; }), truth, search(40));
}

/// Tsallis of order a < 1 at loss l < 0 falls to minus infinity with the mass q. The score is -a times the integral of
/// (1-p) (p^(a-2) + (1-p)^(a-2)) dp, so that with p = e^u/(1 + e^u), du = dp/(p (1-p)), the gain is at most -a |l|
/// times the least of p^(a-1) (1-p)^2 below q, which for q <= 1/3 is that at q: a floor for the search.
std::optional<Rational> worth_searching(const Score& score, const Rational& ceiling, const Real& loss) {
  constexpr unsigned largest_exponent = 16'384;
  constexpr long bits = 128;
  const Ball known = gain_at(score, ceiling, loss, 1).enclose(bits);
  for (unsigned k = 1; k <= largest_exponent; k *= 2) {
    const Rational q = std::min(Rational(1, 3), ceiling) / Rational(core::Integer(1) << k);
    const Ball most = loss.enclose(bits) * Ball(score.order, bits) * real_power(Ball(q, bits), score.order - 1) *
                      square(Ball(Rational(1 - q), bits));
    if (certainly_less(most, known)) return q;
  }
  return std::nullopt;
}

GainBound tsallis_below(const Score& score, const TruthMass& truth, const Real& loss,
                        const accounting::Deadline& deadline) {
  if (const std::optional<Rational> floor = worth_searching(score, truth.ceiling, loss))
    return searched(score, {*floor, truth.ceiling}, loss, 1, deadline);
  const Real known = gain_at(score, truth.ceiling, loss, 1);
  return {Real::computed([known](long bits) { return hull(known.enclose(bits), Ball(0, bits)); }), Real(truth.ceiling),
          false};
}

/// At loss < 0 the gain falls and rises again between two zeros or ends: the better end.
GainBound better_end(const Score& score, const TruthMass& truth, const Real& loss, std::size_t distance) {
  const Real low = gain_at(score, truth.floor, loss, distance), high = gain_at(score, truth.ceiling, loss, distance);
  const bool at_low = compare(low, high) == Order::greater;
  return {larger(low, high), Real(at_low ? truth.floor : truth.ceiling), true};
}

GainBound at_infinity(const Score& score, const TruthMass& truth, std::size_t distance) {
  const bool attained = truth.floor > 0;
  if (score.rule == Score::Rule::tsallis && score.order < 1 && !attained)
    return {Real::infinite(), Real(Rational(0)), false};
  if (!attained && score.rule != Score::Rule::log && score.rule != Score::Rule::brier &&
      score.rule != Score::Rule::ranked_probability) {
    // s(0+) - s(1), in closed form.
    const Rational width = score.rule == Score::Rule::power     ? score.order
                           : score.rule == Score::Rule::tsallis ? Rational(score.order / (score.order - 1))
                                                                : Rational(1);
    return {Real(width), Real(Rational(0)), false};
  }
  return {gain_at(score, truth.floor, Real::infinite(), distance), Real(truth.floor), attained};
}

}  // namespace

GainBound attained_between(Real gain, const TruthMass& truth, const IntervalMaximum& near) {
  if (near.low == near.high) return {std::move(gain), Real(near.low), near.low > 0};
  if (truth.floor == 0 && near.low == 0) return {std::move(gain), Real(near.at), false};
  return {std::move(gain),
          Real::computed([near](long bits) { return hull(Ball(near.low, bits), Ball(near.high, bits)); }), true};
}

GainBound gain_bound(const Score& score, const TruthMass& truth, const Real& loss, std::size_t distance,
                     const accounting::Deadline& deadline) {
  using enum Score::Rule;
  if (loss.infinity() > 0) return at_infinity(score, truth, distance);
  const Order side = compare(loss, Real());
  const bool open = truth.ceiling == 1;
  if (side == Order::equal) return {Real(), Real(truth.some()), true};
  if (side == Order::less && open) return {Real(), Real(Rational(1)), truth.holds_certainty()};
  if (side == Order::unknown && open) {
    // A loss next to 0: the bound is nondecreasing in it, and 0 below.
    const GainBound above = gain_bound(
        score, truth, Real::computed([loss](long bits) { return max(loss.enclose(bits), exp(Ball(-bits, bits))); }),
        distance, deadline);
    return {Real::computed([gain = above.gain](long bits) { return hull(Ball(0, bits), gain.enclose(bits)); }),
            above.mass, false};
  }
  if (score.rule == log) {
    const Rational& q = side == Order::less ? truth.ceiling : truth.floor;
    return {log_gain(q, loss), Real(q), q > 0};
  }
  if (score.rule == tsallis && score.order < 1 && truth.floor == 0) {
    if (side != Order::less) return {Real::infinite(), Real(Rational(0)), false};
    return tsallis_below(score, truth, loss, deadline);
  }
  if (side == Order::less && truth.floor == 0) return {Real(), Real(Rational(0)), false};
  if (score.rule == Score::Rule::power || score.rule == tsallis)
    return searched(score, truth, loss, distance, deadline);
  if (side == Order::less) return better_end(score, truth, loss, distance);
  if (score.rule == brier || score.rule == ranked_probability) return brier_bound(score, truth, loss, distance);
  return spherical_bound(score, truth, loss);
}

}  // namespace assay::persuasive
