// Trade-off functions: the dual search against the closed form, against Neyman-Pearson by hand, and duality itself.
#include "accounting/curve/tradeoff.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "accounting/loss/finite_loss.hpp"
#include "accounting/numeric/normal_quantile.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using core::Rational;
using tests::accurate;
using tests::digits;
using tests::number;

namespace {

ComposedLoss composed(const std::vector<LossPart>& parts) {
  auto loss = compose(parts, Engine::automatic);
  REQUIRE(loss.has_value());
  return std::move(*loss);
}

}  // namespace

TEST_CASE("the normal quantile is inverted by the normal tail, far out too") {
  for (const char* text : {"1/2", "0.3", "0.97", "1e-5", "1e-300", "0.999999999999"}) {
    CAPTURE(text);
    const Ball x(number(text), 120);
    const Ball z = normal_upper_quantile(x);
    CHECK(z.is_finite());
    CHECK((z.is_exact_zero() || z.relative_bits() > 70));
    CHECK(overlaps(normal_tail(z), x));
  }
  CHECK(normal_upper_quantile(Ball(Rational(1, 2), 64)).is_exact_zero());
}

TEST_CASE("the dual search finds the Gaussian closed form") {
  for (const char* mu_squared : {"1/100", "1", "16"})
    for (const char* type1 : {"1e-12", "0.01", "0.5", "0.9"}) {
      CAPTURE(mu_squared);
      CAPTURE(type1);
      ComposedLoss loss = composed({{GaussianLoss{number(mu_squared)}, 1}});
      const Value searched = tradeoff(loss, loss, number(type1), digits(11));
      const Value closed = gaussian_tradeoff(number(mu_squared), number(type1), digits(30));
      CHECK(accurate(searched, 10));
      CHECK(accurate(closed, 30));
      CHECK(overlaps(searched.ball, closed.ball));
    }
}

TEST_CASE("a finite pair's trade-off interpolates its Neyman-Pearson points") {
  // P = (1/2, 1/3, 1/6), Q = (1/6, 1/3, 1/2): rejecting P in order of Q/P gives (0, 1), (1/6, 1/2), (1/2, 1/6), (1, 0).
  const std::vector<Rational> p{number("1/2"), number("1/3"), number("1/6")}, q{p[2], p[1], p[0]};
  ComposedLoss forward = composed({{finite_loss(p, q).loss, 1}}), backward = composed({{finite_loss(q, p).loss, 1}});
  const std::vector<std::pair<const char*, const char*>> points = {
      {"0", "1"}, {"1/12", "3/4"}, {"1/6", "1/2"}, {"1/3", "1/3"}, {"1/2", "1/6"}, {"3/4", "1/12"}, {"1", "0"}};
  for (const auto& point : points) {
    const auto &type1 = point.first, &type2 = point.second;
    CAPTURE(type1);
    const Value value = tradeoff(forward, backward, number(type1), digits(20));
    CHECK((accurate(value, 20) || number(type2) == 0));
    CHECK(overlaps(value.ball, Ball(number(type2), 128)));
  }
}

TEST_CASE("mass that only one side has ends the trade-off early") {
  const std::vector<Rational> p{number("1/4"), number("3/4"), 0}, q{0, number("1/2"), number("1/2")};
  ComposedLoss forward = composed({{finite_loss(p, q).loss, 1}}), backward = composed({{finite_loss(q, p).loss, 1}});
  CHECK(*tradeoff(forward, backward, 0, digits(10)).exact == number("1/2"));
  CHECK(*tradeoff(forward, backward, number("3/4"), digits(10)).exact == 0);
  CHECK(*tradeoff(forward, backward, number("9/10"), digits(10)).exact == 0);
}

TEST_CASE("the trade-off function of the reversed pair is the inverse") {
  const SampledGaussianLoss remove{1, number("1/20"), SampledGaussianLoss::Kind::remove};
  const SampledGaussianLoss add{1, number("1/20"), SampledGaussianLoss::Kind::add};
  ComposedLoss forward = composed({{remove, 60}}), backward = composed({{add, 60}});
  for (const char* text : {"0.05", "0.4"}) {
    const Rational type1 = number(text);
    const Value type2 = tradeoff(forward, backward, type1, digits(8));
    CHECK(accurate(type2, 8));
    const Rational back = (lower_rational(type2.ball) + upper_rational(type2.ball)) / 2;
    const Value again = tradeoff(backward, forward, back, digits(8));
    CHECK(certainly_less(abs(again.ball - Ball(type1, 64)), Ball(number("1e-7"), 64)));
  }
}
