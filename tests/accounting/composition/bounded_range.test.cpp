// Mechanisms of bounded range: closed form, both bounds of compositions, and the class around them.
#include "accounting/composition/bounded_range.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using core::Rational;
using tests::digits;
using tests::number;

namespace {

BoundedRangeProfile range(const char* r, std::uint64_t count, bool adaptive = true) {
  return BoundedRangeProfile({number(r), adaptive}, count);
}

Ball delta(BoundedRangeProfile profile, const char* epsilon, long n = 15) {
  return profile.delta(number(epsilon), digits(n)).ball;
}

}  // namespace

TEST_SUITE("accounting/composition") {
  TEST_CASE("the curve of one is the closed form, on both signs of epsilon") {
    // (1 - e^{-(1 - 1/2)/2})^2/(1 - e^-1)
    const Ball root = 1 - exp(Ball(number("-1/4"), 200));
    CHECK(overlaps(delta(range("1", 1), "1/2"), square(root) / (1 - exp(Ball(-1, 200)))));
    for (const char* e : {"0.1", "0.5", "0.9"}) {
      const Rational epsilon = number(e);
      const Ball plus = range("1", 1).delta(epsilon, digits(20)).ball;
      const Ball minus = range("1", 1).delta(-epsilon, digits(20)).ball;
      const Ball y = exp(-Ball(epsilon, 200));
      CHECK(overlaps(minus, 1 - y + y * plus));
    }
    CHECK(*range("1", 1).delta(number("1"), digits(10)).exact == 0);
    CHECK(overlaps(delta(range("1", 1), "-3"), 1 - exp(Ball(-3, 100))));
  }

  TEST_CASE("the composed upper bound is the convolution of the dominating density") {
    // Two of range 1 at epsilon 1: density e^{l/2} (2 - |l|)/(4 sinh(1/2))^2 on (-2, 2); a midpoint rule checks it.
    const double scale = 4 * std::sinh(0.5);
    double sum = 0;
    const int steps = 200'000;
    for (int i = 0; i < steps; ++i) {
      const double l = 1 + (i + 0.5) / steps;
      sum += (1 - std::exp(1 - l)) * std::exp(l / 2) * (2 - l) / steps;
    }
    const Ball both = delta(range("1", 2), "1");
    CHECK(upper(both).midpoint() == doctest::Approx(sum / scale / scale).epsilon(1e-6));
  }

  TEST_CASE("adaptive compositions contain the fixed ones and lie below pure differential privacy") {
    for (const std::uint64_t count : {2u, 5u, 40u, 300u})
      for (const char* part : {"-0.3", "0", "0.2", "0.6", "0.95"}) {
        const Rational epsilon = number(part) * number("0.3") * count;
        CAPTURE(count);
        CAPTURE(part);
        const Value adaptive = range("0.3", count).delta(epsilon, digits(12));
        const Value fixed = range("0.3", count, false).delta(epsilon, digits(12));
        CHECK(tests::accurate(fixed, 12));
        CHECK_FALSE(certainly_less(upper(adaptive.ball), lower(fixed.ball)));
        CHECK_FALSE(certainly_less(lower(fixed.ball), lower(adaptive.ball) * Ball(number("0.9999"), 64)));
        auto pure = compose({{binary_loss(number("0.3"), 0).loss, count}}, Engine::automatic);
        REQUIRE(pure);
        const Ball above = pure->delta(epsilon, digits(12)).ball;
        // The ball of two far ends has a radius of 30 bits.
        CHECK_FALSE(certainly_less(above * Ball(number("1.00000001"), 64), upper(adaptive.ball)));
      }
  }

  TEST_CASE("binary randomized response of half the range is one of the fixed mechanisms") {
    for (const std::uint64_t count : {3u, 30u}) {
      auto half = compose({{binary_loss(number("1/4"), 0).loss, count}}, Engine::automatic);
      REQUIRE(half);
      for (const char* e : {"0", "0.4", "0.7"}) {
        const Ball inside = half->delta(number(e), digits(12)).ball;
        CHECK_FALSE(certainly_less(delta(range("1/2", count, false), e), inside));
      }
    }
  }

  TEST_CASE("large counts stay bounds, the largest loss is exact") {
    const Value value = range("0.01", 100'000).delta(number("30"), digits(10));
    CHECK_FALSE(certainly_less(value.ball, Ball(0, 64)));
    CHECK_FALSE(certainly_less(Ball(1, 64), value.ball));
    CHECK(range("0.01", 100'000).compare_max_loss(1000) == 0);
    CHECK(range("0.01", 100'000).compare_max_loss(999) < 0);
  }

  TEST_CASE("beside other losses a bounded range is bounded from both sides") {
    const PrivacyLoss one = BoundedRangeLoss{number("1/2"), true};
    for (const PrivacyLoss& other : {PrivacyLoss{GaussianLoss{1}}, PrivacyLoss{BoundedRangeLoss{1, true}},
                                     PrivacyLoss{DiscreteGaussianLoss{1, 1}}}) {
      auto both = compose({{one, 3}, {other, 1}}, Engine::automatic);
      REQUIRE(both);
      const Ball value = both->delta(number("1"), digits(8)).ball;
      CHECK(certainly_positive(value));
      CHECK(certainly_less(value, Ball(1, 64)));
    }
  }
}
