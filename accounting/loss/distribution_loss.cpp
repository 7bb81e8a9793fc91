#include "accounting/loss/distribution_loss.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace assay::accounting {
namespace {

using core::Rational;
using Atoms = FiniteLoss::Atoms;
using Tails = DistributionLoss::Tails;
using Support = DistributionLoss::Support;

Tails swap_sides(Tails t) { return {t.dual_above, t.dual_below, t.above, t.below}; }

// (1-q) of the dual and q of the primal, per entry.
Tails mixed(const Tails& t, const Ball& q) {
  const Ball b = 1 - q;
  return {b * t.dual_below + q * t.below, b * t.dual_above + q * t.above, t.dual_below, t.dual_above};
}

Tails hull_of(const Tails& x, const Tails& y) {
  return {hull(x.below, y.below), hull(x.above, y.above), hull(x.dual_below, y.dual_below),
          hull(x.dual_above, y.dual_above)};
}

// The base loss whose mixture has the loss l: log(1 + (e^l - 1)/q), where 1 + (e^l - 1)/q > 0.
Ball unmixed(const Ball& loss, const Ball& q) { return log1p(expm1(loss) / q); }
Ball mixed_loss(const Ball& loss, const Ball& q) { return log1p(q * expm1(loss)); }

int sign_of(const Ball& x) { return certainly_positive(x) ? 1 : certainly_negative(x) ? -1 : 0; }

// P[N <= y] and P[N > y] by one evaluation: the smaller of the two is computed.
std::pair<Ball, Ball> both_sides(const Ball& y) {
  if (certainly_negative(y)) {
    const Ball below = normal_cdf(y);
    return {below, 1 - below};
  }
  const Ball above = normal_tail(y);
  return {1 - above, above};
}

// P and Q normal mixtures with weight q on the second component, in units of its distance 1 from the first:
// the observation x with L > l is x > x(l), increasing.
Tails two_normals(const Ball& x, const Ball& sigma, const Ball& q) {
  const Ball y0 = x / sigma, y1 = (x - 1) / sigma;
  const Ball b = 1 - q;
  const auto [below0, above0] = both_sides(y0);
  const auto [below1, above1] = both_sides(y1);
  return {b * below0 + q * below1, b * above0 + q * above1, below0, above0};
}

}  // namespace

DistributionLoss distribution(const GaussianLoss& loss) {
  DistributionLoss d;
  d.key = "gaussian(" + loss.mu_squared.str() + ")";
  d.atoms = [](long) { return Atoms{}; };
  d.support = [](long) { return Support{}; };
  d.tails = [mu2 = loss.mu_squared](const Ball& l) {
    const Ball m(mu2, l.bits());
    const Ball mu = sqrt(m);
    const Ball y = (l - m / 2) / mu, z = (l + m / 2) / mu;
    const auto [below, above] = both_sides(y);
    const auto [dual_below, dual_above] = both_sides(z);
    return Tails{below, above, dual_below, dual_above};
  };
  // x = the output in units of sigma, Q centred at 0.
  const Ball m(loss.mu_squared, 64);
  const double mu = sqrt(m).midpoint(), half = (m / 2).midpoint();
  Observation o;
  o.p = {{1, mu, 0, true}};
  o.q = {{1, 0, 0, true}};
  o.up = {{1, mu, -half}};
  d.observed = {o};
  return d;
}

// Atoms e^{-s}/2 at -s and 1/2 at s (Q mirrored); the density (1/4) e^{-(s-l)/2} between.
DistributionLoss distribution(const LaplaceLoss& loss) {
  DistributionLoss d;
  d.key = "laplace(" + loss.shift.str() + ")";
  d.atoms = [shift = loss.shift](long bits) {
    const Ball s(shift, bits), half(Rational(1, 2), bits);
    const Ball small = exp(-s) * half;
    return Atoms{{-s, s}, {small, half}, {half, small}};
  };
  d.support = [shift = loss.shift](long bits) {
    const Ball s(shift, bits);
    return Support{-s, s};
  };
  d.tails = [shift = loss.shift](const Ball& at) {
    const Ball s(shift, at.bits());
    const Ball l = min(max(at, -s), s);
    const Ball up = nonnegative(s - l) / 2, down = nonnegative(s + l) / 2;
    const Ball small = exp(-s) / 2;
    return Tails{small * expm1(down), -expm1(-up) / 2, -expm1(-down) / 2, small * expm1(up)};
  };
  // x = the loss itself.
  const Ball s(loss.shift, 64);
  const double end = s.midpoint(), scale = (exp(-s / 2) / 4).midpoint();
  Observation o;
  o.p = {{scale, 0, 0.5, false}};
  o.q = {{scale, 0, -0.5, false}};
  o.up = {{1, 1, 0}};
  o.from = o.least = -end;
  o.to = o.greatest = end;
  d.observed = {o};
  return d;
}

