#include "persuasive/prior_class/adjacent_pairs.hpp"

#include <chrono>
#include <map>

#include "persuasive/guarantee/guarantee.hpp"
#include "persuasive/prior_class/listed.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;

/// P_x[L > ln ratio], straight from the definition.
Rational pdp(const Kernel& kernel, std::size_t x, std::size_t y, const Rational& ratio) {
  Rational sum = 0;
  for (std::size_t t = 0; t < kernel.columns(); ++t)
    if (kernel.rows[x][t] > ratio * kernel.rows[y][t]) sum += kernel.rows[x][t];
  return sum;
}

TEST_CASE("with the log score persuasion is probabilistic DP on random kernels") {
  tests::RandomKernels random(1);
  const Score log = tests::continuous_rules().front();
  for (int round = 0; round < 150; ++round) {
    CAPTURE(round);
    FiniteProblem problem = random.problem(2 + random.below(3), 2 + random.below(4));
    problem.priors = AdjacentPairs{};
    const Kernel& kernel = problem.parts.front().kernel;
    for (const Rational& ratio : {Rational(1), Rational(3, 2), Rational(2), Rational(4)}) {
      Rational most = 0;
      for (std::size_t x = 0; x < kernel.data(); ++x)
        for (std::size_t y = 0; y < kernel.data(); ++y)
          if (x != y) most = std::max(most, pdp(kernel, x, y, ratio));
      const auto found = pairs_delta(problem, log, LogNumber::log(ratio));
      REQUIRE(found.has_value());
      CHECK(tests::equal(found->lower, Real(most)));
      CHECK(tests::equal(found->upper, Real(most)));
      // kappa(delta) is the least kappa that meets delta.
      if (most == 1) continue;
      const auto least = pairs_kappa(problem, log, most);
      REQUIRE(least.has_value());
      CHECK(tests::at_most(least->lower, Real(LogNumber::log(ratio))));
    }
  }
}

TEST_CASE("two-point priors on a grid never beat the answer, for every rule and range of masses") {
  tests::RandomKernels random(2);
  std::vector<Score> scores = tests::continuous_rules();
  for (const auto ties : {Ties::uniform, Ties::lowest_index, Ties::strict, Ties::adversarial})
    scores.push_back(tests::zero_one(ties));
  scores.push_back(tests::decision({{0, 2, 1}, {1, 0, 3}, {1, 1, 1}}, Ties::lowest_index));
  scores.push_back(tests::decision({{0, 2, 1}, {1, 0, 3}, {1, 1, 1}}, Ties::adversarial));
  for (int round = 0; round < 2; ++round)
    for (const Score& score : scores) {
      // Rules that are maximised by bisection are seconds each: tests/slow draws them among the others.
      if (score.rule == Score::Rule::power || score.rule == Score::Rule::tsallis) continue;
      CAPTURE(round);
      CAPTURE(score.name);
      FiniteProblem problem = random.problem(3, 3);
      const TruthMass truth = round % 2 == 0 ? TruthMass{{1, 8}, {1, 2}} : TruthMass{};
      problem.priors = AdjacentPairs{truth};
      const Rational delta(static_cast<long>(random.below(4)), 6);
      const auto kappa = pairs_kappa(problem, score, delta);
      const LogNumber level = LogNumber::rational({1, 7});
      const auto mass = pairs_delta(problem, score, level);
      REQUIRE(kappa.has_value());
      REQUIRE(mass.has_value());
      // A few masses of two of the pairs; tests/slow draws more.
      const std::size_t y = 2;
      for (std::size_t x = 0; x < 2; ++x)
        for (long i = 1; i < 8; i += 3) {
          const Rational q(i, 8);
          if (q < truth.floor || q > truth.ceiling) continue;
          Pmf prior(3);
          prior[x] = q;
          prior[y] = 1 - q;
          const Kernel& kernel = problem.parts.front().kernel;
          const auto own = prior_kappa(problem, kernel, score, prior, x, delta);
          const auto tail = prior_delta(problem, kernel, score, prior, x, level);
          REQUIRE(own.has_value());
          REQUIRE(tail.has_value());
          CHECK(tests::at_most(own->lower, kappa->upper));
          CHECK(tests::at_most(tail->lower, mass->upper));
        }
      // The worst case named has the gain named.
      if (kappa->worst.attained && kappa->worst.prior.size() == 2 && kappa->worst.prior[0].second.exact() != nullptr) {
        Pmf prior(3);
        for (const auto& [datum, share] : kappa->worst.prior) prior[datum] = share.exact()->shift;
        if (prior[kappa->worst.data] > 0) {
          const auto own = prior_kappa(problem, problem.parts.front().kernel, score, prior, kappa->worst.data, delta);
          REQUIRE(own.has_value());
          CHECK(tests::equal(own->lower, kappa->lower));
        }
      }
    }
}

