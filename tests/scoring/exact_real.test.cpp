#include "scoring/exact_real.hpp"

#include <cstdint>

#include <doctest/doctest.h>

#include "scoring/coprime_base.hpp"

namespace assay::scoring {
namespace {

using accounting::Ball;
using core::Rational;

std::optional<int> signs(const ExactReal& x) { return x.sign(); }

TEST_CASE("equal logarithms and roots are found equal, not close") {
  const ExactReal two_thirds = ExactReal::log(Rational(4, 9), Rational(1, 2));
  CHECK(compare(two_thirds, ExactReal::log(Rational(2, 3))) == 0);
  CHECK(compare(ExactReal::log(6, 3) - ExactReal::log(8), ExactReal::log(27)) == 0);
  CHECK(compare(ExactReal::radical(1, 8, Rational(1, 2)), ExactReal::radical(2, 2, Rational(1, 2))) == 0);
  CHECK(compare(ExactReal::radical(1, 4, Rational(1, 3)), ExactReal::radical(1, 16, Rational(1, 6))) == 0);
  CHECK(compare(ExactReal::radical(1, 2, Rational(1, 2)) + ExactReal::radical(1, 8, Rational(1, 2)),
                ExactReal::radical(1, 18, Rational(1, 2))) == 0);
  CHECK(compare(ExactReal::radical(3, Rational(4, 9), Rational(-1, 2)), Rational(9, 2)) == 0);
}

TEST_CASE("what differs far beyond a double is told apart") {
  Rational tiny = 1;
  for (int i = 0; i < 10; ++i) tiny /= 1000000000;
  CHECK(compare(ExactReal::log(3), ExactReal::log(3 + tiny)) == -1);
  CHECK(compare(ExactReal::log(1 + tiny), ExactReal()) == 1);
  CHECK(signs(ExactReal::radical(1, 2, Rational(1, 2)) + ExactReal::radical(-1, 2 + tiny, Rational(1, 2))) == -1);
  // e^(ln 2) is 2, but ln 2 is no rational whatever its digits.
  CHECK(compare(ExactReal::log(2),
                Rational("693147180559945309417232121458176568/1000000000000000000000000000000000000")) == 1);
}

TEST_CASE("infinities compare, and infinity less infinity is undefined") {
  const ExactReal inf = ExactReal::infinity();
  CHECK(compare(inf, 5) == 1);
  CHECK(compare(-inf, ExactReal::log(7)) == -1);
  CHECK(compare(inf, inf) == 0);
  CHECK_FALSE((inf - inf).sign().has_value());
  CHECK(inf.times(0).sign() == 0);
}

TEST_CASE("a computed part is told from zero where it is not zero") {
  const auto root = [](long bits) { return sqrt(accounting::Ball(2, bits)); };
  const ExactReal x = ExactReal::computed(root);
  CHECK(compare(x, Rational(3, 2)) == -1);
  CHECK((x - x).sign() == 0);
  CHECK_FALSE((x - ExactReal::radical(1, 2, Rational(1, 2))).sign().has_value());
}

TEST_CASE("the larger of two numbers that no precision tells apart holds both") {
  const auto pi_and = [](long n) {
    return ExactReal::computed([n](long bits) {
      const Ball tiny = exp(-Ball(20000, bits));
      return Ball::pi(bits) + tiny * n;
    });
  };
  const ExactReal less = pi_and(0), more = pi_and(1);
  REQUIRE_FALSE(compare(less, more).has_value());
  const long bits = 1L << 16;
  for (const ExactReal& most : {larger(less, more), larger(more, less)})
    CHECK_FALSE(certainly_less(most.ball(bits), more.ball(bits)));
  for (const ExactReal& least : {smaller(less, more), smaller(more, less)})
    CHECK_FALSE(certainly_less(less.ball(bits), least.ball(bits)));
  CHECK(certainly_less(less.ball(bits), more.ball(bits)));
  CHECK(compare(larger(3, 2), 3) == 0);
  CHECK(compare(smaller(3, 2), 2) == 0);
  CHECK(larger(ExactReal::infinity(), less).is_positive_infinity());
  CHECK(smaller(ExactReal::infinity(false), less).is_negative_infinity());
  const ExactReal undefined = ExactReal::infinity() - ExactReal::infinity();
  CHECK_FALSE(larger(less, undefined).sign().has_value());
}

TEST_CASE("signs agree with balls on many sums") {
  std::uint64_t state = 20240501;
  const auto draw = [&](int n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int>((state >> 33U) % static_cast<std::uint64_t>(n));
  };
  for (int i = 0; i < 200; ++i) {
    ExactReal x(Rational(draw(9) - 4, 1 + draw(5)));
    for (int k = 0; k < 3; ++k) {
      x = x + ExactReal::log(Rational(1 + draw(12), 1 + draw(12)), Rational(draw(7) - 3, 1 + draw(3)));
      x = x + ExactReal::radical(Rational(draw(7) - 3, 2), Rational(1 + draw(12), 1 + draw(6)),
                                 Rational(draw(7) - 3, 1 + draw(4)));
    }
    const std::optional<int> sign = x.sign();
    REQUIRE(sign.has_value());
    const accounting::Ball ball = x.ball(2000);
    if (*sign > 0) CHECK(certainly_positive(ball));
    if (*sign < 0) CHECK(certainly_negative(ball));
    if (*sign == 0) CHECK(overlaps(ball, accounting::Ball(0, 64)));
  }
}

TEST_CASE("powers are rational exactly where they are") {
  CHECK(rational_power(Rational(8, 27), Rational(2, 3)) == Rational(4, 9));
  CHECK(rational_power(Rational(4, 9), Rational(-3, 2)) == Rational(27, 8));
  CHECK_FALSE(rational_power(Rational(2), Rational(1, 2)).has_value());
  CHECK(rational_ratio(12, Rational(1, 2), 3, Rational(1, 2)) == Rational(2));
  CHECK(rational_ratio(36, Rational(1, 4), 6, Rational(1, 2)) == Rational(1));
  CHECK_FALSE(rational_ratio(12, Rational(1, 2), 5, Rational(1, 2)).has_value());
}

}  // namespace
}  // namespace assay::scoring
