#include "scoring/scored.hpp"

#include <cstdlib>

#include <doctest/doctest.h>

#include "scoring/real_line.hpp"

namespace assay::scoring {
namespace {

using accounting::Ball;
using core::Rational;

Scored scored(const Rule& rule, const Law& forecast, std::optional<Outcome> x, std::optional<Law> truth = {}) {
  const core::Result<Scored> s = evaluate({rule, {}, false}, forecast, x, truth);
  REQUIRE(s.has_value());
  return *s;
}

/// Whether the decimal lies inside, to `digits` places.
bool is(const std::optional<ExactReal>& x, const char* text) {
  const core::Result<core::ExactNumber> value = core::parse_number(text);
  const Rational slack = Rational(1, 1000000000000);
  const Ball ball = x->ball_to_digits(20);
  return certainly_less(value->value - slack, ball) && certainly_less(ball, value->value + slack);
}

TEST_CASE("closed forms of the continuous ranked probability score") {
  CHECK(is(scored(Crps{}, Gaussian{1, 4}, Vector{{5, 2}}).score, "0.896288504393"));
  CHECK(is(scored(Crps{}, Logistic{1, 2}, Vector{{5, 2}}).score, "1.047484024459"));
  CHECK(is(scored(Crps{}, Laplace{1, 2}, Vector{{5, 2}}).score, "0.944733105482"));
  CHECK(is(scored(Crps{}, Exponential{{3, 2}}, Vector{2}).score, "1.066382757823"));
  CHECK(is(scored(Crps{}, Gaussian{1, 4}, {}, Gaussian{0, 1}).divergence, "0.267052662053"));
}

TEST_CASE("the uniform and the discrete law are scored in rationals") {
  const Scored u = scored(Crps{}, Uniform{0, 1}, Vector{{1, 4}}, Uniform{{1, 2}, {3, 2}});
  CHECK(*u.score->as_rational() == Rational(7, 48));  // (u^3 + (1-u)^3)/3
  CHECK(*u.entropy->as_rational() == Rational(1, 6));
  // int (F - G)^2 with F - G = x, 1/2, 3/2 - x on the three halves.
  CHECK(*u.divergence->as_rational() == Rational(5, 24));
  const Discrete points = make_discrete({{0}, {1}, {3}, {7}}, {{1, 10}, {2, 5}, {3, 10}, {1, 5}});
  CHECK(*scored(Crps{}, points, Vector{2}).score->as_rational() == Rational(67, 100));
  CHECK(*scored(Energy{1}, points, Vector{2}).score->as_rational() == Rational(67, 100));
}

TEST_CASE("a mixture of one part is its part, for every rule") {
  const GaussianMixture one{{1}, {1}, {4}};
  for (const Rule& rule : {Rule(Crps{}), Rule(DawidSebastiani{}), Rule(Interval{{9, 10}}), Rule(Quantile{{3, 4}}),
                           Rule(Logarithmic{}), Rule(Hyvarinen{})}) {
    const Ball a = scored(rule, one, Vector{3}).score->ball(200);
    const Ball b = scored(rule, Gaussian{1, 4}, Vector{3}).score->ball(200);
    CHECK(overlaps(a, b));
    CHECK(a.relative_bits() > 60);
  }
}

TEST_CASE("quantiles hit their level, far out too") {
  for (const Rational& level : {Rational(1, 1000000), Rational(1, 3), Rational(1, 2), Rational(999999, 1000000)}) {
    const Law mixture = GaussianMixture{{{1, 3}, {2, 3}}, {-1, 2}, {1, 4}};
    const Ball p = distribution_function(mixture, quantile(mixture, level).ball(200));
    CHECK(overlaps(p, Ball(level, 200)));
    CHECK(overlaps(quantile(Gaussian{}, level).ball(128), -quantile(Gaussian{}, 1 - level).ball(128)));
  }
}

TEST_CASE("quantiles of mixtures of any scale are bracketed") {
  for (const long power : {-60L, 0L, 60L, 300L}) {
    CAPTURE(power);
    Rational variance = 1;
    for (long i = 0; i < std::abs(power); ++i) variance *= power > 0 ? Rational(10) : Rational(1, 10);
    const Ball one = quantile(GaussianMixture{{1}, {0}, {variance}}, {1, 100}).ball_to_digits(12);
    const Ball same = quantile(Gaussian{0, variance}, {1, 100}).ball_to_digits(12);
    CHECK(one.relative_bits() > 36);
    CHECK(overlaps(one, same));
  }
}

TEST_CASE("the median of a symmetric mixture is its centre, to the digits asked") {
  const Ball median = quantile(GaussianMixture{{{1, 2}, {1, 2}}, {-1, 3}, {1, 1}}, {1, 2}).ball_to_digits(15);
  CHECK(overlaps(median, Ball(1, 64)));
  CHECK(median.relative_bits() > 40);
}

TEST_CASE("the worst coordinate counts, and joint scores are exact") {
  const GaussianVector law{{0, 0, 0}, {{4, 1, {1, 2}}, {1, 3, {-1, 2}}, {{1, 2}, {-1, 2}, 2}}};
  const Vector x = {1, -2, {1, 2}};
  CHECK(is(scored(DawidSebastiani{}, law, x).score, "5.084419314131"));
  const Scored each = scored(DawidSebastianiMarginal{}, law, x);
  const core::Result<Scored> second = evaluate({DawidSebastianiMarginal{}, {1}, false}, law, Outcome(x), {});
  CHECK(compare(*each.score, *second->score) == 0);
  // A singular forecast is infinitely good where it can be right, infinitely bad elsewhere.
  const Discrete line = make_discrete({{0, 0}, {1, 1}}, {{1, 2}, {1, 2}});
  CHECK(scored(DawidSebastiani{}, line, Vector{2, 2}).score->is_negative_infinity());
  CHECK(scored(DawidSebastiani{}, line, Vector{2, 3}).score->is_positive_infinity());
}

TEST_CASE("divergences between families of one rule are not negative") {
  const std::vector<Law> laws = {
      Gaussian{0, 1}, Laplace{{1, 2}, 1}, Laplace{0, 2}, Logistic{1, 1},
      Exponential{2}, Uniform{-1, 2},     Uniform{0, 1}, GaussianMixture{{{1, 2}, {1, 2}}, {0, 3}, {1, 4}}};
  for (const Rule& rule : {Rule(Crps{}), Rule(DawidSebastiani{}), Rule(Interval{{4, 5}}), Rule(Quantile{{1, 5}}),
                           Rule(Logarithmic{}), Rule(Hyvarinen{})}) {
    CAPTURE(name(rule));
    int compared = 0;
    for (const Law& f : laws)
      for (const Law& t : laws) {
        const core::Result<Scored> s = evaluate({rule, {}, false}, f, {}, t);
        if (!s || !s->divergence || f == t) continue;
        ++compared;
        CHECK_FALSE(certainly_negative(s->divergence->ball(128)));
      }
    const bool by_moments = std::holds_alternative<DawidSebastiani>(rule);
    const bool by_quantiles = std::holds_alternative<Interval>(rule) || std::holds_alternative<Quantile>(rule);
    CHECK(compared >= (by_moments || by_quantiles ? 56 : 1));
  }
}

TEST_CASE("what a rule cannot take is refused with the field's name") {
  CHECK(evaluate({Brier{}, {}, false}, Gaussian{}, {}, {}).error().code == core::ErrorCode::not_supported);
  CHECK(evaluate({Hyvarinen{}, {}, false}, Laplace{}, {}, {}).error().pointer == "/rule");
  CHECK(evaluate({Crps{}, {}, false}, Exponential{}, Outcome(Vector{-1}), {}).error().pointer == "/outcome");
  CHECK(evaluate({Crps{}, {}, false}, Logistic{}, {}, Law(Gaussian{})).error().pointer == "/truth");
  CHECK(evaluate({Crps{}, {3}, false}, Gaussian{}, {}, {}).error().pointer == "/rule/coordinate");
}

}  // namespace
}  // namespace assay::scoring
