// Clopper-Pearson limits and the bounds that two counts prove.
#include "accounting/audit/attack_counts.hpp"

#include <chrono>

#include <doctest/doctest.h>

#include "accounting/audit/binomial.hpp"
#include "accounting/composition/gaussian.hpp"
#include "accounting/numeric/normal_quantile.hpp"
#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::AttackCounts;
using accounting::AuditQuestion;
using accounting::AuditVerdict;
using accounting::Ball;
using core::Rational;
using tests::number;

/// The ball holds the value printed (one unit of its last place around it), and is narrow.
void check_holds(const Ball& x, std::string_view text, std::string_view unit = "1e-30") {
  CAPTURE(text);
  const Rational value = number(text), step = number(unit);
  CHECK(accounting::lower_rational(x) <= value + step);
  CHECK(value - step <= accounting::upper_rational(x));
  CHECK(x.relative_bits() > 100);
}

AuditQuestion at(std::string_view confidence, std::string_view delta = "0") {
  AuditQuestion question;
  question.confidence = number(confidence);
  question.delta = number(delta);
  return question;
}

TEST_CASE("binomial tails agree with exact sums") {
  for (const unsigned n : {1U, 2U, 7U, 40U}) {
    const Rational p(3, 10);
    Rational tail = 0, mass = 1;
    for (unsigned i = 0; i < n; ++i) mass *= p;  // of n successes
    for (unsigned k = n;; --k) {
      tail += mass;
      const Ball computed = accounting::binomial_tail(n, k, Ball(p, 128));
      CAPTURE(n);
      CAPTURE(k);
      CHECK(accounting::lower_rational(computed) <= tail);
      CHECK(tail <= accounting::upper_rational(computed));
      if (k == 0) break;
      mass = mass * k / (n - k + 1) * (1 - p) / p;
    }
    CHECK(tail == 1);
  }
  CHECK(accounting::binomial_tail(5, 6, Ball(Rational(1, 2), 64)).is_exact_zero());
}

TEST_CASE("confidence limits hold the values of an independent incomplete-beta root") {
  // Roots of P[Bin >= k] = alpha/2 by a continued fraction for the incomplete beta function, 40 digits.
  check_holds(accounting::lower_limit({90, 100}, number("0.025"), 128), "0.8237774022599773194308617277253097153239");
  check_holds(accounting::lower_limit({500, 1000}, number("0.025"), 128), "0.4685491729717919411973420912738688761567");
  check_holds(accounting::lower_limit({100, 100}, number("0.025"), 128), "0.9637833073548235811734890869731222906568");
  check_holds(accounting::lower_limit({980, 1000}, number("0.025"), 128), "0.9692799673173908879227807027226539909464");
  check_holds(accounting::upper_limit({0, 100}, number("0.025"), 160), "0.03621669264517641882651091302687770934322");
  check_holds(accounting::upper_limit({0, 1000}, number("0.025"), 160), "0.003682083896865672086051228536664170199004");
  check_holds(accounting::upper_limit({50, 100}, number("0.025"), 128), "0.6016788704966990205636096554997394249898");
  check_holds(accounting::upper_limit({300, 10000}, number("0.0005"), 160),
              "0.0360267701379134466346170170596109980999");
  check_holds(accounting::upper_limit({1, 12}, number("0.05"), 128), "0.3386806684340324701733870459481711592481");
  CHECK(accounting::lower_limit({0, 50}, number("0.025"), 128).is_exact_zero());
  CHECK((1 - accounting::upper_limit({50, 50}, number("0.025"), 128)).is_exact_zero());
}

TEST_CASE("confidence limits are what an exact tail says they are, at any level") {
  for (const char* error : {"1e-12", "0.01", "0.3", "0.9", "0.999999"})
    for (const unsigned k : {1U, 3U, 9U, 10U}) {
      CAPTURE(error);
      CAPTURE(k);
      const Ball limit = accounting::lower_limit({k, 10}, number(error), 100);
      CHECK(limit.relative_bits() > 60);
      const Ball below(accounting::lower_rational(limit), 300), above(accounting::upper_rational(limit), 300);
      CHECK_FALSE(certainly_less(number(error), accounting::binomial_tail(10, k, below)));
      CHECK_FALSE(certainly_less(accounting::binomial_tail(10, k, above), number(error)));
    }
}

TEST_CASE("the normal quantile inverts the distribution function") {
  for (const char* p : {"1e-300", "0.001", "0.4999", "0.5", "0.5001", "0.975", "0.9999999999"}) {
    CAPTURE(p);
    const Ball x = -accounting::normal_upper_quantile(Ball(number(p), 128));
    REQUIRE(x.is_finite());
    CHECK(overlaps(normal_cdf(x), Ball(number(p), 128)));
    const Ball radius = upper(x) - lower(x);
    CHECK(certainly_less(radius, number("1e-25")));
  }
}

