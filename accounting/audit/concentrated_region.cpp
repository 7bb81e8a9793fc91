#include "accounting/audit/concentrated_region.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

/// The pair of laws of one test's outcome. The likelier outcome under P has probability a and loss `gain` > 0, the
/// other a loss lower by `drop`. With s = order - 1 and K(s) = ln E_P[e^{s loss}], D/order is K(s)/(s (1 + s)).
struct Losses {
  Ball a, gain, drop;

  static Losses of(const Ball& p, const Ball& q) {  // p > q: probabilities of the outcome that P favours
    const Ball up = log(p / q);
    return {p, up, up - log((1 - p) / (1 - q))};
  }
  Ball left(const Ball& s) const { return (1 - a) * exp(-(s * drop)); }
  Ball tilted(const Ball& s) const {
    const Ball rest = left(s);
    return rest / (a + rest);
  }
  Ball k(const Ball& s) const { return s * gain + log(a + left(s)); }
  Ball slope(const Ball& s) const { return gain - drop * tilted(s); }  // K'; at 0 the Kullback-Leibler divergence
  Ball curvature(const Ball& s) const {                                // K''
    const Ball u = tilted(s);
    return square(drop) * u * (1 - u);
  }
  Ball ratio(const Ball& s) const { return k(s) / (s * (s + 1)); }
};

Ball power_of_two(long exponent, long bits) {
  Ball r(1, bits);
  arb_mul_2exp_si(r.raw(), r.raw(), exponent);
  return r;
}

struct Interval {
  Ball low, high;  // exact
};

/// Whether J(s) = K(s) - level s (1 + s) is certainly at most 0 on the interval: by Taylor to the second order, around
/// 0 where the interval begins there, else around its middle. J is small throughout where D/order hardly varies.
bool below(const Losses& losses, const Interval& over, const Ball& level) {
  const Ball bend = upper(losses.curvature(hull(over.low, over.high)) - level * 2);
  if (over.low.is_exact_zero())
    return certainly_less_equal(losses.slope(over.low) - level + nonnegative(bend) * over.high / 2, Ball(0, 64));
  const Ball middle = centre((over.low + over.high) / 2), reach = upper(over.high - over.low) / 2;
  const Ball value = losses.k(middle) - level * middle * (middle + 1);
  const Ball slope = losses.slope(middle) - level * (middle * 2 + 1);
  if (certainly_negative(bend) && certainly_less_equal(value - square(slope) / (bend * 2), Ball(0, 64))) return true;
  return certainly_less_equal(value + abs(slope) * reach + nonnegative(bend) * square(reach) / 2, Ball(0, 64));
}

/// Whether D/order is certainly at most the level for every order.
bool all_below(const Losses& losses, const Ball& level) {
  const long bits = losses.a.bits();
  if (!certainly_positive(level)) return false;
  // K(s) <= s gain: from here on D/order is below the level.
  const Ball end = upper(losses.gain / level);
  std::vector<Interval> open;
  Ball low = power_of_two(-8, bits);
  open.push_back({Ball(0, bits), low});
  while (certainly_less(low, end)) {
    const Ball high = upper(low * 2);
    open.push_back({low, high});
    low = high;
  }
  for (int steps = 0; !open.empty(); ++steps) {
    const Interval over = std::move(open.back());
    open.pop_back();
    if (below(losses, over, level)) continue;
    const Ball middle = centre((over.low + over.high) / 2);
    if (steps > 600 || !certainly_less(over.low, middle) || !certainly_less(middle, over.high)) return false;
    open.push_back({over.low, middle});
    open.push_back({middle, over.high});
  }
  return true;
}

/// Where in s > 0 D/order looks largest, in doubles.
struct Guess {
  double s = 0, ratio = 0;
};

Guess guess_best(double a, double gain, double drop) {
  const auto at = [&](double s) { return (s * gain + std::log1p((1 - a) * std::expm1(-s * drop))) / (s * (1 + s)); };
  double top = 0x1p-12, best = at(top);
  for (double s = top * 2; s < 0x1p24; s *= 2)
    if (const double here = at(s); here > best) {
      best = here;
      top = s;
    }
  double low = top / 2, high = top * 2;
  for (int i = 0; i < 60; ++i) {
    const double left = low + (high - low) * 0.382, right = low + (high - low) * 0.618;
    (at(left) < at(right) ? low : high) = at(left) < at(right) ? left : right;
  }
  return {(low + high) / 2, std::fmax(best, at((low + high) / 2))};
}

