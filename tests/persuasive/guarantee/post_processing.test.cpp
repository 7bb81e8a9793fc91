#include "persuasive/guarantee/post_processing.hpp"

#include "persuasive/guarantee/guarantee.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;

TEST_CASE("merging two outputs raises P[L > ln 2] from 1/10 to 1/2, and Brier at delta 0 with three data") {
  FiniteProblem problem;
  problem.parts = {{make_kernel({{{1, 10}, {2, 5}, {1, 2}}, {0, {1, 5}, {4, 5}}}), 1}};
  problem.space.size = 2;
  problem.priors = AdjacentPairs{};
  const Score log = tests::continuous_rules().front();
  const auto delta = [&](const FiniteProblem& p) { return delta_at_kappa(p, log, LogNumber::log(2)); };
  const auto before = delta(problem);
  REQUIRE(before.has_value());
  const auto found = worst_merged_pair(problem, *before, delta);
  REQUIRE(found.has_value());
  REQUIRE(found->has_value());
  CHECK((*found)->first == 0);
  CHECK((*found)->second == 1);
  CHECK(tests::equal((*found)->after.lower, Real(Rational(1, 2))));

  problem.parts = {{make_kernel({{{1, 2}, {1, 2}, 0}, {0, {1, 3}, {2, 3}}, {{1, 3}, 0, {2, 3}}}), 1}};
  problem.space.size = 3;
  problem.priors = ListedPriors{{{{1, 7}, {3, 7}, {3, 7}}}};
  const Score brier = tests::continuous_rules()[1];
  const auto kappa = [&](const FiniteProblem& p) { return kappa_at_delta(p, brier, 0); };
  const auto whole = kappa(problem);
  const auto coarser = worst_merged_pair(problem, *whole, kappa);
  REQUIRE(coarser.has_value());
  REQUIRE(coarser->has_value());
  CHECK(tests::equal((*coarser)->after.lower, Real(Rational(64, 147))));
}

TEST_CASE("where theory says so no random merging raises kappa at delta 0") {
  tests::RandomKernels random(41);
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    const std::size_t data = 2 + random.below(2);
    FiniteProblem problem = random.problem(data, 4);
    problem.priors = AllPriors{{{1, 10}, 1}};
    for (const Score& score :
         {tests::continuous_rules()[0], tests::continuous_rules()[1], tests::continuous_rules()[2]}) {
      if (!is_safe_from_sender(score, data, 0)) continue;
      const auto kappa = [&](const FiniteProblem& p) { return kappa_at_delta(p, score, 0); };
      const auto before = kappa(problem);
      REQUIRE(before.has_value());
      const auto found = worst_merged_pair(problem, *before, kappa);
      REQUIRE(found.has_value());
      CHECK_FALSE(found->has_value());
    }
  }
}

}  // namespace
}  // namespace assay::persuasive
