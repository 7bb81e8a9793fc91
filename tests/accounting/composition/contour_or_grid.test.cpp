// Few sampled steps beside losses that do not decay: what a contour alone is bad at.
#include "accounting/composition/contour_or_grid.hpp"

#include <chrono>

#include <doctest/doctest.h>

#include "accounting/composition/composed.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using namespace assay::accounting;
using tests::number;

SampledGaussianLoss step() { return {number("0.932"), number("0.083"), SampledGaussianLoss::Kind::remove}; }

// Values: one-dimensional quadrature of the closed curve of the step at 40 digits, by another program.
TEST_CASE("one sampled step beside finite losses is their mixture, to every digit") {
  auto both = compose({{binary_loss(number("0.3"), number("0.002")).loss, 1}, {step(), 1}}, Engine::automatic);
  REQUIRE(both);
  const Value delta = both->delta(number("1.787"), {20, {}});
  CHECK(overlaps(delta.ball,
                 Ball(number("0.002018941801931433479730432"), 160) + Ball::plus_minus(Ball(number("1e-26"), 160))));
  CHECK(delta.ball.relative_bits() > 66);
  CHECK(both->method() == "closed_form");
}

TEST_CASE("one sampled step beside a Laplace loss reaches the digits asked") {
  auto both = compose({{LaplaceLoss{number("1/3")}, 1}, {SampledGaussianLoss{number("0.6"), number("0.3")}, 1}},
                      Engine::automatic);
  REQUIRE(both);
  const Value delta = both->delta(2, {5, {}});
  CHECK(overlaps(delta.ball,
                 Ball(number("0.02463613287585260764457489"), 160) + Ball::plus_minus(Ball(number("1e-25"), 160))));
  CHECK(delta.ball.relative_bits() > 16);
  CHECK(both->method() == "contour+grid");
}

TEST_CASE("with no time at all the answer is wide and true") {
  auto both = compose({{LaplaceLoss{number("1/3")}, 1}, {SampledGaussianLoss{number("0.6"), number("0.3")}, 1}},
                      Engine::automatic);
  REQUIRE(both);
  const Value delta = both->delta(2, {5, Deadline::after(std::chrono::milliseconds(0))});
  CHECK(overlaps(delta.ball, Ball(number("0.02463613287585260764457489"), 160)));
}

}  // namespace
