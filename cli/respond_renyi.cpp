// The renyi kind: D_alpha of the composition at each order, the worse direction.
#include "accounting/verdict/divergences.hpp"
#include "cli/respond_questions.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const RenyiAsk& ask, const accounting::Question& question) {
  std::vector<accounting::Divergence> asked;
  for (const core::Rational& order : ask.orders.values) asked.push_back({accounting::DivergenceKind::renyi, order, {}});
  const auto answers = accounting::divergences(question, asked);
  if (!answers) return answers.error();
  Outcome outcome;
  outcome.add("epsilon", ask.orders.is_list, *answers, question.digits);
  outcome.add_directions("direction", ask.orders.is_list, *answers);
  return outcome;
}

}  // namespace assay::cli
