#include "accounting/composition/laplace.hpp"

#include <variant>

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"
#include "tests/accounting/vector_rows.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

namespace {

LaplaceProfile laplace(const char* shift, std::uint64_t count) { return {LaplaceLoss{number(shift)}, count}; }

}  // namespace

TEST_SUITE("accounting/composition/laplace") {
  TEST_CASE("every Laplace vector is met to 28 digits") {
    int met = 0;
    for (const VectorRow& row : vector_rows("closed_form.jsonl")) {
      const auto pair = dominating_pair(row.composition[0].mechanism, Direction::remove);
      REQUIRE(pair.has_value());
      const auto* loss = std::get_if<LaplaceLoss>(&pair->loss);
      if (!loss || row.composition.size() != 1) continue;
      CAPTURE(row.id);
      LaplaceProfile profile(*loss, row.composition[0].count);
      if (row.request == "delta") {
        const Value delta = profile.delta(row.argument, digits(28));
        CHECK(overlaps(delta.ball, value_of(row, 400)));
        CHECK(accurate(delta, 28));
      } else if (row.argument == 0) {
        CHECK(number(row.value) == profile.max_loss(64)->exact);
      } else {
        const Ball epsilon = value_of(row, 400);
        CHECK(certainly_less(row.argument, profile.delta(lower_rational(epsilon), digits(60)).ball));
        CHECK(certainly_less(profile.delta(upper_rational(epsilon), digits(60)).ball, row.argument));
      }
      ++met;
    }
    CHECK(met >= 10);
  }

  TEST_CASE("delta falls as epsilon grows to the end of the support") {
    for (std::uint64_t count : {1, 2, 7, 40})
      check_monotone(laplace("0.5", count),
                     {"-1000", "-19.9", "-3", "-0.5", "-1e-9", "0", "1e-9", "0.4999", "0.99", "3.4999", "19.99", "20"});
  }

  TEST_CASE("answers at several precisions hold one truth") {
    for (const char* epsilon : {"-1", "0", "0.3", "2.9"})
      for (std::uint64_t count : {1, 3, 25}) check_precisions_overlap(laplace("1", count), number(epsilon));
    check_precisions_overlap(laplace("1e-6", 30), number("1e-5"));
    check_precisions_overlap(laplace("100", 5), number("450"));
  }

  TEST_CASE("two steps are the mean of one step's profile over the other step's loss") {
    // E[delta_1(eps - L)], L with atoms 1/2 at s, e^-s/2 at -s, density e^{-(s-l)/2}/4: for 0 <= eps <= s, delta_1(eps
    // - l) is 1 - e^{(eps-l-s)/2} for l >= eps - s and 0 below, and the mean integrates to the closed form here.
    const char* s = "0.8";
    for (const char* text : {"0", "0.1", "0.5", "0.79"}) {
      const Ball shift(number(s), 300), eps(number(text), 300);
      // atom at s: 1/2 (1 - e^{(eps-2s)/2}); atom at -s (eps = 0 alone reaches it, with 0); density over (eps - s, s):
      // 1/4 int e^{-(s-l)/2} dl = (1 - e^{-(2s-eps)/2})/2 less 1/4 e^{(eps-2s)/2} (2s - eps).
      const Ball reach = shift * 2 - eps, tail = exp(-reach / 2);
      const Ball mean = (1 - tail) / 2 + (1 - tail) / 2 - tail * reach / 4;
      CHECK(overlaps(laplace(s, 2).delta(number(text), digits(40)).ball, mean));
    }
  }

  TEST_CASE("the end of the support is exact") {
    LaplaceProfile profile = laplace("1/3", 9);
    CHECK(profile.delta(3, digits(10)).exact == core::Rational(0));
    const Value below = profile.delta(number("2.9999999999"), digits(10));
    CHECK(accurate(below, 10));
    CHECK(certainly_positive(below.ball));
    CHECK(profile.compare_max_loss(3) == 0);
    CHECK(profile.compare_max_loss(number("2.999")) == -1);
    CHECK(profile.compare_max_loss(number("3.001")) == 1);
    // Below -k s every likelihood ratio exceeds e^eps.
    CHECK(overlaps(profile.delta(-4, digits(30)).ball, 1 - exp(Ball(-4, 200))));
  }

  TEST_CASE("a count past the exact sum still gets a valid upper bound") {
    LaplaceProfile many = laplace("0.01", 1'000'000);
    const Value delta = many.delta(200, digits(10));
    CHECK_FALSE(certainly_positive(delta.ball));
    CHECK(certainly_less(delta.ball, number("1e-10")));  // K(z) - 200 z = 50 z (z+1) - 200 z is -112.5 at z = 1.5
    CHECK(certainly_less(number("1e-60"), upper(delta.ball)));
    CHECK(certainly_less_equal(Ball(number("0.9"), 64), upper(many.delta(0, digits(10)).ball)));
  }

  TEST_CASE("guesses land near the epsilon of a delta") {
    for (const char* epsilon : {"5", "10", "18"}) {
      LaplaceProfile profile = laplace("0.5", 40);
      const double log_delta = profile.delta(number(epsilon), digits(10)).ball.log_midpoint();
      CHECK(profile.guess_epsilon(log_delta) == doctest::Approx(std::stod(epsilon)).epsilon(0.05));
    }
    CHECK(std::isfinite(laplace("0.5", 40).guess_epsilon(0)));
    CHECK(std::isfinite(laplace("0.5", 40).guess_epsilon(-HUGE_VAL)));
  }
}
