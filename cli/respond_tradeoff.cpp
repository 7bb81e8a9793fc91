// The tradeoff kind: the least type II error at each type I error, the worse direction.
#include "accounting/verdict/divergences.hpp"
#include "cli/respond_questions.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const TradeoffAsk& ask, const accounting::Question& question) {
  const auto answers = accounting::tradeoffs(question, ask.type1.values);
  if (!answers) return answers.error();
  Outcome outcome;
  outcome.add("type2", ask.type1.is_list, *answers, question.digits);
  outcome.add_directions("direction", ask.type1.is_list, *answers);
  return outcome;
}

}  // namespace assay::cli
