// The posterior of the two rates.
#include "accounting/audit/credible.hpp"

#include <chrono>

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::AttackCounts;
using accounting::AuditQuestion;
using accounting::AuditVerdict;
using accounting::Ball;
using core::Rational;
using tests::number;

AuditQuestion at(const char* confidence) {
  AuditQuestion question;
  question.confidence = number(confidence);
  question.digits = 2;
  return question;
}

TEST_CASE("the region's probability where it has a closed form") {
  // No runs but one of each kind, both negative: F and T are Beta(1, 2). At epsilon 0 and delta 0 the region is T <= F:
  // probability 1/2. At delta 1 it is everything.
  const AttackCounts counts{{0, 1}, {0, 1}};
  const Ball half = accounting::region_probability(counts, 0, 0, 512);
  CHECK_FALSE(certainly_less(half, Rational(1, 2)));
  CHECK_FALSE(certainly_less(Rational(1, 2), half));
  CHECK(certainly_less(upper(half) - lower(half), Rational(1, 100)));
  CHECK(certainly_less(number("0.999"), accounting::region_probability(counts, 0, 1, 512)));
  // T is Beta(2, 1), F Beta(1, 2): P[T <= F] = 1/6.
  const Ball sixth = accounting::region_probability({{1, 1}, {0, 1}}, 0, 0, 1024);
  CHECK_FALSE(certainly_less(sixth, Rational(1, 6)));
  CHECK_FALSE(certainly_less(Rational(1, 6), sixth));
}

TEST_CASE("finer cells give narrower enclosures of one value, which grows with epsilon") {
  const AttackCounts counts{{70, 100}, {20, 100}};
  Ball last(0, 64);
  for (const char* epsilon : {"0.5", "1", "1.3", "2"}) {
    const Ball coarse = accounting::region_probability(counts, number(epsilon), 0, 64);
    const Ball fine = accounting::region_probability(counts, number(epsilon), 0, 1024);
    CHECK(overlaps(coarse, fine));
    CHECK(certainly_less(upper(fine) - lower(fine), number("0.03")));
    CHECK_FALSE(certainly_less(fine, last));
    last = fine;
  }
}

TEST_CASE("the interval holds its bound, and a claim is judged by its posterior probability") {
  AuditQuestion question = at("0.9");
  question.claim = accounting::Claim{number("0.5"), Rational(0), {}, {}};
  const auto found = accounting::audit_credible({{14, 20}, {4, 20}}, question);
  REQUIRE(found);
  CHECK(found->evidence.verdict == AuditVerdict::refuted);
  CHECK(found->evidence.can_refute == true);
  CHECK(certainly_less(found->claim_probability->ball, number("0.1")));
  const Ball &bound = found->evidence.epsilon.value.ball, &least = found->least.value.ball;
  CHECK_FALSE(certainly_less(bound, least));
  CHECK_FALSE(certainly_less(found->most.value.ball, bound));
  // About ln(0.7/0.2) = 1.25 lies inside.
  CHECK(certainly_less(least, number("1.25")));
  CHECK(certainly_less(number("1.25"), found->most.value.ball));
  question.claim->epsilon = number("3");
  CHECK(accounting::audit_credible({{14, 20}, {4, 20}}, question)->evidence.verdict == AuditVerdict::consistent);
}

TEST_CASE("a claim of mu or rho is judged by the region of its trade-off function") {
  using namespace accounting;
  const AttackCounts counts{{14, 20}, {4, 20}};
  const auto probability = [&](const Guarantee& g) { return region_probability(counts, g, 256); };
  // The regions of mu = 0 and rho = 0 are that of epsilon = 0; that of Laplace noise lies inside that of its epsilon.
  CHECK(overlaps(probability(GaussianGuarantee{0}), probability(ApproxGuarantee{0, 0})));
  CHECK(overlaps(probability(ConcentratedGuarantee{0}), probability(ApproxGuarantee{0, 0})));
  CHECK(certainly_less(probability(LaplaceGuarantee{1}), probability(ApproxGuarantee{1, 0})));
  // mu and rho = mu^2/2: every Gaussian test is one that the rho allows. 4 10^5 draws of the two rates: 0.0997, 0.6248.
  CHECK(certainly_less(probability(GaussianGuarantee{number("0.744")}), number("0.11")));
  CHECK(certainly_less(number("0.09"), probability(GaussianGuarantee{number("0.744")})));
  CHECK(overlaps(probability(GaussianGuarantee{number("1.4")}), Ball(number("0.6248"), 64)));
  CHECK(
      certainly_less(probability(GaussianGuarantee{1}), region_probability(counts, ConcentratedGuarantee{{1, 2}}, 64)));
  AuditQuestion question = at("0.9");
  question.deadline = Deadline::after(std::chrono::milliseconds(300));
  question.claim = Claim{};
  question.claim->mu = number("0.1");
  const auto found = audit_credible(counts, question);
  REQUIRE(found);
  CHECK(found->evidence.verdict == AuditVerdict::refuted);
  CHECK(found->evidence.mu.has_value());
}

TEST_CASE("a claim that there was no time to judge is undecided (2026-11-30)") {
  AuditQuestion question = at("0.9");
  question.claim = accounting::Claim{number("0.5"), Rational(0), {}, {}};
  question.deadline = accounting::Deadline::after(std::chrono::milliseconds(0));
  const auto found = accounting::audit_credible({{14, 20}, {4, 20}}, question);
  REQUIRE(found);
  CHECK(found->evidence.verdict == AuditVerdict::undecided);
  CHECK_FALSE(found->evidence.can_refute);
}

}  // namespace
