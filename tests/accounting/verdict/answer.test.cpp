// Questions and claims end to end: directions, verdicts by a hair, exact ties, and what is refused.
#include "accounting/verdict/answer.hpp"

#include <array>

#include <doctest/doctest.h>

using namespace assay;
using namespace assay::accounting;

namespace {

core::Rational number(std::string_view text) { return core::parse_number(text)->value; }

Mechanism sampled(const char* sigma, const char* rate) {
  return {PoissonSampled{number(rate), std::make_shared<const Mechanism>(Mechanism{Gaussian{number(sigma)}})}};
}

Question ask(Composition composition, Adjacency adjacency = Adjacency::add_remove) {
  Question q;
  q.composition = std::move(composition);
  q.adjacency = adjacency;
  return q;
}

Answer delta_of(const Question& q, const char* epsilon) {
  const std::array<core::Rational, 1> at{number(epsilon)};
  auto answers = delta(q, at);
  REQUIRE(answers.has_value());
  return answers->front();
}

Verdict verdict(const Question& q, const char* epsilon, const char* delta) {
  auto result = verify(q, Claim{number(epsilon), number(delta), {}, {}});
  REQUIRE(result.has_value());
  return result->verdict;
}

}  // namespace

TEST_CASE("add_remove is the worse of its two directions") {
  for (const char* epsilon : {"0", "0.05", "0.4", "2"}) {
    const Composition steps{{sampled("1", "1/20"), 30}};
    const Ball both = delta_of(ask(steps), epsilon).value.ball;
    const Ball remove = delta_of(ask(steps, Adjacency::remove), epsilon).value.ball;
    const Ball add = delta_of(ask(steps, Adjacency::add), epsilon).value.ball;
    CHECK(overlaps(both, max(remove, add)));
  }
}

TEST_CASE("a mixture of Laplace, Gaussian and sampled Gaussian noise has its published epsilon") {
  const Question q = ask({{Mechanism{Laplace{10}}, 50}, {Mechanism{Gaussian{20}}, 100}, {sampled("2", "0.01"), 1000}});
  const std::array<core::Rational, 1> at{number("1e-6")};
  const auto answers = epsilon(q, at);
  REQUIRE(answers.has_value());
  CHECK(answers->front().converged);
  CHECK_FALSE(certainly_less(answers->front().value.ball, number("4.122928035")));
  CHECK_FALSE(certainly_less(number("4.122928045"), answers->front().value.ball));
}

TEST_CASE("claims true or false by a hair are decided") {
  const Question gaussian = ask({{Mechanism{Gaussian{1}}, 1}});  // epsilon 4.37717809568122462765 at 1e-5
  CHECK(verdict(gaussian, "4.3771780956812247", "1e-5") == Verdict::holds);
  CHECK(verdict(gaussian, "4.3771780956812246", "1e-5") == Verdict::fails);
  CHECK(verdict(gaussian, "100", "0") == Verdict::fails);
}

TEST_CASE("claims that hold with equality hold") {
  CHECK(verdict(ask({{Mechanism{PureDp{number("0.1")}}, 10}}), "1", "0") == Verdict::holds);
  CHECK(verdict(ask({{Mechanism{ApproxDp{1, number("1e-5")}}, 1}}), "1", "1e-5") == Verdict::holds);
  CHECK(verdict(ask({{Mechanism{Laplace{1}}, 2}}), "2", "0") == Verdict::holds);
  CHECK(verdict(ask({{Mechanism{Laplace{1}}, 2}}), "1.9999999999999999", "0") == Verdict::fails);
  const FinitePair pair{{number("3/4"), number("1/4")}, {number("1/4"), number("3/4")}};
  CHECK(verdict(ask({{Mechanism{pair}, 1}}), "0", "1/2") == Verdict::holds);
}

