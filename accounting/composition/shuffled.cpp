#include "accounting/composition/shuffled.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/composition/guess.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

Ball whole(std::int64_t n, long bits) { return Ball(Rational(Integer(n)), bits); }

// C(n, k) x^k (1-x)^{n-k}, 0 outside 0 <= k <= n.
Ball binomial_mass(std::int64_t n, std::int64_t k, const Ball& x) {
  const long bits = x.bits();
  if (k < 0 || k > n) return Ball(0, bits);
  Ball a(0, bits), b(0, bits), c(0, bits);
  arb_lgamma(a.raw(), whole(n + 1, bits).raw(), bits);
  arb_lgamma(b.raw(), whole(k + 1, bits).raw(), bits);
  arb_lgamma(c.raw(), whole(n - k + 1, bits).raw(), bits);
  return exp(a - b - c + log(x) * whole(k, bits) + log1p(-x) * whole(n - k, bits));
}

// P[Bin(n, x) >= k] term by term from k upward: the ratio of consecutive terms falls, so that what is left lies below a
// geometric series once it is below 1.
Ball binomial_tail(std::int64_t n, std::int64_t k, const Ball& x, const Deadline& deadline) {
  const long bits = x.bits();
  if (k <= 0) return Ball(1, bits);
  Ball term = binomial_mass(n, k, x), sum(0, bits), negligible(0, bits);
  const Ball odds = x / (1 - x);
  for (std::int64_t i = k; i <= n; ++i) {
    sum = sum + term;
    if (i == n) break;
    const Ball ratio = odds * (n - i) / (i + 1);
    term = term * ratio;
    if (i % 16 != 0) continue;
    negligible = sum;
    arb_mul_2exp_si(negligible.raw(), negligible.raw(), -bits);
    const Ball rest = term / (1 - ratio);
    if (certainly_less(ratio, Ball(1, bits)) && certainly_less(rest, negligible))
      return sum + Ball::zero_to(upper(rest));
    if (i % 4096 == 0 && deadline.passed()) return hull(Ball(0, bits), Ball(1, bits));
  }
  return sum;
}

// P[Bin(n, 1/2) >= k] and P[Bin(n, 1/2) = k] while n and k grow one by one.
class FairTail {
 public:
  FairTail(std::int64_t n, std::int64_t k, long bits, const Deadline& deadline)
      : n_(n),
        k_(k),
        tail_(binomial_tail(n, k, Ball(Rational(1, 2), bits), deadline)),
        mass_(binomial_mass(n, k, Ball(Rational(1, 2), bits))) {}

  const Ball& tail() const { return tail_; }
  std::int64_t at() const { return k_; }
  Ball mass_below() const {  // P[= k - 1]
    if (k_ > n_) return binomial_mass(n_, k_ - 1, Ball(Rational(1, 2), mass_.bits()));
    return mass_ * k_ / (n_ - k_ + 1);
  }
  void move_to(std::int64_t n, std::int64_t k) {
    for (; n_ < n; ++n_) {
      const Ball below = mass_below();
      tail_ = tail_ + below / 2;
      mass_ = (mass_ + below) / 2;
    }
    for (; k_ < k; ++k_) {
      tail_ = tail_ - mass_;
      mass_ = mass_ * (n_ - k_) / (k_ + 1);
    }
  }

 private:
  std::int64_t n_, k_;
  Ball tail_, mass_;
};

// P[X >= k] - scale Q[X >= k], X = B + 1 if the one responder's answer counts, else B: under P it counts with
// probability `truth`, under Q with the complement. `tail` = P[B >= k], `below` = P[B = k - 1].
Ball excess(const Ball& tail, const Ball& below, const Ball& truth, const Ball& scale) {
  const Ball one_less = tail + below, lie = 1 - truth;
  return truth * one_less + lie * tail - scale * (lie * one_less + truth * tail);
}

// floor of the ends of a ball.
std::pair<std::int64_t, std::int64_t> floors(const Ball& x) {
  const auto end = [](const Ball& e) {
    return static_cast<std::int64_t>(arf_get_si(arb_midref(e.raw()), ARF_RND_FLOOR));
  };
  return {end(lower(x)), end(upper(x))};
}

}  // namespace

// A threshold on the number of ones, all others answering about zeros: any one gives a bound, this one is the best.
Ball ShuffledProfile::responses(const Rational& epsilon, const Deadline& deadline, long bits) const {
  const auto users = static_cast<std::int64_t>(loss_.users);
  const Ball e0(loss_.epsilon, bits), e(epsilon, bits);
  const Ball truth = Ball(1, bits) / (exp(-e0) + 1), lie = exp(-e0) * truth;
  const Ball high = expm1(e + e0), share = high / (high + exp(e0) * (exp(e0) - exp(e)));
  const std::int64_t k = floors(share * whole(users, bits)).first + 1;
  const Ball tail = binomial_tail(users - 1, k, lie, deadline), below = binomial_mass(users - 1, k - 1, lie);
  return nonnegative(excess(tail, below, truth, exp(e)));
}

