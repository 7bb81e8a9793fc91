// The audit kind: bounds at each delta, the verdict on a claim, and what the experiment could have shown.
#include <optional>
#include <utility>

#include "cli/audit_ask.hpp"

namespace assay::cli {
namespace {

using accounting::AttackCounts;
using accounting::AuditQuestion;
using accounting::AuditVerdict;
using accounting::Evidence;
using accounting::Guesses;
using accounting::ValueGuesses;
using core::Json;
using core::Rational;
using core::Result;
using Object = Json::Object;
using Array = Json::Array;

/// The evidence, and what else the response says of the experiment.
struct Observation {
  Evidence evidence;
  Object details;
};

Result<Observation> observe(const AttackCounts& counts, const AuditQuestion& question) {
  return accounting::audit_counts(counts, question).transform([](Evidence e) { return Observation{std::move(e), {}}; });
}
Result<Observation> observe(const Guesses& guesses, const AuditQuestion& question) {
  return accounting::audit_one_run(guesses, question).transform([](Evidence e) {
    return Observation{std::move(e), {}};
  });
}

Result<Observation> observe(const ValueGuesses& guesses, const AuditQuestion& question) {
  return accounting::audit_one_run_tradeoff(guesses, question).transform([](Evidence e) {
    return Observation{std::move(e), {}};
  });
}

Result<Observation> observe(const Samples& samples, const AuditQuestion& question) {
  auto found = accounting::audit_samples(samples.first, samples.second, samples.family, question);
  if (!found) return found.error();
  const auto count = [](std::uint64_t n) { return Json::integer(static_cast<long long>(n)); };
  const bool scores = samples.family == accounting::EventFamily::value_thresholds;
  const std::string_view first = scores ? "positive_scores" : "first", second = scores ? "negative_scores" : "second";
  Object details{{"event", accounting::describe(found->held_out.event)},
                 {"positive_side", found->held_out.swapped ? second : first},
                 {"positives", count(found->held_out.counts.in.trials)},
                 {"true_positives", count(found->held_out.counts.in.successes)},
                 {"negatives", count(found->held_out.counts.out.trials)},
                 {"false_positives", count(found->held_out.counts.out.successes)}};
  return Observation{std::move(found->evidence), {{"certified_on", std::move(details)}}};
}

Result<Observation> observe(const CredibleCounts& given, const AuditQuestion& question) {
  auto found = accounting::audit_credible(given.counts, question);
  if (!found) return found.error();
  Object details{{"credible_interval", Object{{"lower", enclosure(found->least.value, question.digits)},
                                              {"upper", enclosure(found->most.value, question.digits)}}}};
  if (found->claim_probability)
    details.emplace_back("claim_probability", enclosure(*found->claim_probability, question.digits));
  Observation seen{std::move(found->evidence), std::move(details)};
  seen.evidence.epsilon.converged = seen.evidence.epsilon.converged && found->least.converged && found->most.converged;
  return seen;
}

std::string_view name(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::refuted: return "refuted";
    case AuditVerdict::consistent: return "consistent";
    case AuditVerdict::undecided: break;
  }
  return "undecided";
}

}  // namespace

Result<Outcome> answer(const AuditAsk& ask, const Effort& effort) {
  AuditQuestion question = ask.question;
  question.digits = effort.digits;
  question.deadline = effort.deadline;
  Outcome outcome;
  Array bounds, best, gaussian;
  std::optional<Observation> last;
  for (const Rational& delta : ask.deltas) {
    question.delta = delta;
    Result<Observation> seen =
        std::visit([&](const auto& experiment) { return observe(experiment, question); }, ask.experiment);
    if (!seen) return seen.error();
    outcome.rests_on(seen->evidence.epsilon);
    bounds.push_back(enclosure(seen->evidence.epsilon.value, effort.digits));
    best.push_back(enclosure(seen->evidence.best.value, effort.digits));
    const auto& if_gaussian = seen->evidence.epsilon_if_gaussian;
    outcome.converged = outcome.converged && (!if_gaussian || if_gaussian->converged);
    gaussian.push_back(if_gaussian ? enclosure(if_gaussian->value, effort.digits) : Json());
    last = std::move(*seen);
  }
  const auto one_or_list = [&](Array& values) { return ask.is_list ? Json(std::move(values)) : values.front(); };
  outcome.result.emplace_back("epsilon_lower_bound", one_or_list(bounds));
  outcome.result.emplace_back("confidence", core::to_decimal(question.confidence, 60, core::Rounding::down));
  const Evidence& evidence = last->evidence;
  if (evidence.verdict) {
    outcome.result.emplace_back("verdict", name(*evidence.verdict));
    outcome.converged = outcome.converged && *evidence.verdict != AuditVerdict::undecided && evidence.can_refute;
  }
  const auto add = [&](std::string_view key, const std::optional<accounting::Answer>& answer) {
    if (!answer) return;
    outcome.rests_on(*answer);
    outcome.result.emplace_back(key, enclosure(answer->value, effort.digits));
  };
  add("p_value", evidence.p_value);
  add("true_positive_rate_lower_bound", evidence.true_positive_rate);
  add("false_positive_rate_upper_bound", evidence.false_positive_rate);
  Object power{{"largest_epsilon_lower_bound", one_or_list(best)}};
  if (evidence.can_refute) power.emplace_back("can_refute", *evidence.can_refute);
  outcome.result.emplace_back("power", std::move(power));
  if (evidence.mu) {
    outcome.rests_on(*evidence.mu);
    outcome.result.emplace_back("mu_lower_bound", enclosure(evidence.mu->value, effort.digits));
    if (evidence.epsilon_if_gaussian || ask.is_list)
      outcome.result.emplace_back("epsilon_lower_bound_if_gaussian", one_or_list(gaussian));
  }
  add("rho_lower_bound", evidence.rho);
  for (Json::Member& detail : last->details) outcome.result.push_back(std::move(detail));
  return outcome;
}

}  // namespace assay::cli