TEST_CASE("compositions are those of the product kernel") {
  tests::RandomKernels random(3);
  const Score log = tests::continuous_rules().front();
  for (int round = 0; round < 25; ++round) {
    CAPTURE(round);
    FiniteProblem problem = random.problem(3, 3);
    problem.priors = AdjacentPairs{{Rational(static_cast<long>(round % 2), 5), 1}};
    problem.parts.front().count = 2;
    problem.parts.push_back({random.kernel(3, 2), 1});
    FiniteProblem whole_problem = problem;
    const auto product_kernel = whole(problem);
    REQUIRE(product_kernel.has_value());
    whole_problem.parts = {{*product_kernel, 1}};
    for (const Rational& delta : {Rational(0), Rational(1, 9), Rational(1, 3)}) {
      const auto composed = pairs_kappa(problem, log, delta), direct = pairs_kappa(whole_problem, log, delta);
      REQUIRE(composed.has_value());
      REQUIRE(direct.has_value());
      CHECK(tests::equal(composed->lower, direct->lower));
    }
    const auto composed = pairs_delta(problem, log, LogNumber::rational({1, 2}));
    const auto direct = pairs_delta(whole_problem, log, LogNumber::rational({1, 2}));
    CHECK(tests::equal(composed->lower, direct->lower));
  }
}

TEST_CASE("below 0 nearly certain priors gain more, whatever probabilistic DP says") {
  FiniteProblem problem;
  problem.parts = {{make_kernel({{{9, 10}, {1, 10}}, {{1, 10}, {9, 10}}}), 1}};
  problem.space.size = 2;
  problem.priors = AdjacentPairs{};
  const Score log = tests::continuous_rules().front();
  CHECK(tests::equal(pairs_delta(problem, log, LogNumber::rational(-1))->lower, Real(Rational(1))));
  problem.priors = AdjacentPairs{{0, {1, 1000}}};
  CHECK(tests::equal(pairs_delta(problem, log, LogNumber::rational(-1))->lower, Real(Rational(9, 10))));
}

TEST_CASE("above a gain of 0 lies what has a loss above 0, for every rule and without a search") {
  FiniteProblem problem;
  problem.parts.push_back({make_kernel({{{1, 3}, {1, 3}, {1, 3}}, {0, {1, 2}, {1, 2}}, {0, 0, 1}}), 1});
  problem.space.size = 3;
  for (const TruthMass& truth : {TruthMass{}, TruthMass{{1, 5}, 1}, TruthMass{{1, 5}, {3, 5}}}) {
    problem.priors = AdjacentPairs{truth};
    problem.deadline = accounting::Deadline::after(std::chrono::seconds(1));
    for (const Score& score : tests::continuous_rules()) {
      const auto found = delta_at_kappa(problem, score, LogNumber{});
      REQUIRE(found.has_value());
      CHECK(compare(found->lower, Real(Rational(1))) == Order::equal);  // the last datum against the second
      CHECK(found->worst.attained);
    }
  }
}

}  // namespace
}  // namespace assay::persuasive
