// The errors that guarantees leave to tests.
#include "accounting/audit/error_region.hpp"

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::Ball;
using accounting::Guarantee;
using core::Rational;
using tests::number;

Ball least(const Guarantee& guarantee, const char* alpha) {
  return accounting::least_false_negative(guarantee, number(alpha), 128);
}

TEST_CASE("temperatures of 38 and 39 degrees: Laplace noise of scale b") {
  // With b = 2 the threshold test x >= 39 errs with e^{-1/2}/2 and 1/2: it lies on the curve.
  const Guarantee noise = accounting::LaplaceGuarantee{number("1/2")};
  const Ball alpha = exp(Ball(number("-1/2"), 128)) / 2;
  const Rational below = accounting::lower_rational(alpha), above = accounting::upper_rational(alpha);
  CHECK(certainly_less(number("0.4999999999999"), accounting::least_false_negative(noise, above, 128)));
  CHECK(certainly_less(accounting::least_false_negative(noise, below, 128), number("0.5000000000001")));
  // Each error pair of a threshold c: a = P[38 + L >= c], b = P[39 + L < c].
  for (const char* c : {"-3", "-1/2", "0", "1/4", "1/2", "2", "5"}) {
    CAPTURE(c);
    const Ball at(number(c), 200), shift(number("1/2"), 200);
    const auto tail = [](const Ball& x, bool positive) {  // P[L >= x], L of scale 1
      return positive ? exp(-x) / 2 : 1 - exp(x) / 2;
    };
    const Ball a = tail(at, number(c) > 0), b = 1 - tail(at - shift, number(c) > Rational(1, 2));
    const Rational rate = accounting::lower_rational(a);
    CHECK(overlaps(accounting::least_false_negative(noise, rate, 200).with_bits(60) +
                       Ball::plus_minus(Ball(Rational(1, 1000000000), 60)),
                   b));
  }
}

TEST_CASE("every region lies above that of its epsilon alone and meets the axes") {
  const Guarantee laplace = accounting::LaplaceGuarantee{Rational(1)}, pure = accounting::ApproxGuarantee{1, 0};
  for (const char* alpha : {"1e-9", "0.1", "0.183", "0.184", "0.3", "0.5", "0.7", "0.999"}) {
    CAPTURE(alpha);
    CHECK_FALSE(certainly_less(least(laplace, alpha), least(pure, alpha)));
  }
  for (const Guarantee& guarantee : {laplace, pure, Guarantee(accounting::GaussianGuarantee{2})}) {
    CHECK(accounting::exact_least_false_negative(guarantee, 0) == Rational(1));
    CHECK(accounting::exact_least_false_negative(guarantee, 1) == Rational(0));
  }
}

TEST_CASE("epsilon and delta: the two lines, in both error rates") {
  const Guarantee g = accounting::ApproxGuarantee{number("1"), number("0.05")};
  // 0.95 - e 0.1 = 0.678171817154095...; e^-1 (0.95 - 0.5) = 0.165545748527149...
  CHECK(certainly_less(number("0.678171817154095"), least(g, "0.1")));
  CHECK(certainly_less(least(g, "0.1"), number("0.678171817154096")));
  CHECK(certainly_less(number("0.165545748527149"), least(g, "0.5")));
  CHECK(certainly_less(least(g, "0.5"), number("0.165545748527150")));
  CHECK(accounting::exact_least_false_negative(g, number("0.95")) == Rational(0));
  CHECK(accounting::exact_least_false_negative(g, 0) == number("0.95"));
}

TEST_CASE("mu: a small rate keeps its digits") {
  // Phi(Phi^{-1}(0.95) - 1) = 0.740488977158553...
  const Guarantee g = accounting::GaussianGuarantee{1};
  CHECK(certainly_less(number("0.7404889771585"), least(g, "0.05")));
  CHECK(certainly_less(least(g, "0.05"), number("0.7404889771586")));
  CHECK(least(accounting::GaussianGuarantee{number("12")}, "0.9").relative_bits() > 60);
}

TEST_CASE("mechanisms with a closed region, and those without") {
  accounting::Composition one{{accounting::Mechanism{accounting::Gaussian{2, 3}}, 1}};
  const auto gaussian = accounting::guarantee_of(one);
  REQUIRE(gaussian);
  CHECK(std::get<accounting::GaussianGuarantee>(*gaussian).mu == Rational(3, 2));
  one.front().count = 2;
  CHECK_FALSE(accounting::guarantee_of(one));
  CHECK(accounting::guarantee_of({{accounting::Mechanism{accounting::Zcdp{1}}, 1}}));
  CHECK_FALSE(accounting::guarantee_of({{accounting::Mechanism{accounting::Rdp{{2}, {1}}}, 1}}));
}

}  // namespace