TEST_CASE("rho and mu claims are decided exactly, or refused where nothing decides them") {
  const Question two = ask({{Mechanism{Zcdp{number("0.1")}}, 3}, {Mechanism{Gaussian{2}}, 1}});
  CHECK(verify(two, Claim{{}, {}, number("0.425"), {}})->verdict == Verdict::holds);
  CHECK(verify(two, Claim{{}, {}, number("0.4249999"), {}})->verdict == Verdict::fails);
  const Question gaussian = ask({{Mechanism{Gaussian{1}}, 9}});
  CHECK(verify(gaussian, Claim{{}, {}, {}, core::Rational(3)})->verdict == Verdict::holds);
  CHECK(verify(ask({{Mechanism{Laplace{1}}, 1}}), Claim{{}, {}, core::Rational(1), {}}).error().code ==
        core::ErrorCode::not_supported);
}

TEST_CASE("an engine that does not apply is an error at its field") {
  Question q = ask({{Mechanism{Gaussian{1}}, 1}});
  const std::array<core::Rational, 1> at{1};
  q.engine = Engine::lattice;
  CHECK(delta(q, at).error().pointer == "/engine");
  CHECK(delta(q, at).error().code == core::ErrorCode::invalid_parameter);
  q.composition = {{Mechanism{DiscreteGaussian{1}}, 2}};
  q.engine = Engine::grid;
  CHECK(delta(q, at).error().message.starts_with("engine grid does not apply"));
  q.composition = {{Mechanism{Gaussian{1}}, 1}};
  CHECK(overlaps(delta(q, at)->front().value.ball, Ball(number("0.12693673750664394580"), 128)));
  q.engine = Engine::contour;
  CHECK(overlaps(delta(q, at)->front().value.ball, Ball(number("0.12693673750664394580"), 128)));
}

TEST_CASE("faults of a part point at it") {
  const Mechanism zcdp_sampled{PoissonSampled{number("1/2"), std::make_shared<const Mechanism>(Mechanism{Zcdp{1}})}};
  const std::array<core::Rational, 1> at{1};
  const auto answer = delta(ask({{Mechanism{Gaussian{1}}, 1}, {zcdp_sampled, 1}}), at);
  REQUIRE_FALSE(answer.has_value());
  CHECK(answer.error().code == core::ErrorCode::not_supported);
  CHECK(answer.error().pointer.starts_with("/composition/1"));
}

TEST_CASE("a wrapped asymmetric pair keeps its second direction (2026-11-30)") {
  const auto share = [](Mechanism m) { return std::make_shared<const Mechanism>(std::move(m)); };
  // q has mass 1/5 where p has none: the add direction never falls below 1/5.
  const Mechanism pair{FinitePair{{number("1/2"), number("1/2"), 0}, {number("1/10"), number("7/10"), number("2/10")}}};
  const Mechanism always{PoissonSampled{1, share(pair)}}, one{Group{1, share(pair)}};
  for (const Mechanism& wrapped : {always, one, Mechanism{Group{1, share(always)}}}) {
    CHECK(verdict(ask({{wrapped, 1}}), "3", "0.19") == Verdict::fails);
    CHECK(verdict(ask({{wrapped, 1}, {Mechanism{Gaussian{10}}, 1}}), "3", "0.19") == Verdict::fails);
    CHECK(delta_of(ask({{wrapped, 1}}), "3").value.exact == number("1/5"));
  }
  CHECK(verdict(ask({{one, 1}}, Adjacency::replace), "3", "0.19") == Verdict::fails);
  // Sampled randomized response, 20 times, inside a group of one: the add direction is the worse.
  const Mechanism response{RandomizedResponse{{}, core::Rational(2), {}, 2}};
  const Mechanism sampled_response{PoissonSampled{number("1/2"), share(response)}};
  const Ball value = delta_of(ask({{Mechanism{Group{1, share(sampled_response)}}, 20}}), "0.5").value.ball;
  CHECK_FALSE(certainly_less(value, number("0.94062417991")));
  CHECK_FALSE(certainly_less(number("0.94062417992"), value));
}

TEST_CASE("no delta exceeds 1, so a claim of delta 1 holds (2026-11-30)") {
  CHECK(verdict(ask({{Mechanism{Gaussian{number("0.01")}}, 1}}), "1", "1") == Verdict::holds);
  CHECK(verdict(ask({{Mechanism{ApproxDp{1, number("1/2")}}, 1000}}), "1", "1") == Verdict::holds);
}

