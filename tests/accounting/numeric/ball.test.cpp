// Balls: containment, outward decimals, certain comparisons.
#include "accounting/numeric/ball.hpp"

#include <random>

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::accounting;

namespace {

core::Rational number(std::string_view text) { return core::parse_number(text)->value; }

}  // namespace

TEST_CASE("a rational lies in its ball, and the ball's ends are exact rationals around it") {
  for (const char* text : {"1/3", "0.1", "-2/7", "1e-300", "123456789/1000"}) {
    const core::Rational x = number(text);
    const Ball ball(x, 80);
    CHECK(lower_rational(ball) <= x);
    CHECK(x <= upper_rational(ball));
    CHECK_FALSE(certainly_less(x, ball));
    CHECK_FALSE(certainly_less(ball, x));
  }
}

TEST_CASE("printed decimals hold the ball, at any size") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    const double exponent = std::uniform_real_distribution<>(-3000, 3000)(random);
    const Ball x = exp(Ball::exact(exponent, 100)) * (random() % 2 ? 1L : -1L);
    const long digits = 1 + static_cast<long>(random() % 25);
    const DecimalEnclosure text = to_decimal(x, digits);
    CHECK(number(text.lower) <= lower_rational(x));
    CHECK(upper_rational(x) <= number(text.upper));
    CHECK(number(text.upper) - number(text.lower) <=
          (upper_rational(x) - lower_rational(x)) +
              abs(upper_rational(x)) * 20 / number("1e" + std::to_string(digits)));
  }
}

TEST_CASE("exponents beyond any rational print as outward decimals") {
  const Ball tiny = exp(Ball(-1'000'000'000L, 128));
  const DecimalEnclosure text = to_decimal(tiny, 8);
  CHECK(text.lower.ends_with("e-434294482"));  // 10^9 / ln 10 = 434294481.903...
  CHECK(text.upper.ends_with("e-434294482"));
  CHECK(text.lower <= text.upper);
}

TEST_CASE("a number too small for any reader's exponent prints as a bound (2026-11-30)") {
  const Ball tiny = exp(Ball(-10'000'000'000L, 128));
  CHECK(to_decimal(tiny, 8).lower == "0");
  CHECK(to_decimal(tiny, 8).upper == "1e-999999999");
  CHECK(to_decimal(-tiny, 8).lower == "-1e-999999999");
  CHECK(to_decimal(-tiny, 8).upper == "0");
}

TEST_CASE("far in the tail a mantissa still has the digits asked for (2026-11-30)") {
  for (const long exponent : {-100'000L, -1'000'000'000L, -2'000'000'000L}) {
    const DecimalEnclosure text = to_decimal(exp(Ball(exponent, 256)), 12);
    CHECK(text.lower.find('e') <= 13);
    CHECK(text.upper.find('e') <= 13);
  }
}

TEST_CASE("identities hold as overlapping balls at two precisions") {
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) {
    const double v = std::uniform_real_distribution<>(-20, 20)(random);
    const Ball a = Ball::exact(v, 64), b = Ball::exact(v, 300);
    CHECK(overlaps(exp(a), expm1(b) + 1));
    CHECK(overlaps(normal_cdf(a), 1 - normal_tail(b)));
    CHECK(overlaps(square(sin(a)) + square(cos(b)), Ball(1, 64)));
    CHECK(overlaps(log1p(exp(a)), log(exp(b) + 1)));
  }
}

TEST_CASE("hulls and one-sided ends enclose") {
  const Ball x(number("1/3"), 64), y(number("2/3"), 64);
  const Ball both = hull(x, y);
  CHECK(lower_rational(both) <= number("1/3"));
  CHECK(upper_rational(both) >= number("2/3"));
  CHECK(lower(x).is_exact());
  CHECK(upper_rational(Ball::plus_minus(x)) >= number("1/3"));
  CHECK(lower_rational(Ball::plus_minus(x)) <= number("-1/3"));
  CHECK(lower_rational(nonnegative(Ball::plus_minus(x))) > number("-1e-8"));
}
