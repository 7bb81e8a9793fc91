// The compose_theorem kind: what each theorem gives, and the exact epsilon beside it.
#include "cli/request_compose_theorem.hpp"
#include "cli/respond_questions.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const ComposeTheoremAsk& ask, const accounting::Question& question) {
  const auto composed = accounting::compose_by_theorems(question, ask.theorems, ask.delta);
  if (!composed) return composed.error();
  Outcome outcome;
  outcome.add("epsilon", ask.is_list, composed->epsilon, question.digits);
  if (composed->exact) outcome.add("exact", false, {&*composed->exact, 1}, question.digits);
  core::Json::Object by_theorem;
  for (std::size_t i = 0; i < ask.theorems.size(); ++i)
    for (const CompositionTheoremName& known : composition_theorem_names())
      if (known.theorem == ask.theorems[i])
        by_theorem.emplace_back(known.name, enclosure(composed->epsilon[i].value, question.digits));
  outcome.result.emplace_back("by_theorem", std::move(by_theorem));
  return outcome;
}

}  // namespace assay::cli
