#include "cli/certificate.hpp"

#include <string>
#include <utility>

#include "accounting/numeric/deadline.hpp"
#include "cli/certificate_persuade.hpp"
#include "cli/certificate_table.hpp"
#include "cli/reading.hpp"
#include "core/json_reader.hpp"
#include "proofs/certificate/write.hpp"

namespace assay::cli {
namespace {

using core::Json;
using proofs::Certified;
using std::chrono::milliseconds;

Certified verified(const Json& request, const Json& result, milliseconds time) {
  const Json* verdict = result.find("verdict");
  if (verdict == nullptr || (*verdict != Json("holds") && *verdict != Json("fails")))
    return {"", "nothing was decided"};
  const Json* claim = request.find("claim");
  const Json* epsilon = claim != nullptr ? claim->find("epsilon") : nullptr;
  if (epsilon != nullptr && is_logarithm(*epsilon))
    return {"", "a claimed epsilon that is a logarithm has no certificate yet: the checker reads rationals"};
  return proofs::certify(request, *verdict == Json("holds"), time);
}

}  // namespace

void add_certificate(Json::Object& response, const Json& request, long digits, std::chrono::nanoseconds time) {
  const auto without = [&](std::string reason) { response.emplace_back("no_certificate", std::move(reason)); };
  Json result;
  for (const auto& [name, value] : response)
    if (name == "result") result = value;
  const Json* kind = request.find("request");
  const auto deadline = accounting::Deadline::after(std::chrono::duration_cast<milliseconds>(time));
  Certified certified{"", "requests of this kind have no certificate"};
  std::string left_out;
  if (*kind == Json("verify")) certified = verified(request, result, std::chrono::duration_cast<milliseconds>(time));
  if (*kind == Json("persuade")) certified = certify_persuasion(request, result, {digits, deadline});
  if (*kind == Json("table")) {
    TableCertificate ranges = certify_ranges(request, deadline);
    certified = std::move(ranges.certified);
    left_out = std::move(ranges.left_out);
  }
  if (certified.certificate.empty()) return without(certified.reason);
  core::Result<Json> json = core::read_json(certified.certificate);
  if (!json) return without(json.error().message);
  response.emplace_back("certificate", std::move(json).value());
  if (!left_out.empty()) without(left_out);
}

}  // namespace assay::cli
