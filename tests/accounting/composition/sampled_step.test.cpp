#include "accounting/composition/sampled_step.hpp"

#include <variant>

#include <doctest/doctest.h>

#include "accounting/composition/gaussian.hpp"
#include "tests/accounting/enclosures.hpp"
#include "tests/accounting/vector_rows.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

namespace {

using Kind = SampledGaussianLoss::Kind;
constexpr Kind all_kinds[] = {Kind::remove, Kind::add, Kind::replace};

SampledStepProfile step(const char* sigma, const char* rate, Kind kind) {
  return SampledStepProfile({number(sigma), number(rate), kind});
}

}  // namespace

TEST_SUITE("accounting/composition/sampled_step") {
  TEST_CASE("every vector of one sampled step is met to 28 digits") {
    int met = 0;
    for (const VectorRow& row : vector_rows("sampled_step.jsonl")) {
      CAPTURE(row.id);
      const auto pair =
          dominating_pair(row.composition[0].mechanism, row.adjacency == "add" ? Direction::add : Direction::remove);
      REQUIRE(pair.has_value());
      const auto* loss = std::get_if<SampledGaussianLoss>(&pair->loss);
      if (!loss) continue;
      SampledStepProfile profile(*loss);
      if (row.request == "delta") {
        const Value delta = profile.delta(row.argument, digits(28));
        CHECK(overlaps(delta.ball, value_of(row, 400)));
        CHECK(accurate(delta, 28));
      } else {
        const Ball epsilon = value_of(row, 400);
        CHECK(certainly_less(row.argument, profile.delta(lower_rational(epsilon), digits(60)).ball));
        CHECK(certainly_less(profile.delta(upper_rational(epsilon), digits(60)).ball, row.argument));
        CHECK(profile.guess_epsilon(log(Ball(row.argument, 64)).midpoint()) ==
              doctest::Approx(epsilon.midpoint()).epsilon(0.05));
      }
      ++met;
    }
    CHECK(met >= 25);
  }

  TEST_CASE("delta falls as epsilon grows, for every kind") {
    for (Kind kind : all_kinds)
      for (const char* rate : {"1e-9", "0.01", "0.5", "0.999999"})
        for (const char* sigma : {"0.05", "1", "50"})
          check_monotone(step(sigma, rate, kind),
                         {"-1e5", "-20", "-0.69", "-1e-8", "0", "1e-8", "0.005", "0.3", "13", "1000"});
  }

  TEST_CASE("answers at several precisions hold one truth") {
    for (Kind kind : all_kinds)
      for (const char* epsilon : {"-2", "-1e-10", "0", "0.004", "3"}) {
        check_precisions_overlap(step("0.7", "0.02", kind), number(epsilon));
        check_precisions_overlap(step("30", "0.9", kind), number(epsilon));
      }
  }

  TEST_CASE("the two orders are dual: delta(-eps) = 1 - e^-eps + e^-eps delta'(eps)") {
    for (const char* text : {"0.001", "0.1", "0.5", "2"}) {
      const core::Rational eps = number(text);
      const Ball e = exp(-Ball(eps, 300));
      const auto dual = [&](SampledStepProfile from, SampledStepProfile to) {
        const Ball left = from.delta(-eps, digits(40)).ball, right = 1 - e + e * to.delta(eps, digits(40)).ball;
        CHECK(overlaps(left, right));
        CHECK(right.relative_bits() > 120);
      };
      dual(step("1", "0.3", Kind::remove), step("1", "0.3", Kind::add));
      dual(step("1", "0.3", Kind::add), step("1", "0.3", Kind::remove));
      dual(step("1", "0.3", Kind::replace), step("1", "0.3", Kind::replace));
    }
  }

  TEST_CASE("total variation is rate times the Gaussian's, alike for remove and add") {
    const Ball tv = GaussianProfile(1).delta(0, digits(40)).ball * Ball(number("0.3"), 300);
    CHECK(overlaps(step("1", "0.3", Kind::remove).delta(0, digits(40)).ball, tv));
    CHECK(overlaps(step("1", "0.3", Kind::add).delta(0, digits(40)).ball, tv));
    // replace at 0: q (Phi(1/sigma) - Phi(-1/sigma)), the threshold is the middle.
    const Ball two = GaussianProfile(4).delta(0, digits(40)).ball * Ball(number("0.3"), 300);
    CHECK(overlaps(step("1", "0.3", Kind::replace).delta(0, digits(40)).ball, two));
  }

  TEST_CASE("add ends at -ln(1 - rate) exactly, next to it on both sides") {
    SampledStepProfile profile = step("1", "1/2", Kind::add);
    const core::Rational below = number("0.69314718055994530941"), above = number("0.69314718055994530942");
    CHECK(profile.delta(above, digits(10)).exact == core::Rational(0));
    const Value last = profile.delta(below, digits(10));
    CHECK(accurate(last, 10));
    CHECK(certainly_positive(last.ball));
    CHECK(profile.compare_max_loss(below) == -1);
    CHECK(profile.compare_max_loss(above) == 1);
    CHECK(overlaps(profile.max_loss(100)->ball, log(Ball(2, 100))));
    CHECK_FALSE(step("1", "1/2", Kind::remove).max_loss(64).has_value());
    CHECK(step("1", "1/2", Kind::replace).compare_max_loss(1000) == -1);
  }

  TEST_CASE("remove below ln(1 - rate) is 1 - e^epsilon") {
    for (Kind kind : {Kind::remove}) {
      const Value delta = step("1", "1/2", kind).delta(number("-0.7"), digits(30));
      CHECK(overlaps(delta.ball, 1 - exp(Ball(number("-0.7"), 200))));
    }
  }

  TEST_CASE("a rate near 1 approaches the Gaussian from below") {
    const Ball whole = GaussianProfile(1).delta(1, digits(30)).ball,
               twice = GaussianProfile(4).delta(1, digits(30)).ball;
    const Ball remove = step("1", "0.999999999", Kind::remove).delta(1, digits(30)).ball;
    const Ball replace = step("1", "0.999999999", Kind::replace).delta(1, digits(30)).ball;
    CHECK(certainly_less(remove, whole));
    CHECK(certainly_less(whole, remove * Ball(number("1.00000001"), 100)));
    CHECK(certainly_less(replace, twice));
    CHECK(certainly_less(twice, replace * Ball(number("1.00000001"), 100)));
  }

  TEST_CASE("extreme parameters end with full accuracy") {
    for (Kind kind : all_kinds)
      for (const char* sigma : {"1e-9", "1e-3", "1e9"})
        for (const char* rate : {"1e-9", "0.999999"})
          for (const char* epsilon : {"-1e7", "-1e-12", "0", "1", "1e7", "1e300"}) {
            CAPTURE(sigma);
            CAPTURE(rate);
            CAPTURE(epsilon);
            CHECK(accurate(step(sigma, rate, kind).delta(number(epsilon), digits(10)), 10));
          }
  }
}