DistributionLoss distribution(const SampledGaussianLoss& loss) {
  using Kind = SampledGaussianLoss::Kind;
  if (loss.kind != Kind::replace) {
    DistributionLoss d = sampled_remove(distribution(GaussianLoss{1 / (loss.sigma * loss.sigma)}), loss.rate);
    return loss.kind == Kind::remove ? d : reversed(d);
  }
  // With y = e^{x/s^2} and c = q e^{-1/2s^2}: e^L = (b + c y)/(b + c/y), so c y^2 + b (1 - e^L) y - c e^L = 0.
  DistributionLoss d;
  d.key = "sampled_gaussian_replace(" + loss.sigma.str() + "," + loss.rate.str() + ")";
  d.atoms = [](long) { return Atoms{}; };
  d.support = [](long) { return Support{}; };
  d.tails = [sigma = loss.sigma, rate = loss.rate](const Ball& l) {
    const long bits = l.bits();
    const Ball s(sigma, bits), q(rate, bits);
    const Ball b = 1 - q, c = q * exp(-Ball(1 / (2 * sigma * sigma), bits)), e = exp(l);
    const Ball linear = b * -expm1(l) / (c * 2);  // half the linear coefficient over c
    const Ball root = sqrt(square(linear) + e);
    const Ball y = certainly_positive(linear) ? e / (root + linear) : root - linear;
    const Ball x = log(y) * square(s);
    const Tails right = two_normals(x, s, q), left = two_normals(-x, s, q);  // Q is P mirrored at 0
    return Tails{right.below, right.above, left.above, left.below};
  };
  const double mu = Ball(1 / loss.sigma, 64).midpoint(), half = Ball(1 / (2 * loss.sigma * loss.sigma), 64).midpoint();
  const double rate = Ball(loss.rate, 64).midpoint(), rest = Ball(1 - loss.rate, 64).midpoint();
  Observation o;
  o.p = {{rest, 0, 0, true}, {rate, mu, 0, true}};
  o.q = {{rest, 0, 0, true}, {rate, -mu, 0, true}};
  o.up = {{rate, mu, -half}};
  o.down = {{rate, -mu, -half}};
  d.observed = {o};
  return d;
}

DistributionLoss distribution(const FiniteLossPair& pair, std::string key) {
  DistributionLoss d;
  d.key = std::move(key);
  d.infinite_mass = pair.loss.infinite_mass;
  d.dual_infinite_mass = pair.dual_infinite_mass;
  d.atoms = pair.loss.atoms;
  d.support = [](long bits) { return Support{Ball(0, bits), Ball(0, bits)}; };
  d.tails = [](const Ball& l) {
    const Ball zero(0, l.bits());
    return Tails{zero, zero, zero, zero};
  };
  return d;
}

DistributionLoss reversed(const DistributionLoss& loss) {
  DistributionLoss d;
  d.key = "reversed(" + loss.key + ")";
  d.infinite_mass = loss.dual_infinite_mass;
  d.dual_infinite_mass = loss.infinite_mass;
  d.atoms = [from = loss.atoms](long bits) {
    Atoms a = from(bits);
    std::swap(a.mass, a.dual_mass);
    for (Ball& l : a.loss) l = -l;
    std::reverse(a.loss.begin(), a.loss.end());
    std::reverse(a.mass.begin(), a.mass.end());
    std::reverse(a.dual_mass.begin(), a.dual_mass.end());
    return a;
  };
  d.support = [from = loss.support](long bits) {
    const Support s = from(bits);
    Support r;
    if (s.greatest) r.least = -*s.greatest;
    if (s.least) r.greatest = -*s.least;
    return r;
  };
  d.tails = [from = loss.tails](const Ball& l) { return swap_sides(from(-l)); };
  for (const Observation& o : loss.observed) d.observed.push_back(reversed(o));
  return d;
}

