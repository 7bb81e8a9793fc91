#include "persuasive/prior_class/named_pairs.hpp"

#include "persuasive/guarantee/expectation.hpp"
#include "persuasive/guarantee/guarantee.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;

NamedProblem named(accounting::Composition composition) {
  NamedProblem problem;
  problem.composition = std::move(composition);
  return problem;
}

Score log_score() { return tests::continuous_rules().front(); }

TEST_CASE("the Gaussian has P[L > kappa] = Phi(mu/2 - kappa/mu), and kappa(delta) inverts it") {
  const NamedProblem problem = named({{accounting::Mechanism{accounting::Gaussian{2, 1}}, 4}});  // mu = 1
  const auto delta = named_delta(problem, log_score(), LogNumber::rational(2));
  REQUIRE(delta.has_value());
  CHECK(overlaps(delta->lower.enclose(128), normal_tail(Ball(Rational(3, 2), 128))));
  const auto kappa = named_kappa(problem, log_score(), {1, 100});
  REQUIRE(kappa.has_value());
  const Ball back = normal_tail(kappa->lower.enclose(256) - Ball(Rational(1, 2), 256));
  CHECK(overlaps(back, Ball(Rational(1, 100), 256)));
  CHECK(back.relative_bits() > 100);
  CHECK(named_kappa(problem, log_score(), 0)->lower.infinity() == 1);
}

TEST_CASE("one Laplace jumps by a half at its largest loss, and compositions agree with a discretised sum") {
  const NamedProblem one = named({{accounting::Mechanism{accounting::Laplace{1, 1}}, 1}});
  CHECK(tests::equal(named_delta(one, log_score(), LogNumber::rational(1))->lower, Real()));
  // Below 0 a prior that is next to certain of the truth loses less than that with certainty.
  CHECK(tests::equal(named_delta(one, log_score(), LogNumber::rational({-1, 3}))->lower, Real(Rational(1))));
  CHECK(tests::equal(named_kappa(one, log_score(), {2, 5})->lower, Real(Rational(1))));
  // delta = 1 - e^-(1-v)/2 / 2 at v = 1/2
  const Ball expected = 1 - exp(Ball(Rational(-1, 4), 128)) / 2;
  CHECK(overlaps(named_delta(one, log_score(), LogNumber::rational({1, 2}))->lower.enclose(128), expected));
  for (const std::uint64_t count : {2U, 3U, 5U}) {
    CAPTURE(count);
    // Rounding the losses of a fine grid down and up brackets the tail.
    const long cells = 60;
    LossLaw low, high;
    const auto add = [](LossLaw& law, const Rational& loss, const Ball& mass) {
      law.atoms.push_back({LogNumber::rational(loss), upper_rational(mass)});
    };
    for (long i = cells; i-- > 0;) {
      const Ball mass = (exp(Ball(Rational(-i, cells), 128)) - exp(Ball(Rational(-i - 1, cells), 128))) / 2;
      add(low, 1 - Rational(2 * (i + 1), cells), mass);
      add(high, 1 - Rational(2 * i, cells), mass);
    }
    const Ball half(Rational(1, 2), 128), bottom = exp(Ball(-1, 128)) / 2;
    low.atoms.insert(low.atoms.begin(), {LogNumber::rational(-1), upper_rational(bottom)});
    high.atoms.insert(high.atoms.begin(), {LogNumber::rational(-1), upper_rational(bottom)});
    add(low, 1, half);
    add(high, 1, half);
    const auto tail_of = [&](const LossLaw& law, const Rational& level) {
      const auto total = sum(law, count, {});
      REQUIRE(total.has_value());
      return mass_above(*total, [&](const Real& l) { return compare(l, Real(level)); }).lower;
    };
    const NamedProblem many = named({{accounting::Mechanism{accounting::Laplace{1, 1}}, count}});
    for (const Rational& level : {Rational(0), Rational(1, 3), Rational(4, 3)}) {
      const Ball found = named_delta(many, log_score(), LogNumber::rational(level))->lower.enclose(128);
      const Rational slack(1, 1'000'000);  // the masses above were rounded up
      CHECK(certainly_less(tail_of(low, level) - slack, found));
      CHECK(certainly_less(found, tail_of(high, level) + slack));
    }
  }
}

