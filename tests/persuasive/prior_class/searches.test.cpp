// The searches over convex classes: steps and smooth scores, against priors drawn from the class and against exact
// cases.
#include <chrono>

#include "persuasive/guarantee/guarantee.hpp"
#include "persuasive/prior_class/listed.hpp"
#include "persuasive/prior_class/product_priors.hpp"
#include "persuasive/prior_class/smooth_search.hpp"
#include "persuasive/prior_class/step_search.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;

const std::vector<std::vector<Rational>> loss = {{0, 2, 1}, {1, 0, 3}, {1, 1, 1}};

/// What one prior gains, against the answer for its class.
void check_prior(const FiniteProblem& problem, const Score& score, const Pmf& prior, const Rational& delta,
                 const Bracket& kappa, const LogNumber& level, const Bracket& mass) {
  for (std::size_t x = 0; x < prior.size(); ++x) {
    if (prior[x] == 0) continue;
    const auto own = prior_kappa(problem, problem.parts.front().kernel, score, prior, x, delta);
    const auto tail = prior_delta(problem, problem.parts.front().kernel, score, prior, x, level);
    REQUIRE(own.has_value());
    REQUIRE(tail.has_value());
    CHECK(tests::at_most(own->lower, kappa.upper));
    CHECK(tests::at_most(tail->lower, mass.upper));
  }
}

/// The prior of a worst case attains what it is said to.
void check_worst(const FiniteProblem& problem, const Score& score, const LogNumber& level, const Bracket& mass) {
  if (mass.worst.prior.empty() || !mass.worst.attained) return;
  Pmf prior(problem.space.size);
  for (const auto& [datum, share] : mass.worst.prior) prior[datum] = share.exact()->shift;
  const auto own = prior_delta(problem, problem.parts.front().kernel, score, prior, mass.worst.data, level);
  REQUIRE(own.has_value());
  CHECK(tests::equal(own->lower, mass.lower));
}

TEST_CASE("no prior on a grid beats the step search, and its worst case is met") {
  tests::RandomKernels random(21);
  std::vector<Score> scores;
  for (const auto ties : {Ties::uniform, Ties::lowest_index, Ties::strict, Ties::adversarial})
    scores.push_back(tests::zero_one(ties));
  scores.push_back(tests::decision(loss, Ties::lowest_index));
  scores.push_back(tests::decision(loss, Ties::adversarial));
  for (int round = 0; round < 3; ++round)
    for (const Score& score : scores) {
      CAPTURE(round);
      CAPTURE(score.name);
      FiniteProblem problem = random.problem(3, 3);
      if (round == 0) problem.priors = AllPriors{};
      if (round == 1) problem.priors = AllPriors{{0, {2, 5}}};
      if (round == 2) problem.priors = DensityBand{{{1, 10}, 0, {1, 5}}, {{1, 2}, {2, 3}, {7, 10}}};
      const Rational delta(static_cast<long>(random.below(3)), 5);
      const LogNumber level = LogNumber::rational({static_cast<long>(random.below(3)), 4});
      const auto kappa = step_search_kappa(problem, score, delta);
      const auto mass = step_search_delta(problem, score, level);
      REQUIRE(kappa.has_value());
      REQUIRE(mass.has_value());
      CHECK(tests::equal(kappa->lower, kappa->upper));
      check_worst(problem, score, level, *mass);
      for (long i = 0; i <= 6; ++i)
        for (long j = 0; i + j <= 6; ++j) {
          const Pmf prior{{i, 6}, {j, 6}, {6 - i - j, 6}};
          FiniteProblem at = problem;
          for (std::size_t x = 0; x < 3; ++x) {
            if (prior[x] == 0) continue;
            if (round == 1 && prior[x] > Rational(2, 5)) continue;
            if (round == 2 && (i == 0 || 6 * prior[0] < Rational(6, 10) || prior[0] > Rational(1, 2) ||
                               prior[1] > Rational(2, 3) || prior[2] < Rational(1, 5) || prior[2] > Rational(7, 10)))
              continue;
            const auto own = prior_kappa(at, at.parts.front().kernel, score, prior, x, delta);
            const auto tail = prior_delta(at, at.parts.front().kernel, score, prior, x, level);
            CHECK(tests::at_most(own->lower, kappa->upper));
            CHECK(tests::at_most(tail->lower, mass->upper));
          }
        }
    }
}

