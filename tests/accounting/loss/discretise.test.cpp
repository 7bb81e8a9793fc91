#include "accounting/loss/discretise.hpp"

#include <chrono>

#include <doctest/doctest.h>

#include "accounting/loss/distribution_loss.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

namespace {

constexpr long bits = 160;

// delta of one step by its distribution functions.
Ball exact_delta(const DistributionLoss& loss, const Ball& epsilon) {
  const auto tails = loss.tails(epsilon);
  const auto atoms = loss.atoms(bits);
  Ball sum = Ball(loss.infinite_mass, bits) + nonnegative(tails.above - exp(epsilon) * tails.dual_above);
  for (std::size_t i = 0; i < atoms.loss.size(); ++i)
    sum = sum + nonnegative(atoms.mass[i] - exp(epsilon) * atoms.dual_mass[i]);
  return sum;
}

// delta of one of the two laws on the grid.
Ball grid_delta(const GridLaw& law, const Ball& epsilon, bool upper_law) {
  Ball sum(0, bits);
  for (long i = 0; i <= law.grid.cells; ++i) {
    const double m = (upper_law ? law.upper : law.lower)[static_cast<std::size_t>(i)];
    const Ball at = law.grid.point(i);
    const Ball scale = exp(Ball::exact(law.log_scale, bits) - Ball::exact(law.tilt, bits) * (at - law.grid.origin));
    const Ball place = upper_law ? at + law.slack : at - law.slack;
    sum = sum + Ball::exact(m, bits) * scale * nonnegative(-expm1(epsilon - place));
  }
  return sum;
}

void check_both_sides(const DistributionLoss& loss, const LossGrid& grid, double tilt, double widest) {
  const auto laws = discretise(loss, grid, tilt, 0, bits, Deadline());
  REQUIRE(laws.has_value());
  const GridLaw& law = *laws;
  for (const char* epsilon : {"-1", "-0.3", "-0.01", "0", "0.0137", "0.2", "0.5", "1.3"}) {
    CAPTURE(loss.key);
    CAPTURE(epsilon);
    const Ball e(number(epsilon), bits), truth = exact_delta(loss, e);
    const Ball above = grid_delta(law, e, true) + law.upper_infinite;
    const Ball below = grid_delta(law, e, false) + Ball(loss.infinite_mass, bits);
    CHECK(certainly_less_equal(lower(truth), upper(above)));
    CHECK(certainly_less_equal(lower(below), upper(truth)));
    CHECK((above - below).midpoint() <= widest);
  }
}

LossGrid grid(const char* origin, const char* step, long first, long cells) {
  return {Ball(number(origin), bits), Ball(number(step), bits), first, cells};
}

}  // namespace

TEST_SUITE("accounting/loss/discretise") {
  TEST_CASE("the two laws on the grid lie on either side of the loss, close to it") {
    const auto gaussian = distribution(GaussianLoss{number("0.25")});
    const auto laplace = distribution(LaplaceLoss{number("0.5")});
    check_both_sides(gaussian, grid("0", "0.01", -400, 800), 0, 1e-4);
    check_both_sides(gaussian, grid("0", "0.01", -400, 800), 3, 1e-4);
    check_both_sides(laplace, grid("-0.5", "0.01", 0, 100), 2, 1e-4);
    check_both_sides(laplace, grid("-0.5", "0.03", -1, 35), 0, 2e-2);  // an atom off the grid
    for (const char* rate : {"0.01", "0.3"}) {
      const core::Rational q = number(rate);
      // At rate 0.01 the loss is about 0.005 wide: a step well below that.
      const LossGrid fine = q < core::Rational(1, 10) ? grid("0", "0.001", -1000, 2000) : grid("0", "0.01", -500, 1000);
      check_both_sides(sampled_remove(gaussian, q), fine, 1, 1e-3);
      check_both_sides(sampled_add(gaussian, q), fine, 1, 1e-3);
      check_both_sides(sampled_replace(gaussian, q), fine, 1, 1e-3);
      check_both_sides(sampled_replace(laplace, q), grid("0", "0.01", -60, 120), 1, 2e-2);
    }
    check_both_sides(distribution(SampledGaussianLoss{2, number("0.2"), SampledGaussianLoss::Kind::replace}),
                     grid("0", "0.005", -800, 1600), 1, 1e-4);
  }

  TEST_CASE("a grid that cuts the tails off stays on its sides") {
    const auto gaussian = distribution(GaussianLoss{1});
    check_both_sides(gaussian, grid("0", "0.1", -5, 12), 1, 1);
    check_both_sides(reversed(sampled_remove(gaussian, number("0.5"))), grid("0.003", "0.1", -5, 12), 0, 1);
  }

  TEST_CASE("a deadline ends the scan of a long grid (2026-11-30)") {
    const auto gaussian = distribution(GaussianLoss{number("0.25")});
    const LossGrid fine = grid("0", "0.00001", -1'000'000, 2'000'000);
    const auto past = Deadline::after(std::chrono::milliseconds(-1));
    CHECK_FALSE(discretise(gaussian, fine, 1, 0, bits, past).has_value());
  }

  TEST_CASE("infinite masses and explicit pairs keep their sides") {
    const auto pair = finite_loss({number("1/2"), number("3/10"), number("1/5")}, {number("1/4"), number("3/4"), 0});
    check_both_sides(distribution(pair, "pair"), grid("0", "0.013", -100, 200), 1, 0.02);
  }
}
