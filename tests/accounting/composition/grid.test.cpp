#include "accounting/composition/grid.hpp"

#include <random>

#include <doctest/doctest.h>

#include "accounting/composition/composed.hpp"
#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/laplace.hpp"
#include "accounting/loss/distribution_loss.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

namespace {

GridProfile on_grid(std::vector<GeneralPart> parts) { return {std::move(parts), false}; }

core::Rational thousandths(std::mt19937& random, int from, int to) {
  return core::Rational(std::uniform_int_distribution<int>(from, to)(random), 1000);
}

LossPart any_part(std::mt19937& random) {
  const std::uint64_t count = std::uniform_int_distribution<std::uint64_t>(1, 30)(random);
  switch (random() % 4) {
    case 0: return {GaussianLoss{thousandths(random, 1, 400)}, count};
    case 1: return {LaplaceLoss{thousandths(random, 20, 800)}, count};
    case 2: {
      using Kind = SampledGaussianLoss::Kind;
      const Kind kind = Kind(random() % 3);
      return {SampledGaussianLoss{thousandths(random, 700, 3000), thousandths(random, 5, 300), kind}, count};
    }
    default: return {binary_loss(thousandths(random, 20, 600), core::Rational(0)).loss, count};
  }
}

}  // namespace

TEST_SUITE("accounting/composition/grid") {
  TEST_CASE("where another engine applies its enclosure meets the grid's") {
    std::mt19937 random(20261130);
    for (int i = 0; i < 25; ++i) {
      CAPTURE(i);
      const std::vector<LossPart> parts{any_part(random)};
      auto other = compose(parts, Engine::automatic), grid = compose(parts, Engine::grid);
      REQUIRE(other.has_value());
      REQUIRE(grid.has_value());
      const core::Rational epsilon = thousandths(random, -300, 2500);
      CAPTURE(epsilon.str());
      const Value expected = other->delta(epsilon, {8, {}}), got = grid->delta(epsilon, {2, {}});
      CHECK(overlaps(expected.ball, got.ball));
      CHECK(certainly_less_equal(Ball(0, 64), got.ball));
    }
  }

  TEST_CASE("a hundred Laplace steps of scale 20 are enclosed to six digits") {
    auto profile = on_grid({{distribution(LaplaceLoss{number("1/20")}), 100}});
    const LaplaceProfile closed(LaplaceLoss{number("1/20")}, 100);
    for (const char* epsilon : {"1", "3"}) {
      const Value got = profile.delta(number(epsilon), {6, {}});
      CHECK(overlaps(got.ball, LaplaceProfile(closed).delta(number(epsilon), {12, {}}).ball));
      CHECK(accurate(got, 6));
    }
  }

  TEST_CASE("relative accuracy holds where delta is tiny") {
    auto profile = on_grid({{distribution(GaussianLoss{1}), 1}});
    const Value got = profile.delta(36, {5, {}});  // about 5e-277
    CHECK(overlaps(got.ball, GaussianProfile(1).delta(36, {20, {}}).ball));
    CHECK(accurate(got, 5));
  }

  TEST_CASE("sampled Laplace steps meet values of nested quadrature") {
    const auto base = distribution(LaplaceLoss{1});
    auto two = on_grid({{sampled_remove(base, number("0.5")), 2}});
    CHECK(overlaps(two.delta(number("0.25"), {7, {}}).ball,
                   Ball(number("0.1485675494033776553377993541145467755251"), 160)));
    auto added = on_grid({{sampled_add(base, number("0.5")), 2}});
    CHECK(overlaps(added.delta(number("0.25"), {7, {}}).ball,
                   Ball(number("0.1671911694059334641520663353376656955503"), 160)));
    auto three = on_grid({{sampled_add(base, number("0.125")), 3}});
    CHECK(three.delta(number("0.5"), {7, {}}).ball.is_exact_zero());
    CHECK(certainly_less(three.max_loss(64)->ball, number("0.5")));
  }

  TEST_CASE("the pair of a replaced record has the curve of the amplification theorem") {
    const auto base = distribution(GaussianLoss{number("0.25")});
    GridProfile step({{sampled_replace(base, number("0.5")), 1}}, true);
    CHECK(step.method() == "closed_form");
    CHECK(overlaps(step.delta(number("0.125"), {25, {}}).ball,
                   Ball(number("0.05719536219245167909354241586078418674187"), 160) +
                       Ball::plus_minus(Ball(number("1e-41"), 160))));
    auto grid = on_grid({{sampled_replace(base, number("0.5")), 1}});
    for (const char* epsilon : {"-0.5", "0", "0.125", "1"})
      CHECK(overlaps(grid.delta(number(epsilon), {4, {}}).ball, step.delta(number(epsilon), {15, {}}).ball));
  }

  TEST_CASE("a passed deadline leaves a valid, wide answer") {
    auto profile = on_grid({{distribution(GaussianLoss{1}), 50}});
    const Value got = profile.delta(1, {10, Deadline::after(std::chrono::milliseconds(0))});
    CHECK(overlaps(got.ball, GaussianProfile(50).delta(1, {20, {}}).ball));
  }
}
