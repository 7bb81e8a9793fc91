// Divergences of compositions: closed forms against sums, and each against the hockey-stick mixture that it is.
#include "accounting/curve/divergence.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "accounting/curve/moment.hpp"
#include "accounting/curve/renyi.hpp"
#include "accounting/curve/sampled_moment.hpp"
#include "accounting/loss/discrete_gaussian.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using core::Rational;
using tests::accurate;
using tests::digits;
using tests::number;

namespace {

using Kind = SampledGaussianLoss::Kind;

Value value_of(const Divergence& asked, const std::vector<LossPart>& parts, long n = 10) {
  std::optional<ComposedLoss> loss;
  if (needs_engine(asked.kind)) {
    auto composed = compose(parts, Engine::automatic);
    REQUIRE(composed.has_value());
    loss.emplace(std::move(*composed));
  }
  auto value = divergence(asked, parts, loss ? &*loss : nullptr, digits(n));
  REQUIRE(value.has_value());
  return std::move(*value);
}

// int w(y) [delta(y) - (1 - e^y)_+] dy over [-reach, reach] between the sums of a monotone curve's ends.
Ball mixture_bracket(const std::vector<LossPart>& parts, int reach, int steps_a_unit, Ball (*weight)(const Ball&)) {
  auto loss = compose(parts, Engine::automatic);
  REQUIRE(loss.has_value());
  Ball low(0, 64), high(0, 64), previous(1, 64);
  for (int i = -reach * steps_a_unit; i <= reach * steps_a_unit; ++i) {
    const Rational y(i, steps_a_unit);
    const Ball delta = loss->delta(y, digits(8)).ball.with_bits(64);
    if (i > -reach * steps_a_unit) {
      // Over the cell the curve lies between its ends, (1 - e^y)_+ and the weight likewise.
      const Ball cell = hull(Ball(y - Rational(1, steps_a_unit), 64), Ball(y, 64));
      const Ball curve = hull(delta, previous), base = nonnegative(-expm1(cell));
      const Ball term = weight(cell) * nonnegative(curve - base) / static_cast<long>(steps_a_unit);
      low = low + lower(term);
      high = high + upper(term);
    }
    previous = delta;
  }
  return hull(lower(low), upper(high));
}

}  // namespace

TEST_CASE("the moment of a sampled step at integer orders is the binomial sum") {
  for (const char* rate : {"1/100", "1/2"})
    for (const long order : {2L, 3L, 8L}) {
      const SampledGaussianLoss loss{number("3/4"), number(rate), Kind::remove};
      Ball sum(0, 200), choose(1, 200);
      const Ball q(number(rate), 200), variance(number("9/16"), 200);
      for (long k = 0; k <= order; ++k) {
        if (k > 0) choose = choose * (order - k + 1) / k;
        sum = sum + choose * pow(1 - q, static_cast<unsigned long>(order - k)) * pow(q, static_cast<unsigned long>(k)) *
                        exp(Ball(k * (k - 1), 200) / (variance * 2));
      }
      const Ball moment = SampledMoment(loss, order, Ball(0, 150), 150).real();
      CHECK(overlaps(moment, sum));
      CHECK(moment.relative_bits() > 130);
    }
}

TEST_CASE("on a line the moment is the real one at 0 and never exceeds it") {
  for (const Kind kind : {Kind::remove, Kind::add, Kind::replace}) {
    const SampledMoment moment({1, number("1/10"), kind}, Rational(1, 2), Ball(8, 100), 100);
    acb_t value;
    acb_init(value);
    moment.at(value, Ball(0, 100));
    Ball re(0, 100);
    arb_set(re.raw(), acb_realref(value));
    CHECK(overlaps(re, moment.real()));
    CHECK(re.relative_bits() > 80);
    moment.at(value, Ball(8, 100));
    acb_abs(re.raw(), value, 100);
    CHECK(certainly_less(re, moment.real()));
    acb_clear(value);
  }
}

TEST_CASE("orders close to 1 enclose the Kullback-Leibler divergence from both sides") {
  for (const Kind kind : {Kind::remove, Kind::add, Kind::replace}) {
    const std::vector<LossPart> parts{{SampledGaussianLoss{1, number("1/10"), kind}, 10},
                                      {LaplaceLoss{number("1/3")}, 3}};
    const Value kl = value_of({DivergenceKind::kl, 0, {}}, parts);
    CHECK(accurate(kl, 10));
    CHECK(certainly_less(value_of({DivergenceKind::renyi, number("0.999"), {}}, parts).ball, kl.ball));
    CHECK(certainly_less(kl.ball, value_of({DivergenceKind::renyi, number("1.001"), {}}, parts).ball));
  }
}