TEST_CASE("counts of a Gaussian attack bound mu") {
  // Phi^{-1} of continued-fraction limits, 40 digits.
  const auto first = accounting::audit_counts({{500, 1000}, {20, 1000}}, at("0.95"));
  REQUIRE(first);
  const Ball& mu = first->mu->value.ball;
  CHECK(accounting::lower_rational(mu) <= number("1.791397789907006716026149483336776444037"));
  CHECK(number("1.791397789907006716026149483336776444036") <= accounting::upper_rational(mu));
  CHECK(first->mu->converged);
  // The sign stays: an attack worse than a guess proves nothing.
  const auto worse = accounting::audit_counts({{910, 1000}, {900, 1000}}, at("0.95", "1e-5"));
  REQUIRE(worse);
  CHECK(worse->mu->value.exact == Rational(0));
  CHECK(worse->epsilon.value.exact == Rational(0));
}

TEST_CASE("a Gaussian trade-off is inverted at delta") {
  // mu = 1.79139778990700671...: epsilon(1e-5) of that mu lies between those of 1.79 and 1.80.
  const auto found = accounting::audit_counts({{500, 1000}, {20, 1000}}, at("0.95", "1e-5"));
  REQUIRE(found);
  REQUIRE(found->epsilon_if_gaussian);
  const Ball& bound = found->epsilon_if_gaussian->value.ball;
  const Rational low = accounting::lower_rational(bound), high = accounting::upper_rational(bound);
  const auto delta_at = [](const char* mu, const Rational& epsilon) {
    return accounting::gaussian_delta(Ball(number(mu), 128), Ball(epsilon, 128));
  };
  CHECK(certainly_less(delta_at("1.7913977899070", low), number("1.00000000001e-5")));
  CHECK(certainly_less(number("0.99999999e-5"), delta_at("1.7913977899071", high)));
  CHECK(found->epsilon_if_gaussian->converged);
  CHECK(certainly_less(found->epsilon.value.ball, bound));
  CHECK_FALSE(accounting::audit_counts({{500, 1000}, {20, 1000}}, at("0.95"))->epsilon_if_gaussian);
}

TEST_CASE("a claim is refuted exactly where the bound lies above it") {
  AuditQuestion question = at("0.95");
  // The bound is 1.5421523947363344592...
  const AttackCounts counts{{90, 100}, {10, 100}};
  const auto verdict = [&](const char* epsilon) {
    question.claim = accounting::Claim{number(epsilon), Rational(0), {}, {}};
    const auto evidence = accounting::audit_counts(counts, question);
    REQUIRE(evidence);
    CHECK(evidence->can_refute == true);
    return *evidence->verdict;
  };
  CHECK(verdict("1.5421523947363344592381529") == AuditVerdict::refuted);
  CHECK(verdict("1.5421523947363344592381530") == AuditVerdict::consistent);
  CHECK(verdict("0") == AuditVerdict::refuted);
  question.claim = accounting::Claim{{}, {}, {}, number("1.9")};
  CHECK(accounting::audit_counts(counts, question)->verdict == AuditVerdict::consistent);
  question.claim->mu = number("1.5");
  CHECK(accounting::audit_counts(counts, question)->verdict == AuditVerdict::refuted);
}

TEST_CASE("no attack proves more than a perfect one of its size, and a weak one can be too small") {
  AuditQuestion question = at("0.95");
  question.claim = accounting::Claim{number("4"), Rational(0), {}, {}};
  const auto evidence = accounting::audit_counts({{10, 10}, {0, 10}}, question);
  REQUIRE(evidence);
  CHECK(evidence->can_refute == false);
  CHECK(evidence->verdict == AuditVerdict::consistent);
  CHECK(overlaps(evidence->epsilon.value.ball, evidence->best.value.ball));
}

TEST_CASE("more runs than are computed are refused") {
  const auto evidence = accounting::audit_counts({{1, accounting::max_trials + 1}, {0, 10}}, at("0.95"));
  REQUIRE_FALSE(evidence);
  CHECK(evidence.error().code == core::ErrorCode::limit_exceeded);
}

TEST_CASE("a claim next to the bound is undecided where the time ends first (2026-11-30)") {
  const AttackCounts counts{{140, 200}, {40, 200}};
  AuditQuestion question = at("0.95", "0");
  question.digits = 60;
  const auto fine = accounting::audit_counts(counts, question);
  REQUIRE(fine);
  // Below the bound by less than the first precision tells.
  question.claim = accounting::Claim{accounting::lower_rational(fine->epsilon.value.ball), Rational(0), {}, {}};
  question.digits = 10;
  CHECK(accounting::audit_counts(counts, question)->verdict == AuditVerdict::refuted);
  question.deadline = accounting::Deadline::after(std::chrono::milliseconds(0));
  const auto judged = accounting::audit_counts(counts, question);
  REQUIRE(judged);
  CHECK(judged->verdict == AuditVerdict::undecided);
}

}  // namespace
