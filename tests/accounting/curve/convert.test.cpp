// Conversions: orderings that theorems promise, and the exact worst case against pairs tried by hand.
#include "accounting/curve/convert.hpp"

#include <array>

#include <doctest/doctest.h>

#include "accounting/curve/loss_law.hpp"
#include "accounting/curve/optimal_conversion.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using core::Rational;
using tests::accurate;
using tests::digits;
using tests::number;

TEST_CASE("no pair that keeps the Renyi bound exceeds the worst case, and some pair comes close") {
  for (const char* alpha : {"3/2", "2", "10"})
    for (const char* bound : {"1/10", "2"}) {
      const RenyiPoint point{number(alpha), number(bound)};
      const Value worst = optimal_delta(point, number("1/2"), digits(12));
      CHECK(accurate(worst, 12));
      const Ball a(point.alpha, 64), gamma = exp(Ball(number("1/2"), 64)),
                                     limit = exp((a - 1) * Ball(point.epsilon, 64));
      Ball best(0, 64);
      for (int i = 1; i <= 120; ++i)
        for (int j = 1; j < i; ++j) {
          const Ball p(Rational(i, 120), 64), q(Rational(j, 120), 64);
          const Ball rest = i == 120 ? Ball(0, 64) : pow(1 - p, a) * pow(1 - q, 1 - a);
          if (certainly_less(pow(p, a) * pow(q, 1 - a) + rest, limit)) best = max(best, p - gamma * q);
        }
      CHECK_FALSE(certainly_less(upper(worst.ball), best));
      CHECK(certainly_less(worst.ball, best + Ball(number("1/25"), 64)));
    }
}

TEST_CASE("each conversion of a Renyi point is at most the one before it") {
  const std::array<RenyiPoint, 2> points{RenyiPoint{number("4"), number("1/4")},
                                         RenyiPoint{number("64.5"), number("3")}};
  for (const char* delta : {"0.1", "1e-6"}) {
    const auto all = epsilon_of(points, number(delta), digits(10));
    REQUIRE(all.size() == 3);
    CHECK(certainly_less(all[1].value.ball, all[0].value.ball));
    CHECK_FALSE(certainly_less(all[1].value.ball, all[2].value.ball));
    CHECK(accurate(all[2].value, 9));
    // The inverse: delta at that epsilon is the delta asked.
    const Rational epsilon = upper_rational(all[2].value.ball);
    const auto back = delta_of(points, epsilon, digits(10));
    CHECK_FALSE(certainly_less(number(delta), back[2].value.ball));
  }
}

TEST_CASE("a pure guarantee as Gaussian privacy touches randomized response at its corner") {
  const Conversion mu = pure_to_gdp(number("1"), digits(20));
  CHECK(accurate(mu.value, 20));
  CHECK_FALSE(certainly_less(mu.value.ball, number("1.2320353853449")));
  CHECK_FALSE(certainly_less(number("1.2320353853450"), mu.value.ball));
  CHECK(*pure_to_zcdp(number("1/10"), 64).value.exact == number("1/200"));
  CHECK(*probabilistic_delta(1, number("1/10"), 1, 64).value.exact == 1);
}

TEST_CASE("the tail of the loss from its curve holds the closed form") {
  auto loss = compose({{GaussianLoss{1}, 1}}, Engine::automatic);
  REQUIRE(loss.has_value());
  for (const char* x : {"-2", "0", "3"}) {
    const Value tail = loss_above(*loss, number(x), digits(10));
    CHECK(accurate(tail, 9));
    CHECK(overlaps(tail.ball, normal_tail(Ball(number(x), 128) - Ball(number("1/2"), 128))));
  }
}

TEST_CASE("zCDP of any size converts to about the digits asked for (2026-11-30)") {
  for (const char* rho : {"1e-5000", "1e-300", "1", "1e300", "1e5000"}) {
    CAPTURE(rho);
    for (const char* delta : {"1e-300", "1e-6", "0.4"})
      for (const Conversion& one : zcdp_epsilon(number(rho), number(delta), digits(10)))
        CHECK((one.value.ball.is_exact_zero() || one.value.ball.relative_bits() > 33));
    for (const Conversion& one : zcdp_delta(number(rho), 0, digits(10))) {
      CHECK(one.value.ball.relative_bits() > 33);
      CHECK(certainly_positive(one.value.ball));
    }
  }
  // The loss of N(1, 1) against N(0, 1), rho 1/2, has mass 0.3829... beyond 0 by the hockey-stick.
  CHECK(certainly_less(number("0.38"), zcdp_delta(Rational(1, 2), 0, digits(10)).back().value.ball));
}

TEST_CASE("orders next to 1 convert, and the best conversion exceeds no other (2026-11-30)") {
  for (const char* alpha :
       {"1.000000000001", "1.0000000000000000001", "1.000000000000000000000000000000000000000001"}) {
    const RenyiPoint points[] = {{number(alpha), 1}, {2, 30}};
    for (std::size_t count : {1U, 2U}) {
      const auto all = epsilon_of({points, count}, number("1e-5"), digits(10));
      REQUIRE(all.back().value.most);
      for (const Conversion& one : all) CHECK(*all.back().value.most <= upper_rational(one.value.ball));
    }
  }
}