// Given the number c of clones, X counts those of the first kind, out of c + 1 with the responder: P exceeds e^eps Q
// from X > share (c + 1) on. Numbers of clones outside a window count fully.
Ball ShuffledProfile::clones(const Rational& epsilon, long nats, const Deadline& deadline, long bits) const {
  const auto others = static_cast<std::int64_t>(loss_.users) - 1;
  const Ball e0(loss_.epsilon, bits), e(epsilon, bits), scale = exp(e);
  const Ball truth = Ball(1, bits) / (exp(-e0) + 1), clone = exp(-e0);
  const Ball high = expm1(e + e0), share = high / (high + (exp(e0) - scale));
  const double mean = static_cast<double>(others) * clone.midpoint(), depth = static_cast<double>(nats);
  const double reach = std::sqrt(2 * mean * depth) + depth + 1;
  const auto first = static_cast<std::int64_t>(std::max(0.0, std::floor(mean - reach)));
  const std::int64_t last = std::min(others, static_cast<std::int64_t>(std::ceil(mean + reach)));
  Ball sum(0, bits), seen(0, bits), weight = binomial_mass(others, first, clone);
  const Ball odds = clone / -expm1(-e0);
  FairTail fair(first, floors(share * whole(first + 1, bits)).first + 1, bits, deadline);
  for (std::int64_t c = first; c <= last; ++c) {
    if (c % 256 == 0 && deadline.passed()) return hull(Ball(0, bits), Ball(1, bits));
    const auto ends = floors(share * whole(c + 1, bits));
    Ball best(0, bits);
    for (std::int64_t k = ends.first + 1; k <= ends.second + 1; ++k) {
      if (k == ends.first + 1) {
        if (fair.at() > k) fair = FairTail(c, k, bits, deadline);
        fair.move_to(c, k);
        best = max(best, excess(fair.tail(), fair.mass_below(), truth, scale));
      } else {  // the ends of the share leave the threshold open
        const FairTail other(c, k, bits, deadline);
        best = max(best, excess(other.tail(), other.mass_below(), truth, scale));
      }
    }
    sum = sum + weight * best;
    seen = seen + weight;
    weight = weight * odds * whole(others - c, bits) / whole(c + 1, bits);
  }
  if (first == 0 && last == others) return sum;
  return sum + Ball::zero_to(upper(nonnegative(1 - seen)));
}

Ball ShuffledProfile::nonnegative_delta(const Rational& epsilon, const Target& target) const {
  const Ball low =
      refine(wanted_bits(target) + 64, target, [&](long bits) { return responses(epsilon, target.deadline, bits); });
  long nats = 40;
  Ball high(1, 64);
  for (int round = 0; round < 5; ++round) {
    const long bits = wanted_bits(target) + 64 + 4 * nats;  // tails shrink by about e^-nats over the window
    high = min(high, upper(clones(epsilon, nats, target.deadline, bits)));
    // The charge is about e^-nats.
    const double needed = -high.log_midpoint() + 2.31 * static_cast<double>(target.digits) + 12;
    if (target.deadline.passed() || static_cast<double>(nats) >= needed) break;
    nats = std::max(2 * nats, static_cast<long>(std::min(needed, 1e6)));
  }
  return probability(hull(lower(low), high));
}

// Changing places of the two kinds of clones exchanges P and Q: delta(eps) = 1 - e^eps + e^eps delta(-eps).
Value ShuffledProfile::delta(const Rational& epsilon, const Target& target) {
  const long bits = wanted_bits(target) + 32;
  if (epsilon >= loss_.epsilon) return Value(Rational(0), bits);
  if (epsilon >= 0) return nonnegative_delta(epsilon, target);
  const Ball other = -epsilon >= loss_.epsilon ? Ball(0, bits) : nonnegative_delta(-epsilon, target);
  const Ball e(epsilon, bits);
  return probability(exp(e) * other - expm1(e));
}

// As a Gaussian: the responder moves a count of spread sqrt(clones)/2 by tanh(epsilon/2).
double ShuffledProfile::guess_epsilon(double log_delta) const {
  const double e0 = Ball(loss_.epsilon, 64).midpoint(), users = static_cast<double>(loss_.users);
  const double spread = std::sqrt(std::max(1.0, users * std::exp(-e0)));
  return std::min(e0, guess_gaussian_epsilon(2 * std::tanh(e0 / 2) / spread, log_delta));
}

}  // namespace assay::accounting
