#include "persuasive/prior_class/log_game.hpp"

#include "persuasive/guarantee/guarantee.hpp"
#include "persuasive/prior_class/listed.hpp"
#include "tests/persuasive/kernels.hpp"
#include "tests/persuasive/random_games.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;

TEST_CASE("the search over events agrees with every event, for every convex class") {
  tests::RandomKernels random(11);
  for (int round = 0; round < 70; ++round) games::check_every_event(random, round);
}

TEST_CASE("with delta above 0 a mixture of two data beats every pair") {
  FiniteProblem problem;
  problem.parts = {
      {make_kernel({{{1, 2}, {1, 4}, {1, 4}}, {{3, 4}, {1, 16}, {3, 16}}, {{3, 4}, {3, 16}, {1, 16}}}), 1}};
  problem.space.size = 3;
  problem.truth = 0;
  const Score log = tests::continuous_rules().front();
  problem.priors = AllPriors{};
  CHECK(tests::equal(kappa_at_delta(problem, log, {1, 4})->lower, Real(LogNumber::log(2))));
  problem.priors = AdjacentPairs{};
  CHECK(tests::equal(kappa_at_delta(problem, log, {1, 4})->lower, Real(LogNumber::log({4, 3}))));
}

TEST_CASE("a class that cannot hold the truth is no class at it") {
  FiniteProblem problem;
  problem.parts = {{make_kernel({{1, 0}, {0, 1}, {{1, 2}, {1, 2}}}), 1}};
  problem.space.size = 3;
  problem.priors = DensityBand{{0, 0, 0}, {0, 1, 1}};
  problem.truth = 0;
  const auto found = kappa_at_delta(problem, tests::continuous_rules().front(), 0);
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error().pointer == "/priors");
}

}  // namespace
}  // namespace assay::persuasive