DistributionLoss sampled_remove(const DistributionLoss& base, const Rational& rate) {
  DistributionLoss d;
  d.key = "sampled(" + rate.str() + "," + base.key + ")";
  d.infinite_mass = rate * base.infinite_mass;
  d.atoms = [from = base.atoms, only_q = base.dual_infinite_mass, rate](long bits) {
    const Atoms a = from(bits);
    const Ball q(rate, bits);
    Atoms to;
    if (only_q > 0) {  // where P has no mass: the least loss there is
      to.loss.push_back(log1p(-q));
      to.mass.emplace_back((1 - rate) * only_q, bits);
      to.dual_mass.emplace_back(only_q, bits);
    }
    for (std::size_t i = 0; i < a.loss.size(); ++i) {
      to.loss.push_back(mixed_loss(a.loss[i], q));
      to.mass.push_back((1 - q) * a.dual_mass[i] + q * a.mass[i]);
      to.dual_mass.push_back(a.dual_mass[i]);
    }
    return to;
  };
  d.support = [from = base.support, rate](long bits) {
    const Support s = from(bits);
    const Ball q(rate, bits);
    Support r;
    r.least = s.least ? mixed_loss(*s.least, q) : log1p(-q);
    if (s.greatest) r.greatest = mixed_loss(*s.greatest, q);
    return r;
  };
  d.tails = [from = base.tails, rate](const Ball& l) {
    const Ball q(rate, l.bits());
    const Ball ratio = expm1(l) / q + 1;
    if (certainly_positive(ratio)) return mixed(from(unmixed(l, q)), q);
    // At or below log(1 - q), the end of the support: nothing lies below but what lies below upper(ratio).
    const Ball most = upper(ratio);
    const bool some = certainly_positive(most);
    const Tails t = mixed(from(some ? log(most) : Ball(0, l.bits())), q);
    const Ball none(0, l.bits()), all = t.below + t.above, dual_all = t.dual_below + t.dual_above;
    if (!some) return Tails{none, all, none, dual_all};
    return Tails{hull(none, t.below), hull(t.above, all), hull(none, t.dual_below), hull(t.dual_above, dual_all)};
  };
  if (base.observed.size() == 1)
    if (auto o = sampled(base.observed[0], Ball(rate, 64).midpoint())) d.observed.push_back(std::move(*o));
  return d;
}

DistributionLoss sampled_add(const DistributionLoss& base, const Rational& rate) {
  return reversed(sampled_remove(reversed(base), rate));
}

DistributionLoss sampled_replace(const DistributionLoss& base, const Rational& rate) {
  const auto up = std::make_shared<const DistributionLoss>(sampled_remove(base, rate));
  const auto down = std::make_shared<const DistributionLoss>(sampled_add(base, rate));
  DistributionLoss d;
  d.key = "sampled_replace(" + rate.str() + "," + base.key + ")";
  d.attained = up;
  d.infinite_mass = up->infinite_mass;
  d.dual_infinite_mass = down->dual_infinite_mass;
  // At 0: what the base has there, and (1-q) times the base's total variation, P[L > 0] - Q[L > 0].
  d.atoms = [up, down, from = base.atoms, tails = base.tails, mass = base.infinite_mass, rate](long bits) {
    Atoms to;
    const auto take = [&to](const Atoms& a, int sign) {
      for (std::size_t i = 0; i < a.loss.size(); ++i)
        if (sign_of(a.loss[i]) == sign) {
          to.loss.push_back(a.loss[i]);
          to.mass.push_back(a.mass[i]);
          to.dual_mass.push_back(a.dual_mass[i]);
        }
    };
    take(down->atoms(bits), -1);
    const Tails t = tails(Ball(0, bits));
    Ball p(mass, bits), q(0, bits), at_zero(0, bits);
    p = p + t.above, q = q + t.dual_above;
    const Atoms a = from(bits);
    for (std::size_t i = 0; i < a.loss.size(); ++i) {
      if (sign_of(a.loss[i]) > 0) p = p + a.mass[i], q = q + a.dual_mass[i];
      if (sign_of(a.loss[i]) == 0) at_zero = at_zero + a.mass[i];
    }
    const Ball joint = at_zero + nonnegative(p - q) * Ball(1 - rate, bits);
    to.loss.emplace_back(0, bits);
    to.mass.push_back(joint);
    to.dual_mass.push_back(joint);
    take(up->atoms(bits), 1);
    return to;
  };
  d.support = [up, down](long bits) { return Support{down->support(bits).least, up->support(bits).greatest}; };
  d.tails = [up, down](const Ball& l) {
    const long bits = l.bits();
    const Tails right = up->tails(Ball(0, bits)), left = down->tails(Ball(0, bits));
    const auto at = [&](const Ball& x, bool positive) {
      if (positive) {
        const Tails t = up->tails(x);
        return Tails{left.below + nonnegative(right.above - t.above), t.above,
                     left.dual_below + nonnegative(right.dual_above - t.dual_above), t.dual_above};
      }
      const Tails t = down->tails(x);
      return Tails{t.below, right.above + nonnegative(left.below - t.below), t.dual_below,
                   right.dual_above + nonnegative(left.dual_below - t.dual_below)};
    };
    if (certainly_nonnegative(l)) return at(l, true);
    if (certainly_negative(l)) return at(l, false);
    return hull_of(at(lower(l), false), at(upper(l), true));
  };
  if (up->observed.size() == 1 && down->observed.size() == 1) {
    d.observed = {down->observed[0], up->observed[0]};
    d.observed[0].greatest = std::min(d.observed[0].greatest, 0.0);
    d.observed[1].least = std::max(d.observed[1].least, 0.0);
  }
  return d;
}

}  // namespace assay::accounting
