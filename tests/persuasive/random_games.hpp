// Random games of Sender and Receiver, held against brute force: here for a few rounds, in tests/slow for thousands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "persuasive/guarantee/guarantee.hpp"
#include "persuasive/prior_class/adjacent_pairs.hpp"
#include "persuasive/prior_class/listed.hpp"
#include "persuasive/prior_class/log_game.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive::games {

using core::Rational;

/// Every event, its value by a linear program: no branching, no pruning.
struct BruteForce {
  Rational least = 1'000'000;  // value of an event of mass above delta
  Rational mass = 0;           // of an event with value below 1/ratio
};

inline BruteForce every_event(const FiniteProblem& problem, std::size_t x, const Rational& delta,
                              const Rational& ratio) {
  const Kernel& kernel = problem.parts.front().kernel;
  const auto all = regions(problem.priors, problem.space, x);
  REQUIRE(all.has_value());
  BruteForce best;
  for (const PriorRegion& region : *all) {
    if (!may_hold(region, x, {})) continue;
    for (std::size_t set = 1; set < (std::size_t{1} << kernel.columns()); ++set) {
      LinearProgram program{region.variables + 1, std::vector<Rational>(region.variables + 1), region.constraints};
      program.objective[region.variables] = 1;
      Rational mass = 0;
      bool possible = true;
      for (std::size_t t = 0; t < kernel.columns(); ++t) {
        if ((set >> t & 1U) == 0) continue;
        possible = possible && kernel.rows[x][t] != 0;
        if (!possible) break;
        mass += kernel.rows[x][t];
        std::vector<Rational> row(region.variables + 1);
        for (std::size_t y = 0; y < kernel.data(); ++y) row[y] = kernel.rows[y][t] / kernel.rows[x][t];
        row[region.variables] = -1;
        program.constraints.push_back({std::move(row), Relation::at_most, 0});
      }
      if (!possible) continue;
      const LinearOptimum optimum = solve(program, {});
      REQUIRE(optimum.status == LinearOptimum::Status::optimal);
      if (mass > delta) best.least = std::min(best.least, optimum.value);
      if (optimum.value * ratio < 1) best.mass = std::max(best.mass, mass);
    }
  }
  return best;
}

inline PriorClass some_class(tests::RandomKernels& random, int kind) {
  switch (kind) {
    case 0: return AllPriors{};
    case 1: return AllPriors{{{1, 6}, {1, 2}}};
    case 2: return Neighbours{{{1, 10}, 1}, std::nullopt};
    case 3: return Contamination{random.pmf(3, true), {1, 3}};
    case 4: return DensityBand{{{1, 10}, 0, {1, 5}}, {{1, 2}, {2, 3}, {7, 10}}};
    case 5: return RatioBand{{{1, 4}, {1, 6}, {1, 12}}, {1, {2, 3}, {1, 3}}};
    default: return PriorPolytope{{{1, -1, 0}, {0, 2, -1}}, {{-1, 4}, 0}};
  }
}

