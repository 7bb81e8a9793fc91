#include "accounting/composition/gaussian.hpp"

#include <variant>

#include <doctest/doctest.h>

#include "accounting/composition/guess.hpp"
#include "tests/accounting/enclosures.hpp"
#include "tests/accounting/vector_rows.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

namespace {

std::optional<core::Rational> total_mu_squared(const Composition& composition) {
  core::Rational sum = 0;
  for (const Part& part : composition) {
    const auto pair = dominating_pair(part.mechanism, Direction::remove);
    REQUIRE(pair.has_value());
    const auto* gaussian = std::get_if<GaussianLoss>(&pair->loss);
    if (!gaussian) return std::nullopt;
    sum += gaussian->mu_squared * part.count;
  }
  return sum;
}

}  // namespace

TEST_SUITE("accounting/composition/gaussian") {
  TEST_CASE("every Gaussian vector is met to 28 digits") {
    int met = 0;
    for (const VectorRow& row : vector_rows("closed_form.jsonl")) {
      const auto mu_squared = total_mu_squared(row.composition);
      if (!mu_squared) continue;
      CAPTURE(row.id);
      GaussianProfile profile(*mu_squared);
      if (row.request == "delta") {
        const Value delta = profile.delta(row.argument, digits(28));
        CHECK(overlaps(delta.ball, value_of(row, 400)));
        CHECK(accurate(delta, 28));
      } else {  // delta falls through the asked value at the epsilon printed
        const Ball epsilon = value_of(row, 400);
        CHECK(certainly_less(row.argument, profile.delta(lower_rational(epsilon), digits(60)).ball));
        CHECK(certainly_less(profile.delta(upper_rational(epsilon), digits(60)).ball, row.argument));
        CHECK(profile.guess_epsilon(log(Ball(row.argument, 64)).midpoint()) ==
              doctest::Approx(epsilon.midpoint()).epsilon(0.05));
      }
      ++met;
    }
    CHECK(met >= 50);
  }

  TEST_CASE("delta falls as epsilon grows, from 1 to far tails") {
    for (const char* mu_squared : {"1e-18", "0.01", "1", "4", "1e6", "1e12"})
      check_monotone(GaussianProfile(number(mu_squared)), {"-1e6", "-50", "-1", "-1e-9", "-1e-40", "0", "1e-40", "1e-9",
                                                           "1e-3", "1", "30", "700", "1e5", "1e9"});
  }

  TEST_CASE("answers at several precisions hold one truth") {
    for (const char* mu_squared : {"1e-18", "0.3", "1", "25", "1e12"})
      for (const char* epsilon : {"-3", "-1e-12", "0", "1e-12", "0.1", "5", "200"})
        check_precisions_overlap(GaussianProfile(number(mu_squared)), number(epsilon));
  }

  TEST_CASE("deep tails, tiny complements and tiny mu keep relative accuracy") {
    // delta = e^-230258.5... at mu = 1: about 1e-100000.
    const Value deep = GaussianProfile(1).delta(679, digits(15));
    CHECK(accurate(deep, 15));
    CHECK(deep.ball.log_midpoint() == doctest::Approx(-230188.0).epsilon(0.001));
    const Value deeper = GaussianProfile(number("1e-18")).delta(number("700"), digits(10));
    CHECK(accurate(deeper, 10));
    // 1 - delta below 1e-50: only a wide enough request sees it.
    const Ball complement = 1 - GaussianProfile(1000).delta(0, digits(80)).ball;
    CHECK(certainly_positive(complement));
    CHECK(certainly_less(complement, number("1e-50")));
    CHECK(accurate(GaussianProfile(number("1e600")).delta(number("1e300"), digits(10)), 10));
    CHECK(accurate(GaussianProfile(number("1e-600")).delta(number("1e-320"), digits(10)), 10));
  }

  TEST_CASE("far arguments by Mills' ratio meet near arguments by the special function") {
    // mu = 1/300 puts b = eps/mu + mu/2 on both sides of 1024 as epsilon crosses 3.4133.
    GaussianProfile profile(number("1/90000"));
    const Value below = profile.delta(number("3.4133"), digits(30)),
                above = profile.delta(number("3.41335"), digits(30));
    CHECK(accurate(below, 30));
    CHECK(accurate(above, 30));
    CHECK(certainly_less(above.ball, below.ball));
    // d log delta/d epsilon is about -epsilon/mu^2: 300^2 * 3.4133 * 5e-5 = 15.36.
    CHECK(log(below.ball / above.ball).midpoint() == doctest::Approx(15.36).epsilon(0.001));
  }

  TEST_CASE("where one argument is far and the other near, both ways to the tails agree") {
    for (const char* mu : {"1500", "2000", "2060"})
      for (const char* a : {"-600", "-3", "0", "2", "500"}) {
        // epsilon = mu a + mu^2/2 puts the arguments at a and a + mu.
        const long bits = 400;
        const core::Rational epsilon = number(mu) * number(a) + number(mu) * number(mu) / 2;
        const Ball m(number(mu), bits), e(epsilon, bits), x(number(a), bits);
        if (certainly_negative(e)) continue;
        CHECK(overlaps(gaussian_delta(m, e), normal_tail(x) - exp(e) * normal_tail(x + m)));
        CHECK(gaussian_delta(m, e).relative_bits() > 300);
      }
  }

  TEST_CASE("mu = 0 has no loss: delta = max(0, 1 - e^epsilon)") {
    GaussianProfile profile(0);
    CHECK(profile.delta(0, digits(10)).exact == core::Rational(0));
    CHECK(profile.delta(3, digits(10)).exact == core::Rational(0));
    CHECK(overlaps(profile.delta(-1, digits(30)).ball, 1 - exp(Ball(-1, 200))));
    CHECK(profile.compare_max_loss(0) == 0);
    CHECK(profile.compare_max_loss(number("-1")) == -1);
    CHECK(profile.max_loss(64)->exact == core::Rational(0));
    CHECK_FALSE(GaussianProfile(1).max_loss(64).has_value());
    CHECK(GaussianProfile(1).compare_max_loss(number("1e100")) == -1);
  }

  TEST_CASE("guesses are finite for every log delta and close where doubles reach") {
    for (double mu2 : {1e-12, 1.0, 1e6})
      for (double log_delta : {-1e6, -700.0, -20.0, -0.5, -1e-9, 0.0, 5.0}) {
        const double guess = GaussianProfile(core::Rational(mu2)).guess_epsilon(log_delta);
        CHECK(std::isfinite(guess));
        if (log_delta < -0.1 && log_delta > -1000)
          CHECK(guess_gaussian_log_delta(std::sqrt(mu2), guess) == doctest::Approx(log_delta).epsilon(0.01));
      }
  }
}
