// The loss_distribution kind: atoms, mass at infinity and distribution function; `reversed` where the other direction
// has another law.
#include "accounting/verdict/loss_laws.hpp"
#include "cli/respond_questions.hpp"

namespace assay::cli {
namespace {

using core::Json;

Json::Object law_json(const accounting::LossLaw& law, const LossDistributionAsk& ask, long digits, Outcome& outcome) {
  Json::Object result;
  outcome.rests_on(law.infinite_mass);
  result.emplace_back("infinite_mass", enclosure(law.infinite_mass.value, digits));
  if (law.atoms) {
    Json::Array atoms;
    for (const accounting::LossAtom& atom : *law.atoms)
      atoms.push_back(Json::Object{{"loss", enclosure(accounting::Value(atom.loss), digits)},
                                   {"mass", enclosure(accounting::Value(atom.mass), digits)}});
    result.emplace_back("atoms", std::move(atoms));
  }
  if (ask.points.empty()) return result;
  Json::Array below;
  for (std::size_t i = 0; i < ask.points.size(); ++i) {
    outcome.rests_on(law.below[i]);
    Json value = enclosure(law.below[i].value, digits);
    value.object()->insert(value.object()->begin(), {"at", exact_text(ask.points[i])});
    below.push_back(std::move(value));
  }
  result.emplace_back("cdf", std::move(below));
  return result;
}

}  // namespace

core::Result<Outcome> answer(const LossDistributionAsk& ask, const accounting::Question& question) {
  const auto laws = accounting::loss_laws(question, ask.points);
  if (!laws) return laws.error();
  if (laws->size() > 2)
    return core::Error{core::ErrorCode::not_supported, "/composition",
                       "a kernel with several pairs of neighbours has no one loss distribution; ask about each pair"};
  Outcome outcome;
  outcome.result = law_json(laws->front(), ask, question.digits, outcome);
  if (laws->size() > 1) {
    outcome.result.emplace_back("direction", direction_name(laws->front().direction));
    outcome.result.emplace_back("reversed", law_json((*laws)[1], ask, question.digits, outcome));
  }
  return outcome;
}

}  // namespace assay::cli
