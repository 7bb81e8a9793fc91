// Routines that run out of time: an error, or a bracket that meets the answer of unlimited time.
#include <chrono>

#include <doctest/doctest.h>

#include "persuasive/guarantee/expectation.hpp"
#include "persuasive/guarantee/guarantee.hpp"
#include "persuasive/two_point/mean_gain.hpp"
#include "tests/persuasive/random_games.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;
using tests::at_most;

/// `ask` without a deadline, and with ever longer ones.
template <class Ask>
void check_deadlines(FiniteProblem problem, Ask ask) {
  problem.deadline = {};
  const core::Result<Bracket> full = ask(problem);
  for (const int milliseconds : {0, 1, 10, 100}) {
    CAPTURE(milliseconds);
    problem.deadline = accounting::Deadline::after(std::chrono::milliseconds(milliseconds));
    const core::Result<Bracket> cut = ask(problem);
    if (!full) {
      CHECK_FALSE(cut.has_value());
    } else if (!cut) {
      CHECK(cut.error().code == core::ErrorCode::limit_exceeded);
    } else {
      CHECK(at_most(cut->lower, full->upper));
      CHECK(at_most(full->lower, cut->upper));
      CHECK(at_most(cut->lower, cut->upper));
    }
  }
}

void check_questions(const FiniteProblem& problem, const Score& score) {
  CAPTURE(score.name);
  check_deadlines(problem, [&](const FiniteProblem& p) { return kappa_at_delta(p, score, {1, 10}); });
  check_deadlines(problem, [&](const FiniteProblem& p) { return kappa_at_delta(p, score, 0); });
  check_deadlines(problem, [&](const FiniteProblem& p) { return delta_at_kappa(p, score, LogNumber::log({3, 2})); });
}

std::vector<Score> exact_rules() {
  return {tests::continuous_rules().front(), tests::zero_one(scoring::Ties::uniform),
          tests::decision({{0, 2, 1}, {1, 0, 3}, {1, 1, 1}}, scoring::Ties::lowest_index)};
}

TEST_CASE("searches over convex classes hold the answer whenever they are stopped") {
  tests::RandomKernels random(29);
  for (int kind = 0; kind < 7; ++kind) {
    CAPTURE(kind);
    FiniteProblem problem = random.problem(3, 4);
    problem.priors = games::some_class(random, kind);
    for (const Score& score : exact_rules()) check_questions(problem, score);
    check_deadlines(problem,
                    [](const FiniteProblem& p) { return expected_gain(p, tests::continuous_rules().front(), {}); });
  }
}

TEST_CASE("a continuous score over a narrow class is not refuted by priors outside it where the time ended") {
  tests::RandomKernels random(37);
  FiniteProblem problem = random.problem(3, 4);
  problem.priors = AllPriors{TruthMass{{9, 10}, 1}};
  problem.digits = 2;
  const Score brier = tests::continuous_rules()[1];
  check_deadlines(problem, [&](const FiniteProblem& p) { return kappa_at_delta(p, brier, {1, 10}); });
}

TEST_CASE("a game of many outputs holds the answer whenever it is stopped") {
  tests::RandomKernels random(31);
  FiniteProblem problem = random.problem(5, 8, true);
  problem.priors = AllPriors{};
  check_questions(problem, exact_rules().front());
  problem.priors = Contamination{random.pmf(5, true), {1, 2}};
  check_questions(problem, exact_rules().front());
  check_deadlines(problem,
                  [](const FiniteProblem& p) { return expected_gain(p, tests::continuous_rules().front(), {}); });
}

TEST_CASE("a class that forces a loss is not said to gain nothing where the time ended") {
  // One output of mass 9/10 at the truth, which the rest of the prior expects more: the Receiver loses there.
  FiniteProblem problem;
  problem.parts = {{make_kernel({{{9, 10}, {1, 10}, 0}, {1, 0, 0}, {1, 0, 0}}), 1}};
  problem.space.size = 3;
  problem.truth = 0;
  problem.priors = DensityBand{{0, {1, 4}, {1, 4}}, {{1, 2}, {1, 2}, {1, 2}}};
  check_deadlines(problem, [](const FiniteProblem& p) {
    return kappa_at_delta(p, tests::continuous_rules().front(), {1, 5});
  });
}

TEST_CASE("the mean gain under Gaussian noise ends at once where noise is small, and holds the answer in no time") {
  const auto now = accounting::Deadline::after(std::chrono::milliseconds(0));
  for (const Rational& mu_squared : {Rational(1, 100), Rational(1), Rational(30), Rational(400)}) {
    CAPTURE(mu_squared.str());
    const Real full = gaussian_log_mean({1, 4}, mu_squared, {}), cut = gaussian_log_mean({1, 4}, mu_squared, now);
    CHECK(overlaps(full.enclose(128), cut.enclose(128)));
    CHECK(full.enclose(128).relative_bits() > 100);
    CHECK(certainly_less(Rational(-1, 1000), cut.enclose(128)));
    CHECK(certainly_less(lower(cut.enclose(128)), upper(full.enclose(128))));
  }
  // The mean of a loss of 10^12 differs from ln 4 by less than any precision tells.
  const Real sure = gaussian_log_mean({1, 4}, Rational(1'000'000'000'000), {});
  CHECK(overlaps(sure.enclose(200), log(accounting::Ball(4, 200))));
  CHECK(sure.enclose(200).relative_bits() > 150);
}

}  // namespace
}  // namespace assay::persuasive
