// P[S > level] and its quantile: closed values, exact ties, random finite pairs against enumeration.
#include "accounting/curve/probabilistic.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "accounting/verdict/answer.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::digits;
using tests::number;

namespace {

std::vector<LossPart> parts_of(const Mechanism& mechanism, std::uint64_t count = 1) {
  auto pair = dominating_pair(mechanism, Direction::remove);
  REQUIRE(pair.has_value());
  return {{pair->loss, count}};
}

Value above(const std::vector<LossPart>& parts, const LossLevel& level) {
  auto value = probability_of_loss(parts, level, digits(20));
  REQUIRE(value.has_value());
  return *value;
}

Value quantile(const std::vector<LossPart>& parts, std::string_view delta) {
  auto value = loss_quantile(parts, number(delta), digits(20));
  REQUIRE(value.has_value());
  return *value;
}

bool holds(const Value& value, std::string_view low, std::string_view high) {
  return certainly_less(number(low), value.ball) && certainly_less(value.ball, number(high));
}

}  // namespace

TEST_CASE("levels compare exactly, logarithms with rationals too") {
  CHECK(compare(LossLevel{0, 2}, LossLevel{number("0.6931471805599453"), 1}) > 0);
  CHECK(compare(LossLevel{0, 2}, LossLevel{number("0.6931471805599454"), 1}) < 0);
  CHECK(compare(LossLevel{1, 4}, LossLevel{1, 4}) == 0);
  CHECK(compare(LossLevel{0, 9} + LossLevel{0, number("1/9")}, LossLevel{}) == 0);
}

TEST_CASE("an atom at the level does not count") {
  const auto geometric = parts_of({DiscreteLaplace{{}, 4, number("2/3")}});
  // Masses a^x/(1+a) and (1-a) a^x/(1+a) at the losses (4 - 2x) ln(3/2).
  CHECK(*above(geometric, {0, number("2/3")}).exact == number("37/45"));
  CHECK(*above(geometric, {0, number("81/16")}).exact == 0);
  CHECK(*above(geometric, {0, number("80/16")}).exact == number("3/5"));
  const auto response = parts_of({RandomizedResponse{number("3/4"), {}, {}, 2}}, 2);
  CHECK(*above(response, {0, 9}).exact == 0);
  CHECK(*above(response, {0, number("8.999999")}).exact == number("9/16"));
  CHECK(*above(response, {}).exact == number("9/16"));
  CHECK(*above(response, {-1, 1}).exact == number("15/16"));
}

TEST_CASE("tails of the noises have their closed values") {
  // P[N > 4.5], Laplace 1 - e^{-1/4}/2 at epsilon = 1/2, s = 1.
  CHECK(holds(above(parts_of({Gaussian{1, 1}}), {5, 1}), "3.39767312473e-6", "3.39767312474e-6"));
  CHECK(holds(above(parts_of({Laplace{1, 1}}), {number("1/2"), 1}), "0.6105996084642", "0.6105996084643"));
  CHECK(*above(parts_of({Laplace{1, 1}}), {1, 1}).exact == 0);
  CHECK(*above(parts_of({Laplace{1, 1}}), {number("-1.1"), 1}).exact == 1);
  // One value of the discrete Gaussian's loss is 1/8 at sigma = 2: P[X < 0] there, P[X <= 0] just below.
  const auto lattice = parts_of({DiscreteGaussian{2, 1}});
  CHECK(holds(above(lattice, {number("1/8"), 1}), "0.40026442989964", "0.40026442989965"));
  CHECK(holds(above(lattice, {number("0.1249"), 1}), "0.59973557010035", "0.59973557010037"));
}

TEST_CASE("the quantile is where the tail comes down to delta") {
  CHECK(*quantile(parts_of({Laplace{2, 1}}), "0.4").exact == number("1/2"));
  CHECK(*quantile(parts_of({Laplace{2, 1}}), "0.9").exact == number("-1/2"));
  CHECK(*quantile(parts_of({DiscreteGaussian{2, 1}}), "0.4").exact == number("3/8"));
  CHECK(*quantile(parts_of({DiscreteGaussian{2, 1}}), "0.4003").exact == number("1/8"));
  CHECK(*quantile(parts_of({DiscreteGaussian{2, 1}}), "0.999").exact < 0);
  CHECK_FALSE(quantile(parts_of({Gaussian{1, 1}}), "0").ball.is_finite());
  // mu^2/2 + z with P[N > z] = 0.1.
  CHECK(holds(quantile(parts_of({Gaussian{1, 1}}), "0.1"), "1.78155156554", "1.78155156555"));
  const FinitePair leaks{{number("1/10"), number("9/10")}, {0, 1}};
  CHECK_FALSE(quantile(parts_of({leaks}), "0.05").ball.is_finite());
  CHECK(quantile(parts_of({leaks}), "0.1").ball.is_finite());
}