TEST_CASE("a verdict bounds the tightest claim, however wide the enclosures (2026-11-30)") {
  const Question q = ask({{Mechanism{Zcdp{number("2.63")}}, 1}});
  const auto holds = verify(q, Claim{number("17.5"), number("1e-10"), {}, {}});
  REQUIRE(holds.has_value());
  CHECK(holds->verdict == Verdict::holds);
  CHECK(*holds->epsilon->value.most <= number("17.5"));
  CHECK(*holds->delta->value.most <= number("1e-10"));
  const auto fails = verify(q, Claim{number("16.7"), number("1e-10"), {}, {}});
  REQUIRE(fails.has_value());
  CHECK(fails->verdict == Verdict::fails);
  CHECK(*fails->epsilon->value.least >= number("16.7"));
}

TEST_CASE("a bound of delta that cannot be printed as a value is not called converged (2026-11-30)") {
  const Answer far = delta_of(ask({{Mechanism{Gaussian{1}}, 1}}), "1e20");
  CHECK_FALSE(far.converged);
  CHECK(certainly_less(far.value.ball, number("1e-1000")));
}

TEST_CASE("the round that decides a claim is the one that is printed (2026-11-30)") {
  Question q = ask({{Mechanism{Gaussian{1}}, 1}});
  q.digits = 4;
  // P[L > 1] = 0.308537538725986896359...
  const auto probabilistic = [&](const char* delta) {
    Claim claim{number("1"), number(delta), {}, {}, {}};
    claim.probabilistic = true;
    auto result = verify(q, claim);
    REQUIRE(result.has_value());
    return *std::move(result);
  };
  const Verification met = probabilistic("0.3085375387259869"), missed = probabilistic("0.3085375387259868");
  CHECK(met.verdict == Verdict::holds);
  CHECK(*met.delta->value.most <= number("0.3085375387259869"));
  CHECK(certainly_less(number("0.3085375387259868"), met.delta->value.ball));
  CHECK(missed.verdict == Verdict::fails);
  CHECK(*missed.delta->value.least >= number("0.3085375387259868"));

  // ln((2 e + e^-2)/3) = 0.619123629998592883...
  q.composition = {{Mechanism{Laplace{1}}, 1}};
  const auto renyi = [&](const char* epsilon) {
    auto result = verify(q, Claim{number(epsilon), {}, {}, {}, number("2")});
    REQUIRE(result.has_value());
    return *std::move(result);
  };
  const Verification below = renyi("0.6191236299985929"), above = renyi("0.6191236299985928");
  CHECK(below.verdict == Verdict::holds);
  CHECK(*below.epsilon->value.most <= number("0.6191236299985929"));
  CHECK(certainly_less(number("0.6191236299985928"), below.epsilon->value.ball));
  CHECK(above.verdict == Verdict::fails);
  CHECK(*above.epsilon->value.least >= number("0.6191236299985928"));
}
TEST_CASE("two kernels that list both orders are combined in every order (2026-11-30)") {
  const Kernel one{{{core::Rational(9, 10), core::Rational(1, 10)}, {core::Rational(1, 2), core::Rational(1, 2)}}, {}};
  const Kernel other{{{core::Rational(1, 2), core::Rational(1, 2)}, {core::Rational(9, 10), core::Rational(1, 10)}},
                     {}};
  for (const Adjacency adjacency : {Adjacency::add_remove, Adjacency::replace, Adjacency::remove, Adjacency::add}) {
    Question question;
    question.composition = {{{one}, 1}, {{other}, 1}};
    question.adjacency = adjacency;
    Claim claim;
    claim.epsilon = core::Rational(5, 2);
    claim.delta = 0;
    const auto told = verify(question, claim);  // the largest loss is 2 ln 5 = 3.2
    REQUIRE(told);
    CHECK(told->verdict == Verdict::fails);
  }
}
