#include "accounting/composition/finite.hpp"

#include <cmath>
#include <map>
#include <variant>

#include <doctest/doctest.h>

#include "accounting/composition/gaussian.hpp"
#include "tests/accounting/enclosures.hpp"
#include "tests/accounting/vector_rows.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

namespace {

FinitePart part(const Mechanism& mechanism, std::uint64_t count = 1, Direction direction = Direction::remove) {
  const auto pair = dominating_pair(mechanism, direction);
  REQUIRE(pair.has_value());
  REQUIRE(std::holds_alternative<FiniteLoss>(pair->loss));
  return {std::get<FiniteLoss>(pair->loss), count};
}

FiniteProfile compose(std::vector<FinitePart> parts, const core::Rational& mu_squared = 0) {
  auto profile = FiniteProfile::compose(std::move(parts), mu_squared);
  REQUIRE(profile.has_value());
  return *profile;
}

Mechanism response(const char* truth, std::uint64_t categories = 2) {
  return {RandomizedResponse{number(truth), {}, {}, categories}};
}
Mechanism sampled(const char* rate, const Mechanism& base) {
  return {PoissonSampled{number(rate), std::make_shared<const Mechanism>(base)}};
}

// delta by brute force over all joint outcomes in exact rationals; e^epsilon is the rational `ratio`.
core::Rational brute_force(const std::vector<core::Rational>& p, const std::vector<core::Rational>& q, int count,
                           const core::Rational& ratio) {
  std::vector<std::pair<core::Rational, core::Rational>> all{{1, 1}};
  for (int step = 0; step < count; ++step) {
    std::vector<std::pair<core::Rational, core::Rational>> next;
    for (const auto& [x, y] : all)
      for (std::size_t i = 0; i < p.size(); ++i) next.emplace_back(x * p[i], y * q[i]);
    all = std::move(next);
  }
  core::Rational delta = 0;
  for (const auto& [x, y] : all)
    if (x > ratio * y) delta += x - ratio * y;
  return delta;
}

// The same at a real epsilon, in balls, by the sum of positive parts: an upper-level oracle without lattices.
Ball brute_force_at(const std::vector<core::Rational>& p, const std::vector<core::Rational>& q, int count,
                    const char* epsilon) {
  std::vector<std::pair<core::Rational, core::Rational>> all{{1, 1}};
  for (int step = 0; step < count; ++step) {
    std::vector<std::pair<core::Rational, core::Rational>> next;
    for (const auto& [x, y] : all)
      for (std::size_t i = 0; i < p.size(); ++i) next.emplace_back(x * p[i], y * q[i]);
    all = std::move(next);
  }
  const Ball scale = exp(Ball(number(epsilon), 400));
  Ball delta(0, 400);
  for (const auto& [x, y] : all) delta = delta + nonnegative(Ball(x, 400) - scale * Ball(y, 400));
  return delta;
}

}  // namespace

