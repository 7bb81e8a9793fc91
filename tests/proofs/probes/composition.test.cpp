// Probes of the theorems about one mechanism's curve and about composition, on random finite mechanisms with exact
// masses.
#include <doctest/doctest.h>

#include "tests/proofs/probes/laws.hpp"

namespace {

using namespace assay::probes;

constexpr int many = 60;

TEST_CASE("probe: post-processing never raises a curve") {
  RandomLaws random(1);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4);
    const Kernel further = random.kernel(4, 3);
    CHECK(dominates(pair, {pushed(pair.p, further), pushed(pair.q, further)}));
  }
}

TEST_CASE("probe: the profile is attained by the event of large losses and by no other better") {
  RandomLaws random(2);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4);
    const Rational x = random.factor() / 3;
    Rational best = 0, of_losses = 0;
    for (std::uint32_t event = 0; event < events(4); ++event)
      best = std::max(best, Rational(mass(pair.p, event) - x * mass(pair.q, event)));
    for (std::size_t j = 0; j < 4; ++j)
      if (pair.p[j] > x * pair.q[j]) of_losses += pair.p[j] - x * pair.q[j];
    CHECK(best == of_losses);
    CHECK(best == hockey_stick(pair.p, pair.q, x));
  }
}

TEST_CASE("probe: the product of dominating pairs dominates an adaptive composition, in both orders") {
  RandomLaws random(3);
  for (int i = 0; i < many; ++i) {
    const Pair first = random.pair(3), second = random.pair(3);
    const Kernel of_first = random.kernel(3, 3);
    Kernel with, without;  // the second mechanism is another one after each output of the first
    for (int y = 0; y < 3; ++y) {
      const Kernel of_second = random.kernel(3, 2);
      with.push_back(pushed(second.p, of_second));
      without.push_back(pushed(second.q, of_second));
    }
    const Pair whole{joint(pushed(first.p, of_first), with), joint(pushed(first.q, of_first), without)};
    CHECK(dominates(product(first, second), whole));
    CHECK(dominates(product(reversed(first), reversed(second)), reversed(whole)));
  }
}

TEST_CASE("probe: leaving out a step never raises a curve, and sampled steps rarely do anything") {
  RandomLaws random(4);
  for (int i = 0; i < many; ++i) {
    const Pair first = random.pair(3), second = random.pair(3);
    CHECK(dominates(product(first, second), first));
    const Rational x = random.factor();
    CHECK(hockey_stick(first.p, first.q, 1 / x) >= 1 - 1 / x);
    const Rational rate = random.fraction(7), other = random.fraction(7);
    const Pair sampled{mixed(rate, first.p, first.q), first.q}, again{mixed(other, second.p, second.q), second.q};
    CHECK(hockey_stick(product(sampled, again).p, product(sampled, again).q, x) <= 1 - (1 - rate) * (1 - other));
  }
}

TEST_CASE("probe: epsilons and deltas add up in adaptive composition") {
  RandomLaws random(5);
  for (int i = 0; i < many; ++i) {
    const Pair first = random.pair(3);
    const Kernel with = random.kernel(3, 3), without = random.kernel(3, 3);
    const Rational x = random.factor(), y = random.factor();
    Rational delta = 0;
    for (std::size_t j = 0; j < 3; ++j) delta = std::max(delta, hockey_stick(with[j], without[j], y));
    const Rational whole = hockey_stick(joint(first.p, with), joint(first.q, without), x * y);
    CHECK(whole <= hockey_stick(first.p, first.q, x) + delta);
  }
}

TEST_CASE("probe: the extremal pair of epsilon and delta dominates every such mechanism and is one") {
  RandomLaws random(6);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4);
    const Rational x = random.factor(), delta = both_ways(pair, x);
    const Pair worst = extremal(x, delta);
    CHECK(dominates(worst, pair));
    CHECK(dominates(worst, reversed(pair)));
    CHECK(both_ways(worst, x) == delta);
    if (delta == 0) continue;
    const Pair less = extremal(x, delta / 2);
    CHECK_FALSE((dominates(less, pair) && dominates(less, reversed(pair))));
  }
}

TEST_CASE("probe: extremal pairs compose to the least delta that guarantees imply, more for larger epsilons") {
  RandomLaws random(7);
  for (int i = 0; i < many / 2; ++i) {
    const Pair first = random.pair(3);
    const Kernel with = random.kernel(3, 3), without = random.kernel(3, 3);
    const Rational x = random.factor(), y = random.factor();
    Rational delta = 0;
    for (std::size_t j = 0; j < 3; ++j) delta = std::max(delta, both_ways({with[j], without[j]}, y));
    const Pair worst = product(extremal(x, both_ways(first, x)), extremal(y, delta));
    CHECK(dominates(worst, {joint(first.p, with), joint(first.q, without)}));
    const Rational more = x + random.fraction(5);
    CHECK(dominates(product(extremal(more, both_ways(first, x)), extremal(y, delta)), worst));
  }
}

TEST_CASE("probe: the chance bound of Chernoff at whole orders") {
  RandomLaws random(8);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4, true);
    const Rational x = random.factor();
    for (unsigned order = 1; order <= 4; ++order) {
      // c(a) = a^a/(1+a)^(1+a), and E_P[e^(a S)] = E_Q[(P/Q)^(a+1)].
      const Rational c = power(order, order) / power(order + 1, order + 1);
      const Rational bound = c * moment(pair.p, pair.q, order + 1) / power(x, order);
      CHECK(hockey_stick(pair.p, pair.q, x) <= bound);
    }
  }
}

TEST_CASE("probe: convex divergences of a dominating pair are at least the mechanism's") {
  RandomLaws random(9);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4, true);
    const Kernel further = random.kernel(4, 3, true);
    const Pair made{pushed(pair.p, further), pushed(pair.q, further)};
    for (unsigned order = 2; order <= 4; ++order) CHECK(moment(made.p, made.q, order) <= moment(pair.p, pair.q, order));
    CHECK(hockey_stick(made.p, made.q, 1) <= hockey_stick(pair.p, pair.q, 1));
  }
}

TEST_CASE("probe: moments multiply over a product, and of an adaptive composition are at most the product") {
  RandomLaws random(10);
  for (int i = 0; i < many; ++i) {
    const Pair first = random.pair(3, true), second = random.pair(3, true);
    const Kernel with = random.kernel(3, 3, true), without = random.kernel(3, 3, true);
    for (unsigned order = 2; order <= 4; ++order) {
      const Pair both = product(first, second);
      CHECK(moment(both.p, both.q, order) == moment(first.p, first.q, order) * moment(second.p, second.q, order));
      Rational worst = 0;
      for (std::size_t j = 0; j < 3; ++j) worst = std::max(worst, moment(with[j], without[j], order));
      CHECK(moment(joint(first.p, with), joint(first.q, without), order) <= moment(first.p, first.q, order) * worst);
    }
  }
}

}  // namespace