TEST_CASE("sums of random finite losses have the tails that enumeration gives") {
  std::mt19937_64 random(20);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 2 + random() % 3;
    std::vector<core::Rational> p, q;
    std::int64_t p_sum = 0, q_sum = 0;
    std::vector<std::int64_t> p_raw, q_raw;
    for (std::size_t i = 0; i < n; ++i) {
      p_raw.push_back(static_cast<std::int64_t>(random() % 6 + (i == 0 ? 1 : 0)));
      q_raw.push_back(static_cast<std::int64_t>(random() % 6 + (i == 0 ? 1 : 0)));
      p_sum += p_raw[i], q_sum += q_raw[i];
    }
    for (std::size_t i = 0; i < n; ++i) p.emplace_back(p_raw[i], p_sum), q.emplace_back(q_raw[i], q_sum);
    const auto one = dominating_pair(Mechanism{FinitePair{p, q}}, Direction::remove);
    REQUIRE(one.has_value());
    const core::Rational odds(static_cast<std::int64_t>(random() % 9 + 1), static_cast<std::int64_t>(random() % 9 + 1));
    core::Rational tail = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const core::Rational first = p[i] * p[j], second = q[i] * q[j];
        if (first > 0 && first > odds * second) tail += first;
      }
    const std::vector<LossPart> two{{one->loss, 2}};
    CHECK(*above(two, {0, odds}).exact == tail);
    const auto least = loss_quantile(two, tail < 1 ? tail : core::Rational(1, 2), digits(20));
    REQUIRE(least.has_value());
    if (tail < 1) CHECK_FALSE(certainly_less(enclose(LossLevel{0, odds}, 200), least->ball));
  }
}

TEST_CASE(
    "delta at the logarithm of a rational is exact for rational atoms, and lies between its neighbours elsewhere") {
  const auto ask = [](const Mechanism& mechanism, std::uint64_t count, const LossLevel& level) {
    const Question question{{{mechanism, count}}};
    auto answers = delta_at_levels(question, {&level, 1});
    REQUIRE(answers.has_value());
    return answers->front().value;
  };
  CHECK(*ask({RandomizedResponse{number("3/4"), {}, {}, 2}}, 10, {0, 9}).exact == number("12195/16384"));
  CHECK(
      *ask({Kernel{{{number("1/10"), number("2/5"), number("1/2")}, {0, number("1/5"), number("4/5")}}, {}}}, 1, {0, 2})
           .exact == number("1/10"));
  CHECK(*ask({DiscreteLaplace{{}, 3, number("1/2")}}, 1, {0, 8}).exact == 0);
  CHECK(ask({RandomizedResponse{number("3/4"), {}, {}, 2}}, 400, {0, core::Rational(pow(core::Integer(3), 400))})
            .ball.is_exact_zero());
  // Balle and Wang at mu = 1/2, epsilon = ln 2.
  CHECK(holds(ask({Gaussian{2, 1}}, 1, {0, 2}), "0.026138699288011", "0.026138699288012"));
}

TEST_CASE("what has no probability of its own is refused") {
  CHECK(own_pair({{Mechanism{PureDp{1}}, 1}}).error().code == core::ErrorCode::not_supported);
  CHECK(own_pair({{Mechanism{Laplace{1, 1}}, 2}}).error().code == core::ErrorCode::not_supported);
  CHECK(*own_pair({{Mechanism{Gaussian{1, 1}}, 2}}) == OwnPair::single);
  CHECK(*own_pair({{Mechanism{RandomizedResponse{number("3/4"), {}, {}, 2}}, 2}}) == OwnPair::joint);
  const auto wide = parts_of(
      {FinitePair{{number("1/7"), number("2/7"), number("4/7")}, {number("2/5"), number("2/5"), number("1/5")}}},
      10'000);
  CHECK(probability_of_loss(wide, {}, digits(5)).error().code == core::ErrorCode::limit_exceeded);
}