TEST_SUITE("accounting/composition/finite") {
  TEST_CASE("every vector of finite losses is met to 28 digits") {
    int met = 0;
    for (const VectorRow& row : vector_rows("closed_form.jsonl")) {
      std::vector<FinitePart> parts;
      for (const Part& p : row.composition) {
        const auto pair = dominating_pair(p.mechanism, Direction::remove);
        REQUIRE(pair.has_value());
        if (const auto* loss = std::get_if<FiniteLoss>(&pair->loss)) parts.push_back({*loss, p.count});
      }
      if (parts.size() != row.composition.size()) continue;
      CAPTURE(row.id);
      FiniteProfile profile = compose(std::move(parts));
      if (row.request == "delta") {
        const Value delta = profile.delta(row.argument, digits(28));
        CHECK(overlaps(delta.ball, value_of(row, 400)));
        CHECK(accurate(delta, 28));
      } else if (row.argument == 0) {
        CHECK(overlaps(profile.max_loss(300)->ball, value_of(row, 400)));
      } else {
        const Ball epsilon = value_of(row, 400);
        CHECK(certainly_less(row.argument, profile.delta(lower_rational(epsilon), digits(60)).ball));
        CHECK(certainly_less(profile.delta(upper_rational(epsilon), digits(60)).ball, row.argument));
        CHECK(profile.guess_epsilon(log(Ball(row.argument, 64)).midpoint()) ==
              doctest::Approx(epsilon.midpoint()).epsilon(0.2));
      }
      ++met;
    }
    CHECK(met >= 60);
  }

  TEST_CASE("randomized response is its binomial, by brute force in exact rationals") {
    const std::vector<core::Rational> p{number("3/4"), number("1/4")}, q{number("1/4"), number("3/4")};
    for (int count : {1, 2, 3, 5, 8}) {
      FiniteProfile profile = compose({part(response("3/4"), static_cast<std::uint64_t>(count))});
      CHECK(profile.delta(0, digits(10)).exact == brute_force(p, q, count, 1));
      for (const char* epsilon : {"-4", "-1.0986", "-0.3", "1e-9", "0.5", "1.0986", "1.0987", "2.2", "5"}) {
        const Value delta = profile.delta(number(epsilon), digits(20));
        CHECK(accurate(delta, 20));
        CHECK(overlaps(delta.ball, brute_force_at(p, q, count, epsilon)));
      }
    }
  }

  TEST_CASE("many categories, one-sided outcomes and loose losses match brute force") {
    struct Case {
      std::vector<core::Rational> p, q;
    };
    const auto n = [](const char* t) { return number(t); };
    const Case cases[] = {
        {{n("0.5"), n("0.2"), n("0.3")}, {n("0.2"), n("0.5"), n("0.3")}},        // three points of a lattice
        {{n("1/2"), n("1/4"), n("1/4"), 0}, {n("1/8"), 0, n("1/2"), n("3/8")}},  // both sides one-sided
        {{n("0.5"), n("0.3"), n("0.2")}, {n("0.25"), n("0.35"), n("0.4")}},      // no lattice
        {{n("0.5"), n("0.5")}, {n("0.3"), n("0.7")}},                            // two points, no lattice
        {{1, 0}, {n("0.5"), n("0.5")}},                                          // only positive losses
        {{n("0.5"), n("0.5")}, {0, 1}},                                          // only a negative finite loss
        {{0, 1}, {1, 0}},                                                        // nothing in common
    };
    for (const Case& c : cases)
      for (int count : {1, 2, 5}) {
        FiniteProfile profile = compose({part({FinitePair{c.p, c.q}}, static_cast<std::uint64_t>(count))});
        CHECK(profile.delta(0, digits(10)).exact == brute_force(c.p, c.q, count, 1));
        for (const char* epsilon : {"-3", "-0.7", "-1e-6", "0.01", "0.4", "0.693147", "0.7", "1.9", "3.4657"}) {
          CAPTURE(epsilon);
          CAPTURE(count);
          const Value delta = profile.delta(number(epsilon), digits(15));
          CHECK(accurate(delta, 15));
          CHECK(overlaps(delta.ball, brute_force_at(c.p, c.q, count, epsilon)));
        }
      }
  }

  TEST_CASE("parts on several lattices match brute force over the joint outcomes") {
    // truth 3/4 twice, truth 3/5 twice (ln 3 and ln(3/2)), and a loose pair.
    const auto joint = [](const std::vector<core::Rational>& x, const std::vector<core::Rational>& y) {
      std::vector<core::Rational> xy;
      for (const auto& a : x)
        for (const auto& b : y) xy.push_back(a * b);
      return xy;
    };
    const std::vector<core::Rational> p1{number("3/4"), number("1/4")}, q1{number("1/4"), number("3/4")};
    const std::vector<core::Rational> p2{number("3/5"), number("2/5")}, q2{number("2/5"), number("3/5")};
    const std::vector<core::Rational> p3{number("0.5"), number("0.3"), number("0.2")},
        q3{number("0.25"), number("0.35"), number("0.4")};
    const auto p = joint(joint(joint(p1, p1), joint(p2, p2)), p3), q = joint(joint(joint(q1, q1), joint(q2, q2)), q3);
    const std::vector<FinitePart> parts{part(response("3/4"), 2), part(response("3/5"), 2), part({FinitePair{p3, q3}})};
    FiniteProfile forward = compose(parts), backward = compose({parts[2], parts[1], parts[0]});
    CHECK(forward.delta(0, digits(10)).exact == brute_force(p, q, 1, 1));
    for (const char* epsilon : {"-2", "-0.1", "0.05", "0.8", "2.5", "3.6"}) {
      const Value delta = forward.delta(number(epsilon), digits(20));
      CHECK(accurate(delta, 20));
      CHECK(overlaps(delta.ball, brute_force_at(p, q, 1, epsilon)));
      CHECK(overlaps(delta.ball, backward.delta(number(epsilon), digits(20)).ball));
    }
  }

  TEST_CASE("parts of one unit compose alike whether listed apart or counted") {
    FiniteProfile counted = compose({part({PureDp{number("0.1")}}, 6)});
    FiniteProfile listed =
        compose({part({PureDp{number("0.1")}}, 1), part({PureDp{number("0.1")}}, 3), part({PureDp{number("0.1")}}, 2)});
    for (const char* epsilon : {"-0.3", "0", "0.2", "0.35", "0.5999"})
      CHECK(overlaps(counted.delta(number(epsilon), digits(30)).ball, listed.delta(number(epsilon), digits(30)).ball));
  }

  TEST_CASE("unequal units meet on their common lattice") {
    // 0.1, 0.2, 0.3 at 0.25: Murtagh, Vadhan 2016, Theorem 1.5, by its own sum.
    FiniteProfile profile =
        compose({part({PureDp{number("0.1")}}), part({PureDp{number("0.2")}}), part({PureDp{number("0.3")}})});
    const core::Rational e[] = {number("0.1"), number("0.2"), number("0.3")};
    Ball sum(0, 200), scale(1, 200);
    for (int set = 0; set < 8; ++set) {
      core::Rational in = 0, out = 0;
      for (int i = 0; i < 3; ++i) (set >> i & 1 ? in : out) += e[i];
      sum = sum + nonnegative(exp(Ball(in, 200)) - exp(Ball(number("0.25") + out, 200)));
    }
    for (const auto& x : e) scale = scale * (exp(Ball(x, 200)) + 1);
    CHECK(overlaps(profile.delta(number("0.25"), digits(30)).ball, sum / scale));
  }

  TEST_CASE("delta is exact at and beyond the largest loss") {
    FiniteProfile pure = compose({part({PureDp{number("0.1")}}, 10)});
    CHECK(pure.delta(1, digits(10)).exact == core::Rational(0));
    CHECK(pure.compare_max_loss(1) == 0);
    CHECK(pure.compare_max_loss(number("0.99999999999999999999999999")) == -1);
    CHECK(pure.max_loss(64)->exact == core::Rational(1));
    FiniteProfile approximate = compose({part({ApproxDp{number("0.1"), number("1e-3")}}, 2)});
    CHECK(approximate.delta(number("0.2"), digits(10)).exact == number("0.001999"));
    FiniteProfile logarithms = compose({part(response("3/4"), 4), part(response("2/3"), 1)});
    CHECK(logarithms.compare_max_loss(number("5.0875963352323840")) == -1);  // ln 162 = 5.08759633523238404...
    CHECK(logarithms.compare_max_loss(number("5.0875963352323841")) == 1);
    CHECK(logarithms.delta(number("5.0875963352323841"), digits(10)).exact == core::Rational(0));
    CHECK(certainly_positive(logarithms.delta(number("5.0875963352323840"), digits(10)).ball));
  }

  TEST_CASE("a rational largest loss among logarithms is compared exactly") {
    // P = (1/2 at q = 0, 1/2): finite loss ln(1/2); with ln 2 beside it the largest finite loss is 0.
    const Mechanism half{FinitePair{{number("1/2"), number("1/2")}, {0, 1}}},
        twice{FinitePair{{1, 0}, {number("1/2"), number("1/2")}}};
    FiniteProfile profile = compose({part(half, 3), part(twice, 3)});
    CHECK(profile.compare_max_loss(0) == 0);
    CHECK(profile.compare_max_loss(number("1e-30")) == 1);
    CHECK(profile.compare_max_loss(number("-1e-30")) == -1);
    CHECK(profile.delta(0, digits(10)).exact == number("7/8"));
  }

  TEST_CASE("a hundred thousand randomized responses take no time, a million million neither") {
    FiniteProfile profile = compose({part(response("3/4"), 100'000)});
    check_monotone(profile, {"-1e5", "-3e4", "0", "5e4", "5.5e4", "6e4", "1e5", "109861", "109862"});
    FiniteProfile tiny = compose({part({PureDp{number("1e-6")}}, 1'000'000'000'000)});
    check_monotone(tiny, {"-40", "-0.5", "0", "0.5", "5", "50", "400"});
    // The central limit: mu = 1 up to O(1e-6).
    const Ball ratio = tiny.delta(2, digits(12)).ball / GaussianProfile(1).delta(2, digits(12)).ball;
    CHECK(certainly_less(abs(ratio - 1), number("1e-5")));
  }

  TEST_CASE("next to the end of a huge support the last atoms are summed themselves") {
    FiniteProfile profile = compose({part({PureDp{number("0.001")}}, 1'000'000)});
    const Value delta = profile.delta(number("999.9999"), digits(20));
    // One atom above: (e^0.001/(1 + e^0.001))^1e6 (1 - e^-0.0001).
    const Ball e = exp(Ball(number("0.001"), 300));
    CHECK(overlaps(delta.ball, pow(e / (e + 1), 1'000'000UL) * -expm1(Ball(number("-0.0001"), 300))));
    CHECK(accurate(delta, 20));
  }

  TEST_CASE("answers at several precisions hold one truth") {
    for (const char* epsilon : {"-1", "0.001", "2", "11"}) {
      check_precisions_overlap(compose({part({DiscreteLaplace{1, 1}}, 20)}), number(epsilon));
      check_precisions_overlap(compose({part({DiscreteLaplace{number("3"), 7}}, 30)}), number(epsilon));
      check_precisions_overlap(compose({part(response("0.4", 3), 500)}), number(epsilon));
      check_precisions_overlap(compose({part(sampled("0.3", response("3/4")), 40)}), number(epsilon));
      check_precisions_overlap(compose({part(response("3/4"), 30), part({PureDp{number("0.2")}}, 20)}),
                               number(epsilon));
    }
  }

  TEST_CASE("the two orders are dual: delta(-eps) = 1 - e^-eps + e^-eps delta'(eps)") {
    const Mechanism skew{
        FinitePair{{number("1/2"), number("1/4"), number("1/4"), 0}, {number("1/8"), 0, number("1/2"), number("3/8")}}};
    for (const Mechanism& m : {skew, sampled("0.3", response("3/4")), sampled("0.3", {ApproxDp{1, number("0.01")}}),
                               Mechanism{DiscreteLaplace{2, 3}}, Mechanism{PureDp{number("0.3")}}})
      for (std::uint64_t count : {1, 4}) {
        FiniteProfile forward = compose({part(m, count, Direction::remove)}),
                      reverse = compose({part(m, count, Direction::add)});
        for (const char* text : {"0.001", "0.2", "0.9", "3"}) {
          const core::Rational eps = number(text);
          const Ball e = exp(-Ball(eps, 300));
          const Value left = forward.delta(-eps, digits(25));
          CHECK(accurate(left, 25));
          CHECK(overlaps(left.ball, 1 - e + e * reverse.delta(eps, digits(25)).ball));
        }
      }
  }

  TEST_CASE("a Gaussian beside finite losses is their mixture, whichever way it is split") {
    // Zero finite loss: the Gaussian alone.
    FiniteProfile plain = compose({part({ApproxDp{0, number("0.1")}})}, 1);
    const Ball gaussian = GaussianProfile(1).delta(1, digits(30)).ball;
    CHECK(overlaps(plain.delta(1, digits(25)).ball, Ball(number("0.1"), 200) + Ball(number("0.9"), 200) * gaussian));
    // Binary: p delta_G(eps - e0) + (1-p) delta_G(eps + e0).
    FiniteProfile mixed = compose({part({PureDp{number("0.5")}})}, number("0.25"));
    const Ball e = exp(Ball(number("0.5"), 300)), high = e / (e + 1), mu(number("0.5"), 300);
    for (const char* epsilon : {"-1", "0", "0.7", "6"}) {
      const Ball eps(number(epsilon), 300);
      const Ball expected = high * gaussian_delta(mu, eps - Ball(number("0.5"), 300)) +
                            (1 - high) * gaussian_delta(mu, eps + Ball(number("0.5"), 300));
      const Value delta = mixed.delta(number(epsilon), digits(25));
      CHECK(accurate(delta, 25));
      CHECK(overlaps(delta.ball, expected));
    }
    CHECK_FALSE(mixed.max_loss(64).has_value());
    CHECK(mixed.compare_max_loss(number("1e9")) == -1);
    CHECK(FiniteProfile::compose({part({PureDp{number("0.5")}}, 100'000)}, 1).has_value() == false);
  }

  TEST_CASE("too many joint atoms are refused, not approximated") {
    const Mechanism loose{
        FinitePair{{number("0.5"), number("0.3"), number("0.2")}, {number("0.25"), number("0.35"), number("0.4")}}};
    const auto refused = FiniteProfile::compose({part(loose, 100'000)});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == core::ErrorCode::not_supported);
    CHECK(FiniteProfile::compose({part(loose, 200)}).has_value());
    CHECK_FALSE(
        FiniteProfile::compose({part(response("3/4"), 1'000'000), part(response("3/5"), 1'000'000)}).has_value());
  }

  TEST_CASE("certain disclosure anywhere is delta = 1 everywhere") {
    FiniteProfile profile = compose({part(response("1", 3)), part({PureDp{1}}, 1000)});
    for (const char* epsilon : {"-5", "0", "1e6"})
      CHECK(profile.delta(number(epsilon), digits(10)).exact == core::Rational(1));
    CHECK(profile.infinite_mass(64).exact == core::Rational(1));
  }

  TEST_CASE("the infinite mass of many parts keeps its relative accuracy") {
    FiniteProfile profile = compose({part({ApproxDp{number("0.1"), number("1e-30")}}, 1'000'000)});
    const Value mass = profile.infinite_mass(100);
    CHECK(certainly_less(mass.ball, number("1e-24")));
    CHECK(certainly_less(number("9.99999999999e-25"), mass.ball));
    CHECK(accurate(profile.delta(number("100000"), digits(20)), 20));
  }

  TEST_CASE("guesses are finite and never above the largest loss") {
    FiniteProfile profile = compose({part({PureDp{number("0.1")}}, 1000)});
    for (double log_delta : {0.0, -1e-9, -1.0, -20.0, -700.0, -1e5, -HUGE_VAL}) {
      const double guess = profile.guess_epsilon(log_delta);
      CHECK(std::isfinite(guess));
      CHECK(guess <= 100);
    }
    const double log_delta = profile.delta(20, digits(10)).ball.log_midpoint();
    CHECK(profile.guess_epsilon(log_delta) == doctest::Approx(20).epsilon(0.05));
  }
}
