#include "persuasive/translate/translate.hpp"

#include <chrono>
#include <cstdint>

#include <doctest/doctest.h>

#include "persuasive/translate/recalibration.hpp"
#include "scoring/finite.hpp"

namespace assay::persuasive::translation {
namespace {

using accounting::Ball;
using core::Rational;
using scoring::ExactReal;
using scoring::Rule;

Rational tail(const Rational& ratio, const Rational& delta, const Rational& loss_ratio) {
  const core::Result<Translated> t = worst_tail({ExactReal::log(ratio), delta, false}, ExactReal::log(loss_ratio));
  REQUIRE(t.has_value());
  return *t->value.as_rational();
}

/// max over events of P(E) - a Q(E) for two outputs.
Rational hockey_stick(const Rational& p, const Rational& q, const Rational& a) {
  Rational sum = 0;
  for (const Rational& d : {Rational(p - a * q), Rational((1 - p) - a * (1 - q))})
    if (d > 0) sum += d;
  return sum;
}

TEST_CASE("no mechanism of two outputs has a larger tail, and the one of the theorem nearly attains it") {
  const Rational ratio = 2;
  for (const Rational& delta : {Rational(0), Rational(1, 50), Rational(1, 4)})
    for (const Rational& loss : {Rational(1), Rational(3, 2), Rational(2), Rational(5, 2), Rational(6)}) {
      const Rational most = tail(ratio, delta, loss);
      for (int i = 1; i < 40; ++i)
        for (int j = 0; j < 40; ++j) {
          const Rational p(i, 40), q(j, 40);
          if (hockey_stick(p, q, ratio) > delta || hockey_stick(q, p, ratio) > delta) continue;
          // P[L > ln loss]: outputs whose ratio is above it.
          Rational mass = 0;
          if (p > loss * q) mass += p;
          if (1 - p > loss * (1 - q)) mass += 1 - p;
          CHECK(mass <= most);
        }
      if (most == 0) continue;
      const Rational p = most * Rational(999999, 1000000), q = p / loss * Rational(999999, 1000000);
      const Rational slack(1, 10000);
      CHECK(hockey_stick(p, q, ratio) <= delta + slack);
      CHECK(hockey_stick(q, p, ratio) <= delta + slack);
    }
}

TEST_CASE("worst loss and worst tail are inverse to each other") {
  const LossBound from{ExactReal(1), Rational(1, 1000), false};
  for (const Rational& delta : {Rational(1, 500), Rational(1, 10), Rational(9, 10)}) {
    const core::Result<Translated> loss = worst_loss(from, delta);
    REQUIRE(loss.has_value());
    const core::Result<Translated> back = worst_tail(from, loss->value);
    REQUIRE(back.has_value());
    CHECK(overlaps(back->value.ball(200), Ball(delta, 200)));
  }
  CHECK(worst_loss(from, Rational(1, 2000))->value.is_positive_infinity());
}

/// s(q) - s(posterior) by the rules themselves, for many priors: never above g.
TEST_CASE("the recalibration bounds the gain of every prior on two points") {
  for (const scoring::Rule& rule :
       {scoring::Rule(scoring::Logarithmic{}), scoring::Rule(scoring::Brier{}), scoring::Rule(scoring::Spherical{}),
        scoring::Rule(scoring::Pseudospherical{{3, 2}}), scoring::Rule(scoring::Power{3}),
        scoring::Rule(scoring::Power{{3, 2}}), scoring::Rule(scoring::RankedProbability{})})
    for (const Rational& ratio : {Rational(11, 10), Rational(3), Rational(50)})
      for (const Rational& floor : {Rational(0), Rational(3, 10)}) {
        const Ball most = recalibrated(rule, {floor, 1}, ExactReal::log(ratio)).ball(160);
        CHECK(most.relative_bits() > 40);
        Ball best(0, 160);
        for (int i = 1; i < 60; ++i) {
          const Rational q(i, 60), r = q * ratio / (1 - q + q * ratio);
          if (q < floor) continue;
          const std::vector<Rational> prior = {q, 1 - q}, posterior = {r, 1 - r};
          const Ball gained = (*score(rule, prior, 0) - *score(rule, posterior, 0)).ball(160);
          CHECK_FALSE(certainly_less(most, gained));
          best = max(best, gained);
        }
        // A grid of sixtieths comes close, except where the supremum is at q = 0.
        if (floor > 0 || !std::holds_alternative<scoring::Logarithmic>(rule))
          CHECK(certainly_less(most * 8 / 10, best));
      }
}

TEST_CASE("the loss for a kappa is the inverse of the recalibration") {
  const MassRange range{Rational(1, 20), 1};
  for (const scoring::Rule& rule : {scoring::Rule(scoring::Logarithmic{}), scoring::Rule(scoring::Brier{}),
                                    scoring::Rule(scoring::Pseudospherical{{3, 2}})}) {
    const core::Result<ExactReal> loss = loss_for(rule, range, ExactReal(Rational(1, 3)));
    REQUIRE(loss.has_value());
    CHECK(overlaps(recalibrated(rule, range, *loss).ball(128), Ball(Rational(1, 3), 128)));
    CHECK(loss_for(rule, range, ExactReal(3))->is_positive_infinity());
  }
}

TEST_CASE("a loss of any size is bracketed") {
  const Rational order = 1 + Rational(1, 1000000000000000);  // gains that grow over losses of 10^15
  const Rule rule = scoring::Pseudospherical{order};
  const core::Result<ExactReal> loss = loss_for(rule, {0, 1}, ExactReal(Rational(1, 2)));
  REQUIRE(loss.has_value());
  const Ball ball = loss->ball(200);
  REQUIRE(ball.is_finite());
  CHECK(certainly_less(Ball(Rational(core::Integer(1) << 45), 200), ball));
  CHECK(overlaps(recalibrated(rule, {0, 1}, *loss).ball(200), Ball(Rational(1, 2), 200)));
}

TEST_CASE("a power score without time is enclosed as far as it was searched") {
  const accounting::Deadline over = accounting::Deadline::after(std::chrono::milliseconds(0));
  const Rational order(5, 2), half(1, 2);
  const ExactReal two = Rational(2);
  for (const Rule& rule : {Rule(scoring::Power{order}), Rule(scoring::Tsallis{order})}) {
    const Ball truth = recalibrated(rule, {0, 1}, two).ball(64), cut = recalibrated(rule, {0, 1}, two, over).ball(64);
    CHECK(truth.relative_bits() > 20);
    CHECK(certainly_less_equal(lower(cut), lower(truth)));
    CHECK(certainly_less_equal(upper(truth), upper(cut)));
    CHECK(cut.is_finite());
    CHECK_FALSE(loss_for(rule, {0, 1}, half, over)->ball(64).is_finite());
  }
}

TEST_CASE("what was found stays found when the time ends, and a precision is computed once") {
  int calls = 0;
  const Ball found = hull(Ball(Rational(1, 3), 64), Ball(Rational(2, 5), 64));
  const ExactReal x = remembered([&](long bits) { return ++calls == 1 ? found : Ball::everything(bits); });
  for (const long bits : {64L, 128L, 64L, 128L}) {
    CHECK(certainly_less(Rational(1, 4), x.ball(bits)));
    CHECK(certainly_less(x.ball(bits), Rational(1, 2)));
  }
  CHECK(calls == 2);
  // A better enclosure replaces a wide one.
  calls = 1;
  const ExactReal y =
      remembered([&](long bits) { return ++calls == 2 ? Ball::everything(bits) : Ball(Rational(1, 3), bits); });
  CHECK_FALSE(y.ball(64).is_finite());
  CHECK(y.ball(128).relative_bits() > 100);
}

TEST_CASE("a loss whose sign is open has no tail instead of a wrong one") {
  const ExactReal open = ExactReal::computed([](long bits) { return Ball::plus_minus(Ball(1, bits)); });
  CHECK_FALSE(worst_tail({ExactReal(2), 0, false}, open).has_value());
}

TEST_CASE("a profile's infimum at its end is not the value beside it, and a profile's fault is the answer's") {
  int calls = 0, last = -1;
  const auto profile = [&](const Rational& epsilon) -> core::Result<Ball> {
    if (++calls == last) return core::Error{core::ErrorCode::limit_exceeded, "", "no time"};
    return square(max(Ball(Rational(Rational(1, 2) - epsilon), 200), Ball(0, 200)));
  };
  const core::Result<Ball> found = profile_tail(profile, Ball(Rational(1, 2), 200));
  REQUIRE(found.has_value());
  CHECK_FALSE(certainly_positive(*found));
  CHECK(certainly_less(*found, Ball(Rational(1, 1000), 200)));
  const int most = calls;
  for (last = 1; last <= most; ++last) {
    CAPTURE(last);
    calls = 0;
    CHECK_FALSE(profile_tail(profile, Ball(Rational(1, 2), 200)).has_value());
  }
}

TEST_CASE("a profile's infimum is enclosed: pure epsilon as a profile") {
  // delta(e) = (e^1 - e^e)/(1 + e^1): randomised response.
  const auto profile = [](const Rational& epsilon) -> core::Result<Ball> {
    const Ball e = exp(Ball(1, 200));
    return max((e - exp(Ball(epsilon, 200))) / (e + 1), Ball(0, 200));
  };
  const core::Result<Ball> found = profile_tail(profile, Ball(Rational(1, 2), 200));
  REQUIRE(found.has_value());
  for (int i = 1; i < 100; ++i) {
    const Rational epsilon(50 - 3 * i, 100);
    const Ball one = *profile(epsilon) / -expm1(Ball(Rational(epsilon - Rational(1, 2)), 200));
    CHECK_FALSE(certainly_less(one, *found));
  }
}

}  // namespace
}  // namespace assay::persuasive::translation