/// One kernel: the search over events of the log score against all events, for the convex class of this round.
inline void check_every_event(tests::RandomKernels& random, int round) {
  const Score log = tests::continuous_rules().front();
  CAPTURE(round);
  FiniteProblem problem = random.problem(3, 4);
  problem.priors = some_class(random, round % 7);
  const Rational delta(static_cast<long>(random.below(3)), 5), ratio(3, 2);
  Rational least = 1'000'000, mass = 0;
  for (std::size_t x = 0; x < 3; ++x) {
    const BruteForce own = every_event(problem, x, delta, ratio);
    least = std::min(least, own.least);
    mass = std::max(mass, own.mass);
  }
  const auto kappa = kappa_at_delta(problem, log, delta);
  REQUIRE(kappa.has_value());
  CHECK(tests::equal(kappa->lower, least == 0 ? Real::infinite() : Real(LogNumber::log(1 / least))));
  CHECK(tests::equal(kappa->upper, kappa->lower));
  const auto found = delta_at_kappa(problem, log, LogNumber::log(ratio));
  REQUIRE(found.has_value());
  CHECK(tests::equal(found->lower, Real(mass)));
  CHECK(tests::equal(found->upper, Real(mass)));
  // The prior named does what is said of it.
  if (kappa->worst.attained) {
    Pmf prior(3);
    for (const auto& [datum, share] : kappa->worst.prior) prior[datum] = share.exact()->shift;
    const auto own = prior_kappa(problem, problem.parts.front().kernel, log, prior, kappa->worst.data, delta);
    REQUIRE(own.has_value());
    CHECK(tests::equal(own->lower, kappa->lower));
  }
  if (found->worst.attained && mass > 0) {
    Pmf prior(3);
    for (const auto& [datum, share] : found->worst.prior) prior[datum] = share.exact()->shift;
    const auto own =
        prior_delta(problem, problem.parts.front().kernel, log, prior, found->worst.data, LogNumber::log(ratio));
    REQUIRE(own.has_value());
    CHECK(tests::equal(own->lower, found->lower));
  }
}

/// Every rule that is answered for two-point priors.
inline std::vector<Score> pair_rules() {
  std::vector<Score> scores = tests::continuous_rules();
  for (const auto ties :
       {scoring::Ties::uniform, scoring::Ties::lowest_index, scoring::Ties::strict, scoring::Ties::adversarial})
    scores.push_back(tests::zero_one(ties));
  scores.push_back(tests::decision({{0, 2, 1}, {1, 0, 3}, {1, 1, 1}}, scoring::Ties::lowest_index));
  scores.push_back(tests::decision({{0, 2, 1}, {1, 0, 3}, {1, 1, 1}}, scoring::Ties::adversarial));
  return scores;
}

/// One kernel and one rule: no two-point prior drawn gains more than the answer, and a prior named gains what is said.
inline void check_pairs(tests::RandomKernels& random, int round, const std::vector<Score>& rules) {
  const Score& score = rules[static_cast<std::size_t>(round) % rules.size()];
  CAPTURE(round);
  CAPTURE(score.name);
  FiniteProblem problem = random.problem(3, 3);
  const TruthMass truth = random.below(2) == 0 ? TruthMass{} : TruthMass{{1, 4}, {3, 4}};
  problem.priors = AdjacentPairs{truth};
  const Rational delta(static_cast<long>(random.below(4)), 6);
  const LogNumber level = LogNumber::rational({1, 7});
  const auto kappa = pairs_kappa(problem, score, delta);
  const auto mass = pairs_delta(problem, score, level);
  REQUIRE(kappa.has_value());
  REQUIRE(mass.has_value());
  const Kernel& kernel = problem.parts.front().kernel;
  for (int draw = 0; draw < 3; ++draw) {
    const std::size_t x = random.below(3), y = (x + 1 + random.below(2)) % 3;
    const Rational q(static_cast<long>(2 + random.below(5)), 8);
    Pmf prior(3);
    prior[x] = q;
    prior[y] = 1 - q;
    const auto own = prior_kappa(problem, kernel, score, prior, x, delta);
    const auto tail = prior_delta(problem, kernel, score, prior, x, level);
    REQUIRE(own.has_value());
    REQUIRE(tail.has_value());
    CHECK(tests::at_most(own->lower, kappa->upper));
    CHECK(tests::at_most(tail->lower, mass->upper));
  }
  if (!kappa->worst.attained || kappa->worst.prior.size() != 2 || kappa->worst.prior[0].second.exact() == nullptr)
    return;
  Pmf prior(3);
  for (const auto& [datum, share] : kappa->worst.prior) prior[datum] = share.exact()->shift;
  if (prior[kappa->worst.data] == 0) return;
  const auto own = prior_kappa(problem, kernel, score, prior, kappa->worst.data, delta);
  REQUIRE(own.has_value());
  CHECK(tests::equal(own->lower, kappa->lower));
}

}  // namespace assay::persuasive::games
