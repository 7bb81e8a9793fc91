// Partial scores of the continuous rules.
#include "persuasive/two_point/partial_score.hpp"

#include "persuasive/exact/maximum.hpp"

namespace assay::persuasive {

using accounting::Ball;
using core::Rational;

namespace {

Ball power_score(const Ball& p, const Rational& a) {
  const Ball other = nonnegative(1 - p);
  const Ball sum = real_power(p, a) + real_power(other, a);
  return Ball(a - 1, p.bits()) * sum - Ball(a, p.bits()) * real_power(p, a - 1);
}

/// (a-1) a (p^{a-1} - (1-p)^{a-1}) - a (a-1) p^{a-2} = -a (a-1) ((1-p) p^{a-2} + (1-p)^{a-1}).
Ball power_slope(const Ball& p, const Rational& a) {
  const Ball other = nonnegative(1 - p);
  const Ball first = a == 2 ? other : other * real_power(p, a - 2);
  return Ball(-a * (a - 1), p.bits()) * (first + real_power(other, a - 1));
}

/// -(p/n)^{a-1}, n = (p^a + (1-p)^a)^{1/a}.
Ball pseudospherical_score(const Ball& p, const Rational& a) {
  const Ball other = nonnegative(1 - p);
  const Ball sum = real_power(p, a) + real_power(other, a);
  return -(real_power(p, a - 1) / real_power(sum, (a - 1) / a));
}

/// d/dp of -p^{a-1} n^{1-a} = -(a-1) p^{a-2} (1-p)^{a-1} (p^a + (1-p)^a)^{-(2a-1)/a}.
Ball pseudospherical_slope(const Ball& p, const Rational& a) {
  const Ball other = nonnegative(1 - p);
  const Ball sum = real_power(p, a) + real_power(other, a);
  const Ball left = a == 2 ? Ball(1, p.bits()) : real_power(p, a - 2);
  return -(Ball(a - 1, p.bits()) * left * real_power(other, a - 1) / real_power(sum, (2 * a - 1) / a));
}

}  // namespace

Ball partial_score(const Score& score, const Ball& p, std::size_t distance) {
  using enum Score::Rule;
  const auto steps = static_cast<long>(distance);
  switch (score.rule) {
    case log: return -accounting::log(p);
    case brier: return square(1 - p) * 2;
    case ranked_probability: return square(1 - p) * steps;
    case spherical: return pseudospherical_score(p, 2);
    case pseudospherical: return pseudospherical_score(p, score.order);
    case Score::Rule::power: return power_score(p, score.order);
    case tsallis: return (power_score(p, score.order) + 1) / Ball(score.order - 1, p.bits());
    case zero_one:
    case decision:
    case hinge: break;
  }
  return Ball::positive_infinity(p.bits());
}

Ball partial_slope(const Score& score, const Ball& p, std::size_t distance) {
  using enum Score::Rule;
  const auto steps = static_cast<long>(distance);
  switch (score.rule) {
    case log: return Ball(-1, p.bits()) / p;
    case brier: return (p - 1) * 4;
    case ranked_probability: return (p - 1) * (2 * steps);
    case spherical: return pseudospherical_slope(p, 2);
    case pseudospherical: return pseudospherical_slope(p, score.order);
    case Score::Rule::power: return power_slope(p, score.order);
    case tsallis: return power_slope(p, score.order) / Ball(score.order - 1, p.bits());
    case zero_one:
    case decision:
    case hinge: break;
  }
  return Ball::positive_infinity(p.bits());
}

// q/(q + (1-q)/ratio): increasing in q, so the ends of a ball give the tightest enclosure.
Ball posterior(const Ball& q, const Ball& ratio) {
  const auto at = [&](const Ball& p) { return p * ratio / ((1 - p) + p * ratio); };
  const Ball low = nonnegative(lower(q)), high = min(upper(q), Ball(1, q.bits()));
  return hull(at(low), at(high));
}

Ball posterior_slope(const Ball& q, const Ball& ratio) { return ratio / square((1 - q) + q * ratio); }

}  // namespace assay::persuasive