TEST_CASE("strict zero-one over all priors is a likelihood ratio above 1, with a ceiling a sum of odds") {
  FiniteProblem problem;
  problem.parts = {
      {make_kernel(
           {{{1, 2}, {1, 4}, {1, 8}, {1, 8}}, {{1, 4}, {1, 4}, {1, 4}, {1, 4}}, {{1, 8}, {1, 8}, {1, 4}, {1, 2}}}),
       1}};
  problem.space.size = 3;
  const Score strict = tests::zero_one(Ties::strict);
  const auto at = [&](const Rational& ceiling) {
    problem.priors = AllPriors{{0, ceiling}};
    return delta_at_kappa(problem, strict, LogNumber{})->lower;
  };
  CHECK(tests::equal(at(1), Real(Rational(3, 4))));
  CHECK(tests::equal(at({1, 6}), Real(Rational(1, 2))));
  CHECK(tests::equal(at({1, 8}), Real(Rational(0))));
}

TEST_CASE("the search over priors encloses what priors on a grid gain, and converges for smooth scores on a floor") {
  tests::RandomKernels random(22);
  const std::vector<Score> rules = tests::continuous_rules();
  for (const std::size_t i : {1U, 2U, 4U, 6U}) {
    const Score& score = rules[i];
    CAPTURE(score.name);
    const std::size_t data = i == 1 ? 3 : 2;  // one search in the plane is slow enough
    FiniteProblem problem = random.problem(data, 3, true);
    problem.digits = 4;
    problem.priors = DensityBand{std::vector<Rational>(data, {1, 10}), std::vector<Rational>(data, 1)};
    const LogNumber level = LogNumber::rational({1, 20});
    for (const Rational& delta : {Rational(0), Rational(1, 4)}) {
      const auto kappa = smooth_kappa(problem, score, delta);
      const auto mass = smooth_delta(problem, score, level);
      REQUIRE(kappa.has_value());
      REQUIRE(mass.has_value());
      CHECK(tests::at_most(kappa->lower, kappa->upper));
      if (delta == 0)
        CHECK(certainly_less(abs(kappa->upper.enclose(64) - kappa->lower.enclose(64)),
                             accounting::Ball(Rational(1, 1000), 64)));
      for (long a = 1; a < 10; ++a) {
        if (data == 2) check_prior(problem, score, {{a, 10}, {10 - a, 10}}, delta, *kappa, level, *mass);
        for (long b = 1; data == 3 && a + b < 10; ++b)
          check_prior(problem, score, {{a, 10}, {b, 10}, {10 - a - b, 10}}, delta, *kappa, level, *mass);
      }
    }
  }
}

TEST_CASE("a search that has no time gives what the range of the score proves") {
  FiniteProblem problem;
  problem.parts = {{make_kernel({{{1, 2}, {1, 4}, {1, 4}}, {{1, 8}, {1, 2}, {3, 8}}, {{1, 3}, {1, 3}, {1, 3}}}), 1}};
  problem.space.size = 3;
  problem.deadline = accounting::Deadline::after(std::chrono::milliseconds(0));
  const std::vector<Score> rules = tests::continuous_rules();
  const std::vector<Rational> width = {0, 2, 1, 1, {3, 2}, {3, 2}, 2};
  for (std::size_t i = 1; i < rules.size(); ++i) {
    CAPTURE(rules[i].name);
    CHECK(greatest_gain(rules[i], 3) == width[i]);
    for (const PriorClass& priors : {PriorClass(AllPriors{}), PriorClass(DensityBand{{0, 0, 0}, {1, 1, 1}})}) {
      problem.priors = priors;
      const auto kappa = kappa_at_delta(problem, rules[i], {1, 10});
      REQUIRE(kappa.has_value());
      CHECK(tests::at_most(kappa->upper, Real(width[i])));
      CHECK(tests::at_most(kappa->lower, kappa->upper));
      const auto mass = delta_at_kappa(problem, rules[i], LogNumber::rational({1, 5}));
      REQUIRE(mass.has_value());
      CHECK(tests::at_most(mass->upper, Real(Rational(1))));
    }
  }
  CHECK_FALSE(greatest_gain(rules[0], 3));
}

