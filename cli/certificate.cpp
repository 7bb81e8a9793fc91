#include "cli/certificate.hpp"

#include <string>
#include <utility>

#include "accounting/numeric/deadline.hpp"
#include "cli/certificate_persuade.hpp"
#include "cli/certificate_table.hpp"
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
  return proofs::certify(request, *verdict == Json("holds"), time);
}

bool names_mechanisms(const Json& request) {
  const Json* mechanism = request.find("mechanism");
  const Json* name = mechanism != nullptr ? mechanism->find("mechanism") : nullptr;
  return request.find("composition") != nullptr || (name != nullptr && *name != Json("kernel"));
}

/// A verdict on what named mechanisms persuade a Receiver of, in the log score and with two-point priors: it is one on
/// their privacy loss.
Certified persuaded(const Json& request, const Json& result, milliseconds time) {
  const auto is = [&](const char* name, const Json& value) {
    const Json* field = request.find(name);
    return field == nullptr || *field == value;
  };
  const Json* verdict = result.find("verdict");
  const Json* kappa = request.find("kappa");
  const Json* delta = request.find("delta");
  if (verdict == nullptr || kappa == nullptr || delta == nullptr || *verdict == Json("undecided"))
    return {"", "of named mechanisms a verdict on kappa and delta has a certificate"};
  const Json* priors = request.find("priors");
  const Json* of = priors != nullptr ? priors->find("class") : nullptr;
  if (!is("scores", Json::Array{"log"}) || !is("criterion", "tail") || request.find("truth") != nullptr ||
      of == nullptr || *of != Json("adjacent_pairs") || priors->find("ceiling") != nullptr)
    return {"", "of named mechanisms the log score over all pairs of data has certificates, without a ceiling"};
  Json::Array parts;
  if (const Json* mechanism = request.find("mechanism")) parts.push_back(*mechanism);
  if (const Json* composition = request.find("composition"); composition != nullptr && composition->array() != nullptr)
    parts = *composition->array();
  Json::Object claim{{"kappa", *kappa}, {"delta", *delta}};
  if (const Json* floor = priors->find("floor")) claim.emplace_back("floor", *floor);
  return proofs::certify(Json::Object{{"composition", std::move(parts)}, {"claim", std::move(claim)}},
                         *verdict == Json("holds"), time);
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
  if (*kind == Json("persuade") && certified.certificate.empty() && names_mechanisms(request))
    certified = persuaded(request, result, std::chrono::duration_cast<milliseconds>(time));
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
