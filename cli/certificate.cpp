#include "cli/certificate.hpp"

#include <string>
#include <utility>

#include "cli/reading.hpp"
#include "core/json_reader.hpp"
#include "proofs/certificate/write.hpp"

namespace assay::cli {

void add_certificate(core::Json::Object& response, const core::Json& request, std::chrono::nanoseconds time) {
  const auto without = [&](std::string reason) { response.emplace_back("no_certificate", std::move(reason)); };
  const core::Json* kind = request.find("request");
  if (kind == nullptr || *kind != core::Json("verify")) return without("requests of this kind have no certificate yet");
  std::string verdict;
  for (const auto& [name, value] : response)
    if (name == "result")
      if (const core::Json* decided = value.find("verdict"); decided != nullptr && decided->string() != nullptr)
        verdict = *decided->string();
  const core::Json* claim = request.find("claim");
  if (const core::Json* epsilon = claim != nullptr ? claim->find("epsilon") : nullptr;
      epsilon != nullptr && is_logarithm(*epsilon))
    return without("a claimed epsilon that is a logarithm has no certificate yet: the checker reads rationals");
  if (verdict != "holds" && verdict != "fails") return without("nothing was decided");
  const proofs::Certified certified =
      proofs::certify(request, verdict == "holds", std::chrono::duration_cast<std::chrono::milliseconds>(time));
  if (certified.certificate.empty()) return without(certified.reason);
  core::Result<core::Json> json = core::read_json(certified.certificate);
  if (!json) return without(json.error().message);
  response.emplace_back("certificate", std::move(json).value());
}

}  // namespace assay::cli