TEST_CASE("over all priors two points are worst at delta 0, and the search agrees") {
  tests::RandomKernels random(23);
  const std::vector<Score> rules = tests::continuous_rules();
  for (const std::size_t i : {1U, 3U}) {
    CAPTURE(rules[i].name);
    FiniteProblem problem = random.problem(3, 2, true);
    problem.digits = 2;
    problem.priors = AllPriors{{{1, 5}, 1}};
    const auto closed = kappa_at_delta(problem, rules[i], 0);
    const auto searched = smooth_kappa(problem, rules[i], 0);
    REQUIRE(closed.has_value());
    REQUIRE(searched.has_value());
    CHECK(tests::at_most(searched->lower, closed->upper));
    CHECK(tests::at_most(closed->lower, searched->upper));
  }
}

TEST_CASE("independent records: products of vertices, and randomized response record by record") {
  tests::RandomKernels random(24);
  const Score log = tests::continuous_rules().front();
  FiniteProblem problem = random.problem(4, 3);
  problem.space.records = {2, 2};
  problem.priors = ProductPriors{{AllPriors{{{1, 4}, {3, 4}}}, ListedPriors{{{{1, 3}, {2, 3}}}}}};
  const auto found = product_kappa(problem, log, 0);
  REQUIRE(found.has_value());
  for (long i = 2; i <= 6; ++i) {
    const Rational q(i, 8);
    const Pmf prior{q / 3, q * 2 / 3, (1 - q) / 3, (1 - q) * 2 / 3};
    for (std::size_t x = 0; x < 4; ++x) {
      const auto own = prior_kappa(problem, problem.parts.front().kernel, log, prior, x, 0);
      CHECK(tests::at_most(own->lower, found->upper));
    }
  }
  CHECK_FALSE(product_kappa(problem, log, {1, 2}).has_value());
}

TEST_CASE("one prior: compositions need no adding, and zero-one can grow under merging at delta 0") {
  FiniteProblem problem;
  // Partitions {ab|c} and {ac|b} under (1/10, 9/20, 9/20): ln(20/9) each, ln 10 together.
  const Kernel first = make_kernel({{1, 0}, {1, 0}, {0, 1}}), second = make_kernel({{1, 0}, {0, 1}, {1, 0}});
  problem.space.size = 3;
  problem.priors = ListedPriors{{{{1, 10}, {9, 20}, {9, 20}}}};
  problem.truth = 0;
  const Score log = tests::continuous_rules().front();
  problem.parts = {{first, 1}};
  CHECK(tests::equal(kappa_at_delta(problem, log, 0)->lower, Real(LogNumber::log({20, 11}))));
  problem.parts = {{first, 1}, {second, 1}};
  CHECK(tests::equal(kappa_at_delta(problem, log, 0)->lower, Real(LogNumber::log(10))));
  const Kernel before = make_kernel({{{1, 2}, {1, 2}, 0}, {0, {1, 3}, {2, 3}}, {{1, 3}, 0, {2, 3}}});
  problem.parts = {{before, 1}};
  problem.truth.reset();
  problem.priors = ListedPriors{{{{1, 7}, {3, 7}, {3, 7}}}};
  const Score brier = tests::continuous_rules()[1];
  CHECK(tests::equal(kappa_at_delta(problem, brier, 0)->lower, Real(Rational(136, 441))));
  problem.parts = {{post_processed(before, {{1, 0}, {1, 0}, {0, 1}}), 1}};
  CHECK(tests::equal(kappa_at_delta(problem, brier, 0)->lower, Real(Rational(64, 147))));
}

TEST_CASE("a kernel whose rows are alike tells nothing, exactly") {
  FiniteProblem problem;
  problem.parts.push_back({make_kernel({{{1, 2}, {1, 2}}, {{1, 2}, {1, 2}}, {{1, 2}, {1, 2}}}), 2});
  problem.space.size = 3;
  problem.priors = Contamination{{{1, 3}, {1, 3}, {1, 3}}, {1, 2}};
  for (const Score& score : tests::continuous_rules()) {
    const auto kappa = kappa_at_delta(problem, score, {1, 10});
    REQUIRE(kappa.has_value());
    CHECK(compare(kappa->lower, Real()) == Order::equal);
    CHECK(compare(kappa->upper, Real()) == Order::equal);
    CHECK(kappa->worst.attained);
    CHECK(compare(delta_at_kappa(problem, score, LogNumber{})->upper, Real()) == Order::equal);
    CHECK(compare(delta_at_kappa(problem, score, LogNumber::rational({-1, 10}))->lower, Real(Rational(1))) ==
          Order::equal);
  }
}

}  // namespace
}  // namespace assay::persuasive
