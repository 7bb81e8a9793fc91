#include "proofs/certificate/complete.hpp"

#include <utility>

#include "core/json_writer.hpp"
#include "proofs/checker/check.hpp"
#include "proofs/checker/refused.hpp"

namespace assay::proofs {

using core::Json;

Certified complete(Json claim, const Json::Array& steps, const std::string& verdict) {
  Json::Array numbered;
  for (const Json& step : steps) {
    Json::Object with_number{{"step", Json::integer(static_cast<long long>(numbered.size()) + 1)}};
    with_number.insert(with_number.end(), step.object()->begin(), step.object()->end());
    numbered.emplace_back(std::move(with_number));
  }
  const Json draft = Json::Object{{"format", std::string(checker::format_name)},
                                  {"version", Json::integer(static_cast<long long>(checker::format_version))},
                                  {"claim", std::move(claim)},
                                  {"verdict", verdict},
                                  {"steps", std::move(numbered)},
                                  {"hypotheses", Json::Array{}}};
  try {
    std::string text = checker::completed(checker::read_json(core::write_json(draft))).dump();
    if (text.size() > checker::largest_text) return {"", "the certificate would be longer than the checker reads"};
    return {std::move(text), ""};
  } catch (const checker::Refused& refusal) {
    return {"", refusal.what()};
  }
}

}  // namespace assay::proofs
