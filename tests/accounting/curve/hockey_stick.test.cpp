// The inverse of the hockey-stick curve: brackets that are proved, and the ends of the curve.
#include "accounting/curve/hockey_stick.hpp"

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::accounting;

namespace {

core::Rational number(std::string_view text) { return core::parse_number(text)->value; }

ComposedLoss loss(PrivacyLoss part, std::uint64_t count = 1) {
  auto composed = compose({{std::move(part), count}}, Engine::automatic);
  REQUIRE(composed.has_value());
  return std::move(*composed);
}

const Target ten{10, {}};

}  // namespace

TEST_CASE("epsilon of one Gaussian holds the oracle's value, to the digits asked for") {
  ComposedLoss gaussian = loss(GaussianLoss{1});
  for (long digits : {3L, 10L, 25L}) {
    const Value epsilon = least_epsilon(gaussian, number("1e-5"), {digits, {}});
    CHECK_FALSE(certainly_less(epsilon.ball, number("4.37717809568122462765")));
    CHECK_FALSE(certainly_less(number("4.37717809568122462766"), epsilon.ball));
    CHECK(static_cast<double>(epsilon.ball.relative_bits()) > 3.32 * static_cast<double>(digits));
  }
}

TEST_CASE("both ends of the answer are proved by the curve itself") {
  for (const char* delta : {"0.3", "1e-3", "1e-12", "1e-200"}) {
    ComposedLoss sampled =
        loss(SampledGaussianLoss{number("1.2"), number("1/50"), SampledGaussianLoss::Kind::remove}, 200);
    const Value epsilon = least_epsilon(sampled, number(delta), ten);
    if (epsilon.exact) continue;
    REQUIRE(epsilon.least);
    REQUIRE(epsilon.most);
    CHECK(compare(sampled.delta(*epsilon.least, {14, {}}), number(delta)) == 1);
    CHECK(compare(sampled.delta(*epsilon.most, {14, {}}), number(delta)) == -1);
  }
}

TEST_CASE("a delta that epsilon 0 meets gives exactly 0, and delta 1 always does") {
  ComposedLoss gaussian = loss(GaussianLoss{number("1/10000")});
  CHECK(least_epsilon(gaussian, number("0.1"), ten).exact == core::Rational(0));
  CHECK(least_epsilon(gaussian, 1, ten).exact == core::Rational(0));
}

TEST_CASE("delta 0 asks for the largest loss") {
  ComposedLoss gaussian = loss(GaussianLoss{1});
  CHECK_FALSE(least_epsilon(gaussian, 0, ten).ball.is_finite());
  ComposedLoss laplace = loss(LaplaceLoss{number("1/3")}, 6);
  CHECK(least_epsilon(laplace, 0, ten).exact == core::Rational(2));
  ComposedLoss add = loss(SampledGaussianLoss{1, number("1/2"), SampledGaussianLoss::Kind::add}, 10);
  const Value most = least_epsilon(add, 0, ten);  // 10 ln 2
  CHECK_FALSE(certainly_less(most.ball, number("6.9314718055994530941")));
  CHECK_FALSE(certainly_less(number("6.9314718055994530942"), most.ball));
}

TEST_CASE("epsilon falls as delta grows") {
  ComposedLoss gaussian = loss(GaussianLoss{4});
  std::optional<Value> previous;
  for (const char* delta : {"1e-30", "1e-10", "1e-5", "1e-2", "0.2"}) {
    const Value epsilon = least_epsilon(gaussian, number(delta), ten);
    if (previous) CHECK(certainly_less(epsilon.ball, previous->ball));
    previous = epsilon;
  }
}

// A class of mechanisms has bounds, not a value: the upper end is the conversion's (Canonne, Kamath, Steinke 2020).
TEST_CASE("epsilon of a zCDP guarantee has both ends where its bounds meet delta (2026-11-30)") {
  ComposedLoss zcdp = loss(ZcdpLoss{number("2.63")});
  const Value epsilon = least_epsilon(zcdp, number("1e-10"), ten);
  REQUIRE(epsilon.least);
  REQUIRE(epsilon.most);
  CHECK(*epsilon.least > number("16.74"));
  CHECK(*epsilon.least < number("16.742"));
  CHECK(*epsilon.most >= number("17.4305844"));
  CHECK(*epsilon.most < number("17.430585"));
}

TEST_CASE("an epsilon far below the saddle's guess is found (2026-11-30)") {
  ComposedLoss rare =
      loss(SampledGaussianLoss{number("2.96"), number("0.000774"), SampledGaussianLoss::Kind::remove}, 32);
  const Value epsilon = least_epsilon(rare, number("1.04e-12"), {3, {}});
  REQUIRE(epsilon.most);
  CHECK(*epsilon.least > number("0.0106"));
  CHECK(*epsilon.most < number("0.0108"));
}

TEST_CASE("compare is certain or says nothing") {
  CHECK(compare(Value(number("1/3"), 64), number("1/3")) == 0);
  CHECK(compare(Value(Ball(number("1/3"), 64)), number("1/2")) == -1);
  CHECK(compare(Value(Ball(number("1/3"), 64)), number("1/4")) == 1);
  CHECK_FALSE(compare(Value(Ball(number("1/3"), 64)), number("1/3")).has_value());
}
