#include "persuasive/two_point/gain_bound.hpp"

#include "persuasive/exact/maximum.hpp"
#include "persuasive/two_point/partial_score.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;

Real bound(const Score& score, const TruthMass& truth, const Rational& ratio) {
  return gain_bound(score, truth, Real(LogNumber::log(ratio)), 1, {}).gain;
}

Real at(const Score& score, const Rational& q, const Rational& ratio) { return bound(score, {q, q}, ratio); }

TEST_CASE("closed forms by hand") {
  const std::vector<Score> rules = tests::continuous_rules();
  CHECK(tests::equal(bound(rules[0], {}, 4), Real(LogNumber::log(4))));
  CHECK(tests::equal(bound(rules[0], {{1, 4}, 1}, 2), Real(LogNumber::log({8, 5}))));
  // a = 2: 2 * 1 * 27/49
  CHECK(tests::equal(bound(rules[1], {}, 8), Real(Rational(54, 49))));
  // b = 4: 3/sqrt(21)
  CHECK(tests::equal(bound(rules[2], {}, 8),
                     Real::computed([](long bits) { return Ball(3, bits) / sqrt(Ball(21, bits)); })));
  CHECK(tests::equal(gain_bound(rules[1], {}, Real::infinite(), 1, {}).gain, Real(Rational(2))));
  CHECK(gain_bound(rules[0], {}, Real::infinite(), 1, {}).gain.infinity() == 1);
}

TEST_CASE("no prior mass on a grid gains more than the bound, and the mass named attains it") {
  for (const Score& score : tests::continuous_rules())
    for (const TruthMass& truth :
         {TruthMass{}, TruthMass{{1, 5}, 1}, TruthMass{{1, 10}, {1, 4}}, TruthMass{{2, 3}, {9, 10}}})
      for (const Rational& ratio : {Rational(11, 10), Rational(3), Rational(40), Rational(1, 3)}) {
        CAPTURE(score.name);
        const GainBound best = gain_bound(score, truth, Real(LogNumber::log(ratio)), 1, {});
        for (long i = 1; i < 40; ++i) {
          const Rational q(i, 40);
          if (q >= truth.floor && q <= truth.ceiling) CHECK(tests::at_most(at(score, q, ratio), best.gain));
        }
        const LogNumber* mass = best.mass.exact();
        if (best.attained && mass != nullptr) CHECK(tests::equal(at(score, mass->shift, ratio), best.gain));
      }
}

TEST_CASE("Tsallis of order below 1 at a negative loss gains most where the mass is largest, and less than 0") {
  const Score score = tests::rule(Score::Rule::tsallis, scoring::Tsallis{{1, 2}}, {1, 2});
  const GainBound best = gain_bound(score, {0, {1, 2}}, Real(LogNumber::log({1, 3})), 1, {});
  CHECK(overlaps(best.gain.enclose(64), at(score, {1, 2}, {1, 3}).enclose(64)));
  CHECK(certainly_less(best.gain.enclose(64), Ball(0, 64)));
  CHECK(best.attained);
  for (long i = 1; i < 20; ++i) CHECK(tests::at_most(at(score, Rational(1, i * i + 1), {1, 3}), best.gain));
}

TEST_CASE("closed forms agree with the certified maximum over the mass") {
  for (const Score& score : tests::continuous_rules()) {
    if (score.rule == Score::Rule::log || score.rule == Score::Rule::power || score.rule == Score::Rule::tsallis)
      continue;
    CAPTURE(score.name);
    const Ball ratio(5, 200);
    const IntervalFunction gain{
        [&](const Ball& q) { return partial_score(score, q, 1) - partial_score(score, posterior(q, ratio), 1); },
        [&](const Ball& q) {
          return partial_slope(score, q, 1) - partial_slope(score, posterior(q, ratio), 1) * posterior_slope(q, ratio);
        }};
    const Ball searched = maximum(gain, 0, 1, 40, {}).value;
    CHECK(searched.relative_bits() > 30);
    CHECK(overlaps(searched, bound(score, {}, 5).enclose(128)));
  }
}

TEST_CASE("slopes are the derivatives of partial scores") {
  for (const Score& score : tests::continuous_rules())
    for (const Rational& p : {Rational(1, 7), Rational(1, 2), Rational(9, 10)}) {
      CAPTURE(score.name);
      const Rational h(1, core::Integer(1) << 40);
      const Ball quotient =
          (partial_score(score, Ball(p + h, 300), 1) - partial_score(score, Ball(p - h, 300), 1)) / Ball(2 * h, 300);
      const Ball error = abs(quotient - partial_slope(score, Ball(p, 300), 1));
      CHECK(certainly_less(error, Ball(Rational(1, core::Integer(1) << 60), 300)));
    }
}

}  // namespace
}  // namespace assay::persuasive
