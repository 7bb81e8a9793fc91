// The curve kind: points of several curves, each list in the order asked.
#include "accounting/verdict/divergences.hpp"
#include "cli/respond_questions.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const CurveAsk& ask, const accounting::Question& question) {
  Outcome outcome;
  std::optional<core::Error> fault;
  const auto add = [&](std::string_view name, const std::optional<Asked>& asked, const auto& compute) {
    if (!asked || fault) return;
    const core::Result<std::vector<accounting::Answer>> answers = compute(asked->values);
    if (answers)
      outcome.add(name, asked->is_list, *answers, question.digits);
    else
      fault = answers.error();
  };
  using Values = std::vector<core::Rational>;
  add("delta", ask.epsilons, [&](const Values&) { return accounting::delta_at_levels(question, ask.levels); });
  add("epsilon", ask.deltas, [&](const Values& x) { return accounting::epsilon(question, x); });
  add("renyi", ask.orders, [&](const Values& x) {
    std::vector<accounting::Divergence> divergences;
    for (const core::Rational& order : x) divergences.push_back({accounting::DivergenceKind::renyi, order, {}});
    return accounting::divergences(question, divergences);
  });
  add("type2", ask.type1, [&](const Values& x) { return accounting::tradeoffs(question, x); });
  if (fault) return *fault;
  return outcome;
}

}  // namespace assay::cli
