#include "accounting/composition/zcdp.hpp"

#include <doctest/doctest.h>

#include "accounting/composition/gaussian.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

TEST_SUITE("accounting/composition/zcdp") {
  TEST_CASE("the enclosure reaches from the Gaussian of the same rho to the conversion at every order") {
    for (const char* rho : {"1e-6", "0.01", "0.5", "30"})
      for (const char* epsilon : {"-2", "-0.1", "0", "0.1", "3", "60"}) {
        CAPTURE(rho);
        CAPTURE(epsilon);
        const Ball delta = ZcdpProfile(number(rho)).delta(number(epsilon), digits(15)).ball;
        const Ball gaussian = GaussianProfile(2 * number(rho)).delta(number(epsilon), digits(15)).ball;
        CHECK(certainly_less_equal(lower(delta), upper(gaussian)));
        CHECK(certainly_less_equal(lower(gaussian), upper(delta)));
        if (number(epsilon) < 0) continue;
        // No order beats the one chosen by more than the search's coarseness.
        for (const char* order : {"1.01", "1.5", "2", "4", "10", "100", "10000"}) {
          const Ball a(number(order), 128);
          const Ball bound = exp((a - 1) * (a * Ball(number(rho), 128) - Ball(number(epsilon), 128))) / (a - 1) *
                             pow(1 - Ball(1, 128) / a, a);
          CHECK(certainly_less_equal(lower(upper(delta) * Ball(number("0.999999"), 128)), upper(bound)));
        }
      }
  }

  TEST_CASE("the conversion at its best order is met from above, tightly") {
    // rho = 1/2, epsilon = 8: order 8.623259117133790..., delta 2.786227185342270e-14 (mpmath, 40 digits; Canonne,
    // Kamath, Steinke 2020, Proposition 12).
    const Ball delta = ZcdpProfile(number("0.5")).delta(8, digits(10)).ball;
    CHECK(certainly_less(upper(delta), number("2.78622719e-14")));
    CHECK(certainly_less(number("2.786227185342270e-14"), upper(delta)));
  }

  TEST_CASE("Gaussian parts beside add their own rho") {
    const Ball whole = ZcdpProfile(number("0.75")).delta(1, digits(15)).ball;
    const Ball mixed = ZcdpProfile(number("0.25"), 1).delta(1, digits(15)).ball;
    CHECK(overlaps(upper(whole), upper(mixed)));
    CHECK(ZcdpProfile(number("0.25"), 1).theorems().size() == ZcdpProfile(number("0.75")).theorems().size() + 1);
  }

  TEST_CASE("rho = 0 has no loss") {
    CHECK(ZcdpProfile(0).delta(0, digits(10)).ball.is_exact_zero());
    CHECK(ZcdpProfile(0).compare_max_loss(0) == 0);
    CHECK(ZcdpProfile(1).compare_max_loss(1000) == -1);
    CHECK_FALSE(ZcdpProfile(1).max_loss(64).has_value());
  }

  TEST_CASE("guesses are where the upper bound meets delta") {
    for (const char* epsilon : {"0.5", "3", "10"}) {
      ZcdpProfile profile(number("0.5"));
      const double log_delta = upper(profile.delta(number(epsilon), digits(10)).ball).log_midpoint();
      CHECK(profile.guess_epsilon(log_delta) == doctest::Approx(std::stod(epsilon)).epsilon(0.01));
    }
    CHECK(std::isfinite(ZcdpProfile(1).guess_epsilon(0)));
    CHECK(std::isfinite(ZcdpProfile(1).guess_epsilon(-1e9)));
  }
}
