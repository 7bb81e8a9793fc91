// Windows of the discrete Gaussian: masses, what is missing, the normaliser by both of its series.
#include "accounting/loss/discrete_gaussian.hpp"

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::number;

TEST_SUITE("accounting/loss") {
  TEST_CASE("the normaliser agrees on both sides of the change of series") {
    // sigma^2 = 1/6 is about 0.40824829^2; direct sums as reference.
    for (const char* text : {"0.01", "0.3", "0.40824829", "0.4082483", "1", "7.25"}) {
      CAPTURE(text);
      const core::Rational sigma = number(text);
      Ball sum(1, 256);
      for (long x = 1; x < 400; ++x) sum = sum + exp(Ball(core::Rational(-x * x) / (2 * sigma * sigma), 256)) * 2;
      const Ball total = discrete_gaussian_total(sigma, 200);
      CHECK(overlaps(total, sum));
      CHECK(total.relative_bits() > 180);
    }
  }

  TEST_CASE("a window and what it misses make one") {
    for (const char* sigma : {"0.3", "1", "4.5"})
      for (const std::uint64_t shift : {1u, 3u})
        for (const std::uint64_t nats : {1u, 5u, 40u, 200u}) {
          const auto window = discrete_gaussian_window({number(sigma), shift}, nats);
          REQUIRE(window);
          const auto atoms = window->loss.atoms(400);
          REQUIRE(atoms.loss.size() == window->loss.lattice->index.size());
          Ball p(0, 400), q(0, 400);
          for (std::size_t i = 0; i < atoms.loss.size(); ++i) {
            p = p + atoms.mass[i];
            q = q + atoms.dual_mass[i];
            CHECK(overlaps(atoms.dual_mass[i], atoms.mass[i] * exp(-atoms.loss[i])));
            CHECK(overlaps(atoms.loss[i],
                           Ball(core::Rational(*window->loss.lattice->unit * window->loss.lattice->index[i]), 400)));
            if (i > 0) CHECK(certainly_less(atoms.loss[i - 1], atoms.loss[i]));
          }
          CHECK(certainly_less(p, Ball(1, 400)));
          CHECK(certainly_less(1 - p, window->missing));
          CHECK(certainly_less(1 - q, window->missing));
          CHECK(window->missing.log_midpoint() < 1 - static_cast<double>(nats));
        }
  }

  TEST_CASE("a window of too many atoms is refused") {
    CHECK(discrete_gaussian_window({number("1000"), 1}, 40));
    CHECK_FALSE(discrete_gaussian_window({number("1e9"), 1}, 40));
    CHECK_FALSE(discrete_gaussian_window({number("1"), 200'000}, 40));
  }
}