TEST_CASE("finite mechanisms give what their kernel gives") {
  tests::RandomKernels random(31);
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    FiniteProblem kernel = random.problem(2, 4);
    const TruthMass truth{Rational(static_cast<long>(round % 3), 10), 1};
    kernel.priors = AdjacentPairs{truth};
    kernel.parts.front().count = 3;
    const auto& rows = kernel.parts.front().kernel.rows;
    NamedProblem problem = named({{accounting::Mechanism{accounting::FinitePair{rows[0], rows[1]}}, 3}});
    problem.truth_mass = truth;
    for (const Score& score : {log_score(), tests::continuous_rules()[1], tests::zero_one(Ties::uniform)}) {
      const auto a = named_kappa(problem, score, {1, 10}), b = kappa_at_delta(kernel, score, {1, 10});
      REQUIRE(a.has_value());
      REQUIRE(b.has_value());
      CHECK(tests::equal(a->lower, b->lower));
      const auto c = named_delta(problem, score, LogNumber::rational({1, 4}));
      const auto d = delta_at_kappa(kernel, score, LogNumber::rational({1, 4}));
      CHECK(tests::equal(c->lower, d->lower));
    }
  }
}

TEST_CASE("means: divergences without a floor, integrals with one") {
  const NamedProblem gaussian = named({{accounting::Mechanism{accounting::Gaussian{1, 1}}, 1}});
  CHECK(tests::equal(expected_gain(gaussian, log_score(), {})->lower, Real(Rational(1, 2))));
  CHECK(tests::equal(expected_gain(gaussian, log_score(), {Rational(3)})->lower, Real(Rational(3, 2))));
  // A floor of 1/10 at sigma 1; 42 digits from an independent quadrature.
  NamedProblem floored = gaussian;
  floored.truth_mass.floor = {1, 10};
  const Ball mean = expected_gain(floored, log_score(), {})->lower.enclose(100);
  CHECK(mean.relative_bits() > 60);
  CHECK(certainly_less(Rational(3699474680839, 10'000'000'000'000), mean));
  CHECK(certainly_less(mean, Rational(3699474680840, 10'000'000'000'000)));
  // A tiny floor is next to the divergence, from below.
  floored.truth_mass.floor = Rational(1, 1'000'000'000);
  CHECK(certainly_less(expected_gain(floored, log_score(), {})->lower.enclose(100), Rational(1, 2)));
  NamedProblem laplace = named({{accounting::Mechanism{accounting::Laplace{1, 1}}, 1}});
  const Ball kl = expected_gain(laplace, log_score(), {})->lower.enclose(128);
  CHECK(overlaps(kl, exp(Ball(-1, 128))));
  laplace.truth_mass.floor = Rational(1, core::Integer(1) << 60);
  const Ball near = expected_gain(laplace, log_score(), {})->lower.enclose(200);
  CHECK(certainly_less(near, kl));
  CHECK(certainly_less(kl - near, Ball(Rational(1, core::Integer(1) << 55), 200)));
  // The order 1/2 is a limit of the formula.
  const Ball at_half =
      expected_gain(named({{accounting::Mechanism{accounting::Laplace{1, 1}}, 1}}), log_score(), {Rational(1, 2)})
          ->lower.enclose(128);
  const Ball next = expected_gain(named({{accounting::Mechanism{accounting::Laplace{1, 1}}, 1}}), log_score(),
                                  {Rational(500001, 1000000)})
                        ->lower.enclose(128);
  CHECK(certainly_less(abs(at_half - next), Ball(Rational(1, 100'000), 128)));
}

TEST_CASE("a supremum says whether a prior attains it") {
  const Score brier = tests::continuous_rules()[1];
  NamedProblem gaussian = named({{accounting::Mechanism{accounting::Gaussian{1, 1}}, 1}});
  NamedProblem laplace = named({{accounting::Mechanism{accounting::Laplace{2, 1}}, 1}});
  const auto mass = [](const Bracket& found) { return found.worst.prior.front().second; };
  // A median below 0: nearly certain priors come next to a gain of 0, the certain prior has it.
  CHECK_FALSE(named_kappa(gaussian, log_score(), {9, 10})->worst.attained);
  CHECK_FALSE(named_delta(gaussian, log_score(), LogNumber::rational(-1))->worst.attained);
  gaussian.truth_mass = {1, 1};
  CHECK(named_kappa(gaussian, log_score(), {9, 10})->worst.attained);
  CHECK(named_delta(gaussian, log_score(), LogNumber::rational(-1))->worst.attained);
  gaussian.truth_mass = {0, 1, true};
  CHECK(named_kappa(gaussian, log_score(), {9, 10})->worst.attained);
  // A gain above 0 is a loss above 0 for every prior; above more than 0 only in the limit, or at the floor.
  gaussian.truth_mass = {};
  CHECK(named_delta(gaussian, log_score(), LogNumber{})->worst.attained);
  CHECK_FALSE(named_delta(gaussian, log_score(), LogNumber::rational(1))->worst.attained);
  gaussian.truth_mass = {{1, 4}, 1};
  const auto floored = named_delta(gaussian, log_score(), LogNumber::rational({1, 2}));
  CHECK(floored->worst.attained);
  CHECK(tests::equal(mass(*floored), Real(Rational(1, 4))));
  // No gain is above the largest loss.
  CHECK(named_delta(laplace, log_score(), LogNumber::rational(1))->worst.attained);
  // The Brier score: the mass named has that event itself, and its neighbours have less.
  const auto within = named_delta(laplace, brier, LogNumber::rational({1, 10}));
  REQUIRE(within->worst.attained);
  const Rational q = lower_rational(mass(*within).enclose(64));
  const auto at = [&](const Rational& p) {
    NamedProblem one = laplace;
    one.truth_mass = {p, p};
    one.truth = 0;
    return named_delta(one, brier, LogNumber::rational({1, 10}))->lower.enclose(64);
  };
  const Ball most = within->lower.enclose(64);
  CHECK(certainly_less(abs(most - at(q)), Ball(Rational(1, 1'000'000'000'000), 64)));
  CHECK(certainly_less(at(q + Rational(1, 100)), most));
  CHECK(certainly_less(at(q - Rational(1, 100)), most));
}

TEST_CASE("a mean that is a sum of logarithms or a rational is compared exactly") {
  const auto mean = [](std::vector<std::vector<Rational>> rows, PriorClass priors, const Score& score,
                       const Mean& kind) {
    FiniteProblem problem;
    problem.parts.push_back({make_kernel(std::move(rows)), 2});
    problem.space.size = 2;
    problem.priors = std::move(priors);
    problem.truth = 0;
    return expected_gain(problem, score, kind)->upper;
  };
  const auto equal = [](const Real& x, const LogNumber& y) { return compare(x, Real(y)) == Order::equal; };
  const std::vector<std::vector<Rational>> certain{{1, 0}, {{1, 2}, {1, 2}}}, even{{{4, 5}, {1, 5}}, {{1, 5}, {4, 5}}};
  const ListedPriors half{{{{1, 2}, {1, 2}}}};
  CHECK(equal(mean(certain, AdjacentPairs{}, log_score(), {}), LogNumber::log(4)));
  CHECK(equal(mean(certain, half, log_score(), {}), LogNumber::log({8, 5})));
  CHECK(equal(mean(even, AdjacentPairs{}, log_score(), {Rational(2)}), LogNumber::log({169, 16})));
  // e^gain is 16/17 * 2, 1 and 2/17 with the masses 16/25, 8/25 and 1/25.
  CHECK(equal(mean(even, half, log_score(), {Rational(2)}), LogNumber::log(Rational(16 * 32 + 8 * 17 + 2, 25 * 17))));
  // 2 (1/4 - r^2) over the beliefs 1/17, 1/2 and 16/17 in the other datum.
  const Rational brier = 2 * (Rational(1, 4) - Rational(16 + 256, 25 * 289) - Rational(8, 100));
  CHECK(equal(mean(even, half, tests::continuous_rules()[1], {}), LogNumber::rational(brier)));
  CHECK(equal(mean(even, AdjacentPairs{{{1, 2}, 1}}, tests::continuous_rules()[1], {}), LogNumber::rational(brier)));
  // The sum 2 (4/5 ln 4 - 1/5 ln 4) is (6/5) ln 4, no logarithm of a rational: still no tie with one next to it.
  CHECK(compare(mean(even, AdjacentPairs{}, log_score(), {}), Real(LogNumber::log({528, 100}))) != Order::unknown);
}

TEST_CASE("guarantees are no mechanisms") {
  const auto found = named_kappa(named({{accounting::Mechanism{accounting::PureDp{1}}, 1}}), log_score(), 0);
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error().code == core::ErrorCode::not_supported);
}

}  // namespace
}  // namespace assay::persuasive
