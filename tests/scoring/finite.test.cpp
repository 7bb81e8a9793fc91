#include "scoring/finite.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

namespace assay::scoring {
namespace {

using core::Rational;

const std::vector<Rational> p = {{1, 2}, {3, 10}, {1, 5}};
const std::vector<Rational> q = {{1, 5}, {1, 2}, {3, 10}};

ExactReal scored(const Rule& rule, Pmf law, std::size_t x, Belief belief = Belief::prior) {
  const core::Result<ExactReal> s = score(rule, law, x, belief);
  REQUIRE(s.has_value());
  return *s;
}

bool equal(const ExactReal& x, const ExactReal& y) { return compare(x, y) == 0; }

/// Every rule of probability vectors that is proper.
std::vector<Rule> proper_rules() {
  const std::vector<std::vector<Rational>> loss = {{0, 3, 1}, {2, 0, 2}, {1, 1, 1}, {4, 2, 0}};
  return {Logarithmic{},
          Brier{},
          Spherical{},
          Pseudospherical{3},
          Pseudospherical{{3, 2}},
          Power{3},
          Power{{3, 2}},
          Tsallis{{1, 2}},
          Tsallis{2},
          RankedProbability{},
          ZeroOne{Ties::uniform},
          ZeroOne{Ties::lowest_index},
          Decision{loss, Ties::lowest_index},
          CensoredLikelihood{{0, 1}},
          ConditionalLikelihood{{0, 1}}};
}

TEST_CASE("scores of a probability vector by hand") {
  CHECK(equal(scored(Logarithmic{}, p, 1), ExactReal::log({10, 3})));
  CHECK(equal(scored(Brier{}, p, 0), Rational(38, 100)));
  CHECK(equal(scored(Spherical{}, p, 1), ExactReal::radical({-3, 10}, {38, 100}, {-1, 2})));
  CHECK(equal(scored(Power{3}, p, 1), Rational(1, 20)));
  CHECK(equal(scored(Tsallis{2}, p, 1), Rational(39, 50)));
  CHECK(equal(scored(RankedProbability{}, p, 1), Rational(29, 100)));
  CHECK(equal(scored(ConditionalLikelihood{{0, 1}}, p, 1), ExactReal::log({8, 3})));
  CHECK(equal(scored(CensoredLikelihood{{0, 1}}, p, 2), ExactReal::log(5)));
  CHECK(equal(*entropy(Brier{}, p), Rational(31, 50)));
  CHECK(equal(*divergence(Brier{}, p, q), Rational(7, 50)));
  CHECK(equal(*entropy(ZeroOne{}, p), Rational(1, 2)));
}

TEST_CASE("families meet where they should") {
  for (std::size_t x = 0; x < 3; ++x) {
    CHECK(equal(scored(Pseudospherical{2}, p, x), scored(Spherical{}, p, x)));
    CHECK(equal(scored(Power{2}, p, x), scored(Brier{}, p, x) - 1));
  }
}

TEST_CASE("ties count as their rule says, before and after an announcement") {
  const std::vector<Rational> tied = {{2, 5}, {2, 5}, {1, 5}};
  CHECK(equal(scored(ZeroOne{Ties::uniform}, tied, 1), Rational(1, 2)));
  CHECK(equal(scored(ZeroOne{Ties::lowest_index}, tied, 1), 1));
  CHECK(equal(scored(ZeroOne{Ties::strict}, tied, 0), 1));
  CHECK(equal(scored(ZeroOne{Ties::adversarial}, tied, 0), 1));
  CHECK(equal(scored(ZeroOne{Ties::adversarial}, tied, 0, Belief::posterior), 0));
  const Decision rule{{{0, 1, 0}, {1, 0, 0}}, Ties::adversarial};
  CHECK(equal(scored(rule, tied, 0), 1));
  CHECK(equal(scored(rule, tied, 0, Belief::posterior), 0));
}

TEST_CASE("probability zero costs the logarithm everything, and nothing that cannot happen counts") {
  const std::vector<Rational> sure = {1, 0, 0};
  CHECK(scored(Logarithmic{}, sure, 1).is_positive_infinity());
  CHECK(scored(Tsallis{{1, 2}}, sure, 1).is_positive_infinity());
  CHECK(equal(*entropy(Logarithmic{}, sure), 0));
  CHECK(divergence(Logarithmic{}, p, sure)->is_positive_infinity());
  CHECK(equal(*divergence(Logarithmic{}, sure, p), ExactReal::log(2)));
}

TEST_CASE("no proper rule is beaten by another forecast, on many pairs of laws") {
  std::uint64_t state = 7;
  const auto draw = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<long>((state >> 33U) % 5);
  };
  const auto law = [&] {
    std::vector<Rational> w = {draw(), draw(), draw() + 1};
    const Rational sum = w[0] + w[1] + w[2];
    for (Rational& x : w) x /= sum;
    return w;
  };
  for (int i = 0; i < 60; ++i) {
    const std::vector<Rational> truth = law(), forecast = law();
    for (const Rule& rule : proper_rules()) {
      CAPTURE(std::string(name(rule)));
      const std::optional<int> sign = divergence(rule, truth, forecast)->sign();
      if (truth != forecast || sign.has_value()) CHECK(sign.value_or(-1) >= 0);
    }
  }
}

TEST_CASE("rules that need numbers refuse categories; a loss of another width is refused") {
  CHECK(score(Crps{}, p, 0).error().code == core::ErrorCode::not_supported);
  CHECK(score(Decision{{{0, 1}}}, p, 0).error().code == core::ErrorCode::invalid_parameter);
}

}  // namespace
}  // namespace assay::scoring
