// The closed form of a sampled Laplace step's moments against sums that bracket the integral it replaces.
#include "accounting/loss/sampled_laplace_moment.hpp"

#include <doctest/doctest.h>

namespace {

using namespace assay;
using accounting::Ball;
using accounting::Direction;
using core::Rational;

constexpr long bits = 128;

// w(l) = 1 - q + q e^l to the power p.
Ball weight(const Rational& rate, const Ball& loss, const Rational& power) {
  return exp(Ball(power, bits) * log1p(Ball(rate, bits) * expm1(loss)));
}

// The moment with the integral of e^{-x} w(2x - s)^p over 0 < x < s bracketed piece by piece: both factors are
// monotone.
Ball bracketed(const Rational& s, const Rational& rate, const Rational& power, int pieces) {
  Ball sum(0, bits);
  for (int i = 0; i < pieces; ++i) {
    const Rational from = s * i / pieces, to = s * (i + 1) / pieces;
    const Ball fall = exp(-Ball(from, bits)) - exp(-Ball(to, bits));
    sum = sum + fall * hull(weight(rate, Ball(2 * from - s, bits), power), weight(rate, Ball(2 * to - s, bits), power));
  }
  const Ball end(s, bits);
  return (sum + weight(rate, -end, power) + exp(-end) * weight(rate, end, power)) / 2;
}

TEST_CASE("the moments of a sampled Laplace step lie between sums that bracket them") {
  for (const Rational& s : {Rational(1, 10), Rational(2), Rational(30)})
    for (const Rational& rate : {Rational(1, 1000), Rational(1, 2), Rational(99, 100)})
      for (const Rational& order : {Rational(3, 2), Rational(2), Rational(21, 2), Rational(64)})
        for (const Direction direction : {Direction::remove, Direction::add}) {
          CAPTURE(s.str() + " " + rate.str() + " " + order.str());
          const Ball moment = exp(accounting::sampled_laplace_log_moment({s}, rate, direction, order, 4 * bits));
          const Ball bracket = bracketed(s, rate, direction == Direction::remove ? order : Rational(1 - order), 400);
          CHECK(overlaps(moment, bracket));
          CHECK(moment.relative_bits() > 60);
        }
}

TEST_CASE("a moment of a large order is finite and at most that of the largest loss") {
  const Rational s = 1000, rate(1, 2), order(2001, 2);
  const Ball moment = accounting::sampled_laplace_log_moment({s}, rate, Direction::remove, order, bits);
  const Ball largest = log1p(Ball(rate, bits) * expm1(Ball(s, bits)));
  CHECK(moment.is_finite());
  CHECK(certainly_less(moment, Ball(Rational(order - 1), bits) * largest));
}

}  // namespace
