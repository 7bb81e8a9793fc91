// The errors that zero-concentrated privacy leaves to a test.
#include "accounting/audit/concentrated_region.hpp"

#include <doctest/doctest.h>

#include "accounting/audit/error_region.hpp"
#include "accounting/audit/least_mass.hpp"
#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::Ball;
using accounting::Notion;
using core::Rational;
using tests::number;

TEST_CASE("the region of rho is that of an independent computation") {
  // Bisection over a search for the best order, 30 digits (mpmath).
  const auto check = [](const char* rho, const char* alpha, const char* low, const char* high) {
    CAPTURE(rho);
    const Ball rate = accounting::least_false_negative_zcdp(number(rho), number(alpha), 14);
    CHECK(certainly_less(number(low), rate));
    CHECK(certainly_less(rate, number(high)));
  };
  check("0.5", "0.05", "0.66442203257687222", "0.66442203257687224");
  check("0.5", "0.5", "0.10701552494469613", "0.10701552494469614");
  check("20", "0.05", "5.83722e-10", "5.83723e-10");
}

TEST_CASE("at a test on the region's edge rho is needed, and the least rho is its inverse") {
  for (const char* rho : {"0.001", "4"})
    for (const char* alpha : {"1e-6", "0.5"}) {
      CAPTURE(rho);
      CAPTURE(alpha);
      const Ball miss = accounting::least_false_negative_zcdp(number(rho), number(alpha), 14);
      const Ball needed = accounting::least_rho(1 - miss.with_bits(192), Ball(number(alpha), 192), 12);
      CHECK(certainly_less(number(rho) * number("0.9999999"), needed));
      CHECK(certainly_less(needed, number(rho) * number("1.0000001")));
    }
}

TEST_CASE("a test needs at least its Kullback-Leibler divergence and at most its largest loss") {
  for (const char* t : {"0.3", "0.6", "0.999"})
    for (const char* f : {"1e-9", "0.01", "0.29"}) {
      const Ball p(number(t), 192), q(number(f), 192);
      const Ball rho = accounting::least_rho(p, q, 12);
      CHECK_FALSE(certainly_less(rho, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))));
      CHECK(certainly_less_equal(rho, max(log(p / q), log((1 - q) / (1 - p)))));
      // Orders 2 and 3 by hand: the sum of p^a q^(1-a).
      CHECK_FALSE(certainly_less(rho, log(square(p) / q + square(1 - p) / (1 - q)) / 2));
      CHECK_FALSE(certainly_less(rho, log(p * square(p / q) + (1 - p) * square((1 - p) / (1 - q))) / 6));
    }
}

TEST_CASE("a Gaussian mechanism's tests lie in the region of its rho, and what rho leaves of an event too") {
  for (const char* mu : {"0.1", "3"})
    for (const char* alpha : {"1e-6", "0.05", "0.95"}) {
      CAPTURE(mu);
      CAPTURE(alpha);
      const Rational rho = number(mu) * number(mu) / 2;
      const Ball gaussian =
          accounting::least_false_negative(accounting::GaussianGuarantee{number(mu)}, number(alpha), 128);
      const Ball region = accounting::least_false_negative_zcdp(rho, number(alpha), 12);
      CHECK_FALSE(certainly_less(gaussian, region));
      // Not rejecting has probability 1 - alpha under one neighbour and at least the bound under the other.
      const Ball event = accounting::least_mass(Notion::rho, Ball(rho, 128), 0)(Ball(Rational(1 - number(alpha)), 128));
      CHECK_FALSE(certainly_less(region, event));
      CHECK(certainly_positive(event));
    }
}

TEST_CASE("what a guarantee leaves of an event is its trade-off function, turned") {
  for (const char* y : {"1e-30", "0.001", "0.3", "0.77", "0.9999"}) {
    CAPTURE(y);
    const Rational rest = 1 - number(y);
    const auto same = [&](const Ball& mass, const accounting::Guarantee& guarantee) {
      const Ball rate = accounting::least_false_negative(guarantee, rest, 256);
      CHECK(overlaps(mass, rate));
      CHECK((mass.is_exact_zero() || mass.relative_bits() > 90));
    };
    same(accounting::least_mass(Notion::mu, Ball(2, 160), 0)(Ball(number(y), 160)), accounting::GaussianGuarantee{2});
    same(accounting::least_mass(Notion::epsilon, Ball(1, 160), number("0.05"))(Ball(number(y), 160)),
         accounting::ApproxGuarantee{1, number("0.05")});
  }
}

}  // namespace
