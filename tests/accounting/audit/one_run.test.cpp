// One training run: p-values, and the bounds that published counts give.
#include "accounting/audit/one_run.hpp"

#include <chrono>

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::AuditQuestion;
using accounting::AuditVerdict;
using accounting::Ball;
using accounting::Guesses;
using core::Rational;
using tests::number;

void check_p_value(const Guesses& guesses, const char* epsilon, const char* delta, const char* value) {
  CAPTURE(value);
  const Ball p = accounting::one_run_p_value(guesses, Ball(number(epsilon), 160), number(delta));
  CHECK(accounting::lower_rational(p) <= number(value) + number("1e-35"));
  CHECK(number(value) - number("1e-35") <= accounting::upper_rational(p));
  CHECK(p.relative_bits() > 90);
}

TEST_CASE("p-values are those of an independent computation") {
  // Incomplete-beta differences, 40 digits; the first is printed in the paper as 0.553.
  check_p_value({100, 100, 75}, "1.09861228866810969140", "0", "0.5534708238482482198609731653464264173916");
  check_p_value({100000, 1510, 1439}, "2.5", "1e-5", "0.03196166048170070215015451512571347123907");
  check_p_value({500, 200, 120}, "0", "1e-6", "0.002874161227020124478835960978738694365554");
  check_p_value({5000, 1000, 900}, "2", "1e-7", "0.03169859030380544813145087129482906093781");
  check_p_value({100, 20, 10}, "0.125", "0", "0.6934321317874808015436415116140512821974");
}

AuditQuestion at(const char* confidence, const char* delta) {
  AuditQuestion question;
  question.confidence = number(confidence);
  question.delta = number(delta);
  return question;
}

TEST_CASE("the bound sits where the p-value crosses the level") {
  for (const char* delta : {"0", "1e-6", "1e-4", "1e-3"}) {
    CAPTURE(delta);
    const Guesses guesses{1000, 200, 150};
    const auto evidence = accounting::audit_one_run(guesses, at("0.95", delta));
    REQUIRE(evidence);
    CHECK(evidence->epsilon.converged);
    const Rational low = accounting::lower_rational(evidence->epsilon.value.ball);
    if (low == 0) continue;
    const Ball p = accounting::one_run_p_value(guesses, Ball(low, 256), number(delta));
    CHECK_FALSE(certainly_less(number("0.05"), p));
  }
}

TEST_CASE("a delta term so heavy that the p-value is not monotone leaves a valid, wider enclosure") {
  const auto evidence = accounting::audit_one_run({100000, 1510, 1439}, at("0.95", "1e-4"));
  REQUIRE(evidence);
  const Ball& bound = evidence->epsilon.value.ball;
  CHECK(bound.is_finite());
  // 2 m delta = 20: less is proved than at 1e-5, where it is 2.6758510076786...
  CHECK(certainly_less(lower(bound), number("2.6758510076786")));
}

TEST_CASE("nothing guessed right proves nothing, and a claim is held against the bound") {
  const auto none = accounting::audit_one_run({10, 5, 0}, at("0.95", "0"));
  REQUIRE(none);
  CHECK(none->epsilon.value.exact == Rational(0));
  AuditQuestion question = at("0.95", "1e-5");
  question.claim = accounting::Claim{number("2.67585100767862"), number("1e-5"), {}, {}};
  CHECK(accounting::audit_one_run({100000, 1510, 1439}, question)->verdict == AuditVerdict::refuted);
  question.claim->epsilon = number("2.67585100767863");
  CHECK(accounting::audit_one_run({100000, 1510, 1439}, question)->verdict == AuditVerdict::consistent);
  question.claim = accounting::Claim{{}, {}, {}, number("1")};
  // A claim of mu is judged by the trade-off function; five right guesses of five cannot refute mu = 1.
  const auto judged = accounting::audit_one_run({10, 5, 5}, question);
  REQUIRE(judged);
  CHECK(judged->verdict == AuditVerdict::consistent);
  CHECK(judged->epsilon.theorems == std::vector<std::string>{"one-run", "one-run-tradeoff", "region-gaussian"});
}

TEST_CASE("a claim next to the bound is undecided where the time ends first (2026-11-30)") {
  const Guesses counts{1000, 200, 150};
  AuditQuestion question = at("0.95", "0");
  question.digits = 60;
  const auto fine = accounting::audit_one_run(counts, question);
  REQUIRE(fine);
  // Below the bound by less than the first precision tells.
  question.claim = accounting::Claim{accounting::lower_rational(fine->epsilon.value.ball), Rational(0), {}, {}};
  question.digits = 10;
  CHECK(accounting::audit_one_run(counts, question)->verdict == AuditVerdict::refuted);
  question.deadline = accounting::Deadline::after(std::chrono::milliseconds(0));
  const auto judged = accounting::audit_one_run(counts, question);
  REQUIRE(judged);
  CHECK(judged->verdict == AuditVerdict::undecided);
}

}  // namespace
