#include "scoring/propriety.hpp"

#include <chrono>

#include <doctest/doctest.h>

namespace assay::scoring {
namespace {

using core::Rational;

Judgement judged(const Candidate& candidate, std::size_t categories) {
  const core::Result<Judgement> j = judge(candidate, categories);
  REQUIRE(j.has_value());
  return *j;
}

int sign(const Judgement& j) { return j.witness->divergence.sign().value_or(2); }

TEST_CASE("the linear score is refuted by a forecast that is too sure") {
  const Judgement j = judged(Linear{}, 2);
  CHECK(j.propriety == Propriety::improper);
  CHECK(j.witness->truth == std::vector<Rational>{{2, 3}, {1, 3}});
  CHECK(j.witness->forecast == std::vector<Rational>{1, 0});
  CHECK(*j.witness->divergence.as_rational() == Rational(-1, 9));
}

TEST_CASE("a verdict does not wait for its witness") {
  const auto now = accounting::Deadline::after(std::chrono::milliseconds(0));
  const core::Result<Judgement> linear = judge(Linear{}, 2, now);
  REQUIRE(linear.has_value());
  CHECK(linear->propriety == Propriety::improper);
  CHECK_FALSE(linear->witness.has_value());
  const core::Result<Judgement> decision = judge(Rule(Decision{{{0, 1}, {1, 0}}, Ties::adversarial}), 2, now);
  REQUIRE(decision.has_value());
  CHECK(decision->propriety == Propriety::improper);
  CHECK_FALSE(decision->witness.has_value());
  const ScoreTable table{{{{1, 2}, {1, 2}}, {{1, 4}, {3, 4}}}, {{1, 1}, {2, {1, 2}}}};
  CHECK(judge(table, 2, now).error().code == core::ErrorCode::limit_exceeded);
}

TEST_CASE("ties against the forecaster make zero_one improper, ties by choice do not") {
  CHECK(judged(Rule(ZeroOne{Ties::uniform}), 3).propriety == Propriety::proper);
  CHECK(sign(judged(Rule(ZeroOne{Ties::uniform}), 3)) == 0);
  for (const Ties ties : {Ties::strict, Ties::adversarial}) {
    const Judgement j = judged(Rule(ZeroOne{ties}), 4);
    CHECK(j.propriety == Propriety::improper);
    CHECK(sign(j) == -1);
  }
}

TEST_CASE("a decision is proper with chosen acts, and improper with adversarial ties unless one act dominates") {
  const std::vector<std::vector<Rational>> loss = {{0, 3, 1}, {2, 0, 2}, {1, 1, 1}, {4, 2, 0}};
  const Judgement chosen = judged(Rule(Decision{loss, Ties::lowest_index}), 3);
  CHECK(chosen.propriety == Propriety::proper);
  CHECK(sign(chosen) == 0);
  CHECK(*chosen.lower->as_rational() == 0);
  const Judgement adversarial = judged(Rule(Decision{loss, Ties::adversarial}), 3);
  CHECK(adversarial.propriety == Propriety::improper);
  CHECK(sign(adversarial) == -1);
  CHECK(judged(Rule(Decision{{{0, 1}, {1, 1}}, Ties::adversarial}), 2).propriety == Propriety::proper);
}

TEST_CASE("orders below 1 are improper, order 1 is constant") {
  const Judgement low = judged(LowOrder{false, {1, 2}}, 2);
  CHECK(low.propriety == Propriety::improper);
  CHECK(sign(low) == -1);
  CHECK(low.lower->is_negative_infinity());
  CHECK(judged(LowOrder{true, {1, 2}}, 3).propriety == Propriety::improper);
  CHECK(judged(LowOrder{true, 1}, 3).propriety == Propriety::proper);
}

TEST_CASE("strictly proper rules are so, local or not; region rules by what they see") {
  CHECK(judged(Rule(Logarithmic{}), 5).local == true);
  CHECK(judged(Rule(Brier{}), 2).local == true);
  CHECK(judged(Rule(Brier{}), 3).local == false);
  CHECK(judged(Rule(CensoredLikelihood{{0, 1}}), 3).propriety == Propriety::strictly_proper);
  const Judgement censored = judged(Rule(CensoredLikelihood{{0, 0}}), 3);
  CHECK(censored.propriety == Propriety::proper);
  CHECK(sign(censored) == 0);
  CHECK(sign(judged(Rule(ConditionalLikelihood{{1, 2}}), 3)) == 0);
}

TEST_CASE("a table is judged on the forecasts that it lists") {
  const std::vector<std::vector<Rational>> laws = {{1, 0}, {{1, 2}, {1, 2}}};
  CHECK(judged(ScoreTable{laws, {{0, 2}, {{1, 2}, {1, 2}}}}, 0).propriety == Propriety::strictly_proper);
  const Judgement bad = judged(ScoreTable{laws, {{0, 0}, {{1, 2}, {1, 2}}}}, 0);
  CHECK(bad.propriety == Propriety::improper);
  CHECK(sign(bad) == -1);
}

}  // namespace
}  // namespace assay::scoring
