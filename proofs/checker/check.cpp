#include "proofs/checker/check.hpp"

#include <utility>

#include "proofs/checker/claims.hpp"

namespace assay::checker {
namespace {

/// What a certificate about kernels or a table says again of its claim: all but the data, and how many these are.
Json conclusion_of(Json claim) {
  if (claim.contains("kernels")) {
    Json counts = Json::array();
    for (const Json& kernel : claim["kernels"]) counts.push_back(kernel["count"]);
    claim["kernels"] = counts;
  }
  for (const char* name : {"cells", "relations"})
    if (claim.contains(name)) claim[name] = claim[name].size();
  return claim;
}

/// Checks a certificate, or completes it; `step` says how far it came.
std::string run(Json& certificate, bool completes, std::size_t& step, Json& hypotheses) {
  only(certificate, {"format", "version", "claim", "verdict", "steps", "hypotheses", "concludes"});
  need(text(certificate, "format") == format_name, "not a certificate of this format");
  need(count(certificate, "version", 1000) == format_version, "another version of the format");
  const Json& claim = member(certificate, "claim");
  const auto follow = claim.contains("composition") ? follow_composition
                      : claim.contains("kernels")   ? follow_persuasion
                                                    : follow_table;
  const Conclusion conclusion = follow(claim, certificate["steps"], completes, step);
  need(text(certificate, "verdict") == conclusion.verdict, "the verdict is not what the last step concludes");
  if (completes) certificate["hypotheses"] = conclusion.hypotheses;
  need(member(certificate, "hypotheses") == conclusion.hypotheses,
       "the hypotheses are not those of the theorems cited");
  if (!claim.contains("composition")) {  // the last step of a chain says it there
    if (completes) certificate["concludes"] = conclusion_of(claim);
    need(member(certificate, "concludes") == conclusion_of(claim), "it concludes something else than is claimed");
  }
  hypotheses = conclusion.hypotheses;
  return conclusion.verdict;
}

}  // namespace

Report check(std::string_view input) {
  Report report;
  Json certificate;
  std::size_t step = 0;
  try {
    certificate = read_json(input);
    if (certificate.is_object() && certificate.contains("certificate")) {
      Json inner = std::move(certificate["certificate"]);
      certificate = std::move(inner);
    }
    report.verdict = run(certificate, false, step, report.hypotheses);
    report.claim = certificate["claim"];
    report.steps = certificate["steps"].size();
    report.proved = true;
  } catch (const Refused& refusal) {
    report.bad_step = step;
    report.why = refusal.what();
    if (step > 0) {
      const Json& bad = certificate["steps"][step - 1];
      if (bad.is_object() && bad.contains("theorem") && bad["theorem"].is_string()) report.theorem = bad["theorem"];
    }
  }
  return report;
}

Json answer(const Report& report) {
  if (report.proved)
    return {{"proved", true},
            {"verdict", report.verdict},
            {"claim", report.claim},
            {"steps", report.steps},
            {"hypotheses", report.hypotheses}};
  Json json = {{"proved", false}, {"reason", report.why}};
  if (report.bad_step > 0) json["step"] = report.bad_step;
  if (!report.theorem.empty()) json["theorem"] = report.theorem;
  return json;
}

Json completed(Json draft) {
  std::size_t step = 0;
  Json hypotheses;
  run(draft, true, step, hypotheses);
  return draft;
}

}  // namespace assay::checker
