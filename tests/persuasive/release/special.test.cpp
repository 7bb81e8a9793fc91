#include "persuasive/release/special.hpp"

#include <doctest/doctest.h>

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Integer;
using core::Rational;
using scoring::ExactReal;

NoisyStatistic sum_of_two(const Rational& truth, const Rational& noise_variance) {
  return {{1, 1}, {0, 0}, {truth, 0}, {{1, 0}, {0, 1}}, noise_variance, 0};
}

TEST_CASE("the level is where the tail passes delta, for records of any size") {
  const Rational delta(1, 5), slack(1, 1000);
  for (const unsigned power : {0U, 3U, 40U}) {
    CAPTURE(power);
    const NoisyStatistic s = sum_of_two(Rational(boost::multiprecision::pow(Integer(10), power)), 1);
    const Ball kappa = level(s, delta).ball(600);
    REQUIRE(kappa.is_finite());
    const Rational low = lower_rational(kappa), high = upper_rational(kappa);
    CHECK(certainly_less(Ball(delta, 64), tail(s, ExactReal(Rational(low - slack * abs(low)))).ball(600)));
    CHECK(certainly_less(tail(s, ExactReal(Rational(high + slack * abs(high)))).ball(600), Ball(delta, 64)));
  }
}

TEST_CASE("a tail a thousand deviations out is positive") {
  const NoisyStatistic s = sum_of_two(100, {1, 100});
  // 10000 - ln(1 - q) is the largest gain; a little less is gained by few outputs.
  const Ball p = tail(s, ExactReal(9990)).ball_to_digits(10);
  CHECK(certainly_positive(p));
  CHECK(certainly_less(p, Ball(Rational(1, boost::multiprecision::pow(Integer(10), 1000)), 64)));
}

}  // namespace
}  // namespace assay::persuasive
