// Rotor sums against direct evaluation of every term.
#include "accounting/numeric/rotor_sum.hpp"

#include <random>

#include <doctest/doctest.h>

#include "accounting/numeric/ball.hpp"

using namespace assay;
using namespace assay::accounting;

TEST_CASE("the recurrence holds the direct sums, and its radius stays as small as stated") {
  std::mt19937 random(3);
  for (const long steps : {0L, 1L, 2L, 17L, 400L}) {
    constexpr long nodes = 9, bits = 100;
    BallVector weights(nodes), angles(nodes);
    for (long n = 0; n < nodes; ++n) {
      arb_set_d(weights[n], std::uniform_real_distribution<>(0, 1)(random));
      arb_set_d(angles[n], std::uniform_real_distribution<>(-9, 9)(random));
    }
    const auto sums = rotor_sums(weights, angles, steps, bits, {});
    REQUIRE(sums);
    for (long j = 0; j <= steps; ++j) {
      Ball re(0, 200), im(0, 200), c(0, 200), s(0, 200), angle(0, 200);
      for (long n = 0; n < nodes; ++n) {
        arb_mul_si(angle.raw(), angles[n], j, 200);
        arb_sin_cos(s.raw(), c.raw(), angle.raw(), 200);
        arb_addmul(re.raw(), c.raw(), weights[n], 200);
        arb_addmul(im.raw(), s.raw(), weights[n], 200);
      }
      CHECK(arb_contains(acb_realref((*sums)[j]), re.raw()));
      CHECK(arb_contains(acb_imagref((*sums)[j]), im.raw()));
      CHECK(mag_cmp_2exp_si(arb_radref(acb_realref((*sums)[j])), -bits + 26) < 0);
    }
  }
}

TEST_CASE("weights that are not known well enough are refused, and so is a passed deadline") {
  BallVector weights(1), angles(1);
  arb_set_d(weights[0], 0.5);
  mag_set_d(arb_radref(weights[0]), 1e-6);
  CHECK_FALSE(rotor_sums(weights, angles, 4, 100, {}).has_value());
  mag_zero(arb_radref(weights[0]));
  CHECK(rotor_sums(weights, angles, 4, 100, {}).has_value());
  CHECK_FALSE(rotor_sums(weights, angles, 4, 100, Deadline::after(std::chrono::milliseconds(-1))).has_value());
}
