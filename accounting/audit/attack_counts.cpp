#include "accounting/audit/attack_counts.hpp"

#include "accounting/audit/binomial.hpp"
#include "accounting/audit/concentrated_region.hpp"
#include "accounting/audit/enclose.hpp"
#include "accounting/numeric/normal_quantile.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

/// Certainly t > e^epsilon f + delta, or the same of the complements: rates that (epsilon, delta) does not allow.
bool rates_refute(const RateLimits& limits, const Rational& epsilon, const Rational& delta) {
  const long bits = limits.true_positive.bits();
  const Ball factor = exp(Ball(epsilon, bits)), allowed(delta, bits);
  const Ball &t = limits.true_positive, &f = limits.false_positive;
  return certainly_less(factor * f + allowed, t) || certainly_less(factor * (1 - t) + allowed, 1 - f);
}

Ball mu_of_rates(const RateLimits& limits) {
  const Ball &t = limits.true_positive, &f = limits.false_positive;
  const long bits = t.bits();
  // A limit of 0 or 1 exactly excludes nothing.
  if (t.is_exact_zero() || (1 - f).is_exact_zero()) return Ball(0, bits);
  if (!certainly_positive(t) || !certainly_positive(f)) return unknown(bits);
  if (!certainly_less(t, Ball(1, bits)) || !certainly_less(f, Ball(1, bits))) return unknown(bits);
  return nonnegative(normal_upper_quantile(f) - normal_upper_quantile(t));
}

Ball rho_of_rates(const RateLimits& limits, long digits) {
  const Ball &t = limits.true_positive, &f = limits.false_positive;
  if (certainly_less_equal(t, f)) return Ball(0, t.bits());
  return least_rho(t, f, digits);
}

AttackCounts perfect(const AttackCounts& counts) {
  return {{counts.in.trials, counts.in.trials}, {0, counts.out.trials}};
}

/// Nothing where the time ended before it could be told.
std::optional<bool> refutes(const AttackCounts& counts, const AuditQuestion& question) {
  const AuditClaim& claim = *question.claim;
  for (long bits = 128; bits <= 1024; bits *= 2) {
    const RateLimits limits = rate_limits(counts, question.confidence, bits);
    if (claim.mu) {
      const Ball mu = mu_of_rates(limits);
      if (certainly_less(*claim.mu, mu)) return true;
      if (certainly_less(mu, *claim.mu)) return false;
    } else if (claim.rho) {
      const Ball rho = rho_of_rates(limits, 10 + bits / 16);
      if (certainly_less(*claim.rho, rho)) return true;
      if (certainly_less(rho, *claim.rho)) return false;
    } else {
      if (rates_refute(limits, *claim.epsilon, *claim.delta)) return true;
      if (certainly_less(epsilon_of_rates(limits, *claim.delta), *claim.epsilon)) return false;
    }
    if (question.deadline.passed()) return std::nullopt;
  }
  return false;
}

}  // namespace

// epsilon(delta) of mu-Gaussian privacy is increasing in mu.
std::optional<Answer> epsilon_of_mu(const Answer& mu, const AuditQuestion& question) {
  if (question.delta <= 0 || question.delta >= 1 || !mu.value.ball.is_finite()) return std::nullopt;
  const auto at = [&](const Rational& x) -> core::Result<Answer> {
    Question of;
    of.composition = {{Mechanism{Gdp{x}}, 1}};
    of.digits = question.digits + 2;
    of.deadline = question.deadline;
    auto answers = epsilon(of, std::span(&question.delta, 1));
    if (!answers) return answers.error();
    return std::move(answers->front());
  };
  const Rational most = mu.value.exact ? *mu.value.exact : upper_rational(mu.value.ball);
  const Rational least = mu.value.exact ? *mu.value.exact : lower_rational(mu.value.ball);
  if (most <= 0) return mu;
  auto high = at(most);
  if (!high) return std::nullopt;
  Answer answer = *high;
  if (least != most) {
    const auto low = least > 0 ? at(least) : core::Result<Answer>(mu);
    if (!low) return std::nullopt;
    answer.value = Value(hull(least > 0 ? low->value.ball : Ball(0, 64), high->value.ball));
    answer.value.least = 0;
  }
  answer.method = mu.method;
  answer.theorems.insert(answer.theorems.begin(), mu.theorems.begin(), mu.theorems.end());
  answer.converged = narrow(answer.value.ball, question.digits) && mu.converged;
  return answer;
}

RateLimits rate_limits(const AttackCounts& counts, const Rational& confidence, long bits) {
  const Rational each = (1 - confidence) / 2;
  return {lower_limit(counts.in, each, bits), upper_limit(counts.out, each, bits)};
}

Ball epsilon_of_rates(const RateLimits& limits, const Rational& delta) {
  const Ball &t = limits.true_positive, &f = limits.false_positive;
  const Ball allowed(delta, t.bits());
  const auto side = [&](const Ball& rate, const Ball& other) {
    const Ball excess = rate - allowed;
    if (!certainly_less(other, excess)) {
      // Not certainly above ln 1: nothing, or what the enclosures leave open.
      if (certainly_less_equal(excess, other)) return Ball(0, t.bits());
      if (!certainly_positive(excess) || !certainly_positive(other)) return unknown(t.bits());
    }
    return nonnegative(log(excess / other));
  };
  return max(side(t, f), side(1 - f, 1 - t));
}

core::Result<Evidence> audit_counts(const AttackCounts& counts, const AuditQuestion& question) {
  if (counts.in.trials > max_trials || counts.out.trials > max_trials)
    return core::Error{core::ErrorCode::limit_exceeded, "",
                       "an experiment of more than " + std::to_string(max_trials) + " runs a side is not computed"};
  const auto bound = [&](const AttackCounts& of) {
    return enclosed(question, "clopper_pearson", {"clopper-pearson", "two-rates-epsilon"}, [&](long bits) {
      return epsilon_of_rates(rate_limits(of, question.confidence, bits), question.delta);
    });
  };
  Evidence evidence{.epsilon = bound(counts), .best = bound(perfect(counts))};
  const auto limit = [&](Ball RateLimits::*rate) {
    return enclosed(question, "clopper_pearson", {"clopper-pearson"},
                    [&](long bits) { return rate_limits(counts, question.confidence, bits).*rate; });
  };
  evidence.true_positive_rate = limit(&RateLimits::true_positive);
  evidence.false_positive_rate = limit(&RateLimits::false_positive);
  evidence.mu = enclosed(question, "clopper_pearson", {"clopper-pearson", "two-rates-mu"},
                         [&](long bits) { return mu_of_rates(rate_limits(counts, question.confidence, bits)); });
  evidence.rho = enclosed(question, "clopper_pearson", {"clopper-pearson", "two-rates-rho"}, [&](long bits) {
    return rho_of_rates(rate_limits(counts, question.confidence, bits), question.digits + 2);
  });
  evidence.epsilon_if_gaussian = epsilon_of_mu(*evidence.mu, question);
  if (question.claim) {
    evidence.verdict = verdict_of(refutes(counts, question));
    evidence.can_refute = refutes(perfect(counts), question);
  }
  return evidence;
}

}  // namespace assay::accounting