TEST_CASE("Jensen-Shannon and Hellinger are the mixtures of the hockey-stick curve that define them") {
  const std::vector<std::vector<LossPart>> compositions = {
      {{GaussianLoss{number("1/2")}, 2}},
      {{LaplaceLoss{number("1/2")}, 2}},
      {{binary_loss(number("1/2"), number("1/100")).loss, 3}},
      {{SampledGaussianLoss{1, number("1/4"), Kind::add}, 1}},
      {{SampledGaussianLoss{1, number("1/4"), Kind::remove}, 1}},
      {{LaplaceLoss{number("1/2")}, 1}, {GaussianLoss{number("1/4")}, 1}}};
  for (const auto& parts : compositions) {
    // f'' dx = dy / (2 (1 + e^y)) for Jensen-Shannon, and e^{-y/2} dy / 4 for squared Hellinger, x = e^y.
    const Ball js = mixture_bracket(parts, 16, 4, [](const Ball& y) { return Ball(1, 64) / (exp(y) + 1) / 2; });
    const Ball hellinger = mixture_bracket(parts, 16, 4, [](const Ball& y) { return exp(-y / 2) / 4; });
    const Value js_value = value_of({DivergenceKind::jensen_shannon, 0, {}}, parts, 15);
    const Value hellinger_value = value_of({DivergenceKind::hellinger2, 0, {}}, parts, 15);
    CHECK(accurate(js_value, 15));
    CHECK(accurate(hellinger_value, 15));
    // What lies outside [-16, 16] is below e^-7.
    const Ball outside = Ball::plus_minus(exp(Ball(-7, 64)));
    CHECK(overlaps(js + outside, js_value.ball));
    CHECK(overlaps(hellinger + outside, hellinger_value.ball));
    CHECK(certainly_less(js_value.ball, upper(js + outside)));
  }
}

TEST_CASE("divergences are infinite where P has mass that Q lacks, and bounded ones are not") {
  const std::vector<LossPart> parts{{binary_loss(1, number("1/10")).loss, 2}};
  for (const DivergenceKind kind : {DivergenceKind::kl, DivergenceKind::chi2, DivergenceKind::max})
    CHECK_FALSE(value_of({kind, 0, {}}, parts).ball.is_finite());
  for (const DivergenceKind kind : {DivergenceKind::hellinger2, DivergenceKind::jensen_shannon})
    CHECK(accurate(value_of({kind, 0, {}}, parts), 10));
}

TEST_CASE("a zCDP bound has Renyi divergences of order 1 and above, and no others") {
  const std::vector<LossPart> parts{{ZcdpLoss{number("1/2")}, 2}, {GaussianLoss{1}, 1}};
  const auto two = renyi(parts, 2, digits(10));
  REQUIRE(two.has_value());
  CHECK(*two->exact == 3);
  CHECK_FALSE(renyi(parts, number("1/2"), digits(10)).has_value());
  CHECK_FALSE(divergence({DivergenceKind::jensen_shannon, 0, {}}, parts, nullptr, digits(10)).has_value());
}

TEST_CASE("moments of the discrete Gaussian agree with sums over a wide window") {
  for (const char* sigma : {"0.3", "0.45", "1", "4"})
    for (const std::uint64_t shift : {1u, 3u}) {
      const DiscreteGaussianLoss loss{number(sigma), shift};
      const auto window = discrete_gaussian_window(loss, 3000);
      REQUIRE(window);
      const auto atoms = window->loss.atoms(256);
      for (const char* order : {"0.5", "1.3", "2", "3.75"}) {
        CAPTURE(sigma);
        CAPTURE(order);
        const Ball power(Rational(number(order) - 1), 256);
        Ball sum(0, 256);
        for (std::size_t i = 0; i < atoms.loss.size(); ++i) sum = sum + atoms.mass[i] * exp(power * atoms.loss[i]);
        const auto closed = log_moment(loss, number(order), 128);
        REQUIRE(closed);
        CHECK(closed->relative_bits() > 100);
        CHECK(certainly_less(abs(*closed - log(sum)), Ball(number("1e-30"), 128)));
      }
      Ball mean(0, 256);
      for (std::size_t i = 0; i < atoms.loss.size(); ++i) mean = mean + atoms.mass[i] * atoms.loss[i];
      CHECK(certainly_less(abs(*mean_loss(loss, 128) - mean), Ball(number("1e-30"), 128)));
    }
}
TEST_CASE("little noise leaves a finite enclosure of every moment (2026-11-30)") {
  using Kind = SampledGaussianLoss::Kind;
  const auto step = [](const char* sigma, Kind kind) {
    return std::vector<LossPart>{{SampledGaussianLoss{number(sigma), number("0.1"), kind}, 1}};
  };
  const Target target{10, {}};
  // The binomial sum, by another program: 999995.39482981401191.
  const auto two = renyi(step("0.001", Kind::remove), 2, target);
  REQUIRE(two);
  CHECK(overlaps(two->ball, Ball(number("999995.39482981401191"), 160) + Ball::plus_minus(Ball(number("1e-13"), 160))));
  for (const Kind kind : {Kind::remove, Kind::add, Kind::replace})
    for (const char* order : {"0.5", "1", "2.5", "300"}) {
      CAPTURE(order);
      const auto value = renyi(step("0.00001", kind), number(order), target);
      REQUIRE(value);
      CHECK(value->ball.is_finite());
    }
  Divergence js;
  js.kind = DivergenceKind::jensen_shannon;
  const auto none = divergence(js, std::vector<LossPart>{{finite_loss({1}, {1}).loss, 1}}, nullptr, target);
  REQUIRE(none);
  CHECK((none->exact && *none->exact == 0));
}
