// The risk kind: advantage always; accuracy and posterior at priors, power at false-positive rates, reconstruction.
#include "accounting/verdict/risks.hpp"
#include "cli/respond_questions.hpp"

namespace assay::cli {
namespace {

std::span<const core::Rational> values(const std::optional<Asked>& asked) {
  if (!asked) return {};
  return asked->values;
}

}  // namespace

core::Result<Outcome> answer(const RiskAsk& ask, const accounting::Question& question) {
  const auto risk =
      accounting::risk(question, {values(ask.priors), values(ask.false_positive_rates), values(ask.baselines)});
  if (!risk) return risk.error();
  Outcome outcome;
  const auto add = [&](std::string_view name, const std::optional<Asked>& asked,
                       const std::vector<accounting::Answer>& answers) {
    if (asked) outcome.add(name, asked->is_list, answers, question.digits);
  };
  outcome.add("advantage", false, {&risk->advantage, 1}, question.digits);
  add("accuracy", ask.priors, risk->accuracy);
  add("posterior", ask.priors, risk->posterior);
  add("true_positive_rate", ask.false_positive_rates, risk->true_positive_rate);
  add("reconstruction", ask.baselines, risk->reconstruction);
  return outcome;
}

}  // namespace assay::cli
