// The divergence kind: one key a divergence, the worse direction; renyi and hockey_stick are lists in request order.
#include "accounting/verdict/divergences.hpp"
#include "cli/request_divergence.hpp"
#include "cli/respond_questions.hpp"

namespace assay::cli {
namespace {

using accounting::DivergenceKind;
using core::Json;

std::string_view key(DivergenceKind kind) {
  for (const DivergenceName& known : divergence_names())
    if (known.kind == kind) return known.name;
  return kind == DivergenceKind::renyi ? "renyi" : "hockey_stick";
}

}  // namespace

core::Result<Outcome> answer(const DivergenceAsk& ask, const accounting::Question& question) {
  const auto answers = accounting::divergences(question, ask.divergences);
  if (!answers) return answers.error();
  Outcome outcome;
  Json::Object directions;
  for (std::size_t i = 0; i < answers->size(); ++i) {
    const accounting::Divergence& asked = ask.divergences[i];
    const accounting::Answer& answer = (*answers)[i];
    const std::string name(key(asked.kind));
    outcome.rests_on(answer);
    Json value = enclosure(answer.value, question.digits);
    if (asked.kind == DivergenceKind::renyi) value.object()->emplace_back("alpha", exact_text(asked.order));
    const bool is_object = asked.kind == DivergenceKind::renyi || asked.kind == DivergenceKind::hockey_stick;
    Json* there = nullptr;
    for (auto& [known, old] : outcome.result)
      if (known == name) there = &old;
    if (is_object && answer.direction) value.object()->emplace_back("direction", direction_name(*answer.direction));
    if (is_object) {
      if (there == nullptr)
        outcome.result.emplace_back(name, Json::Array{std::move(value)});
      else
        there->array()->push_back(std::move(value));
      continue;
    }
    if (there != nullptr) continue;  // asked twice
    outcome.result.emplace_back(name, std::move(value));
    if (answer.direction) directions.emplace_back(name, direction_name(*answer.direction));
  }
  if (!directions.empty()) outcome.result.emplace_back("direction", std::move(directions));
  return outcome;
}

}  // namespace assay::cli