/// A lower bound of the supremum over s >= 0: D/order at the best s that a search finds.
Ball found(const Losses& losses) {
  const long bits = losses.a.bits();
  Ball best = lower(losses.slope(Ball(0, bits)));
  const Guess guess = guess_best(losses.a.midpoint(), losses.gain.midpoint(), losses.drop.midpoint());
  if (!std::isfinite(guess.s)) return best;
  Ball s = Ball::exact(guess.s, bits);
  for (long reached = 48; reached < bits; reached *= 2) {
    const Ball value = lower(losses.ratio(s));
    if (value.is_finite() && certainly_less(best, value)) best = value;
    // Newton on the numerator of the slope of D/order.
    const Ball below = s * (s + 1), numerator = losses.slope(s) * below - losses.k(s) * (s * 2 + 1);
    const Ball next = centre(s - numerator / (losses.curvature(s) * below - losses.k(s) * 2));
    if (!next.is_finite() || !certainly_positive(next)) break;
    s = next;
  }
  const Ball value = lower(losses.ratio(s));
  return value.is_finite() && certainly_less(best, value) ? value : best;
}

/// The supremum over s >= 0.
Ball supremum(const Losses& losses, long digits) {
  const long bits = losses.a.bits();
  const Ball least = found(losses);
  if (!certainly_positive(least)) return hull(nonnegative(least), Ball::positive_infinity(bits));
  for (long looser = digits + 1; looser > 0; looser -= 3) {
    const Ball most = upper(least + least / pow(Ball(10, bits), static_cast<unsigned long>(looser)));
    if (all_below(losses, most)) return hull(least, most);
  }
  return hull(least, upper(losses.gain));  // D/order is at most the largest loss
}

/// Bern(t) against Bern(f), and the other way round, where the outcome that the first favours is the other one.
std::pair<Losses, Losses> both(const Ball& t, const Ball& f) { return {Losses::of(t, f), Losses::of(1 - f, 1 - t)}; }

double guess_rho(double t, double f) {
  const double up = std::log(t / f), down = std::log1p((t - f) / (1 - t));
  return std::fmax(guess_best(t, up, up + down).ratio, guess_best(1 - f, down, up + down).ratio);
}

/// 1: a rate t needs more than rho; -1: it does not; 0: not told.
int compare(const Ball& t, const Ball& f, const Rational& rho) {
  if (certainly_less_equal(t, f)) return -1;
  if (!certainly_less(f, t) || !certainly_less(t, Ball(1, 64))) return 0;
  const auto [forward, backward] = both(t, f);
  if (certainly_less(rho, found(forward)) || certainly_less(rho, found(backward))) return 1;
  const Ball level(rho, t.bits());
  return all_below(forward, level) && all_below(backward, level) ? -1 : 0;
}

Ball rate(const Ball& log_odds) { return Ball(1, log_odds.bits()) / (exp(-log_odds) + 1); }

}  // namespace

Ball least_rho(const Ball& t, const Ball& f, long digits) {
  const Ball one(1, t.bits());
  if (!certainly_positive(f) || !certainly_less(t, one) || !certainly_less(f, t)) {
    Ball anything(0, t.bits());
    arb_zero_pm_inf(anything.raw());
    return nonnegative(anything);
  }
  const auto [forward, backward] = both(t, f);
  return max(supremum(forward, digits), supremum(backward, digits));
}

Ball least_false_negative_zcdp(const Rational& rho, const Rational& alpha, long digits) {
  const long bits = 96 + 7 * digits;
  const Ball f(alpha, bits);
  const double false_positive = f.midpoint(), level = rho.convert_to<double>();
  // The log-odds of the true-positive rate: a bracket in doubles, then ends that are certain.
  double start = std::log(false_positive / (1 - false_positive)), end = start + 1;
  const auto needs_more = [&](double x) { return guess_rho(1 / (1 + std::exp(-x)), false_positive) > level; };
  for (double step = 1; step < 1e6 && !needs_more(end); step *= 2) {
    start = end;
    end += step;
  }
  for (int i = 0; i < 60; ++i) {
    const double middle = (start + end) / 2;
    (needs_more(middle) ? end : start) = middle;
  }
  if (!std::isfinite(start)) return Ball::zero_to(Ball(1, bits));
  const Ball guess = Ball::exact(start, bits);
  std::optional<Ball> low, high;
  for (long reach = -44; reach <= 6 && !(low && high); reach += 4) {
    const Ball under = guess - power_of_two(reach, bits), over = guess + power_of_two(reach, bits);
    if (!low && compare(rate(under), f, rho) < 0) low = under;
    if (!high && compare(rate(over), f, rho) > 0) high = over;
  }
  const Ball floor = power_of_two(-8 - (10 * digits) / 3, bits);
  while (low && high && !certainly_less(*high - *low, floor)) {
    const Ball middle = centre((*low + *high) / 2);
    const int told = compare(rate(middle), f, rho);
    if (told == 0) break;
    (told > 0 ? high : low) = middle;
  }
  return hull(high ? rate(-*high) : Ball(0, bits), low ? rate(-*low) : 1 - f);
}

}  // namespace assay::accounting
