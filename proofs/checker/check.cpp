#include "proofs/checker/check.hpp"

#include "proofs/checker/claims.hpp"

namespace assay::checker {
namespace {

/// Checks a certificate, or completes it; `step` says how far it came.
Conclusion run(Json& certificate, bool completes, std::size_t& step) {
  only(certificate, {"format", "version", "claim", "verdict", "steps", "hypotheses"});
  need(text(certificate, "format") == format_name, "not a certificate of this format");
  need(count(certificate, "version", 1000) == format_version, "another version of the format");
  const Json& claim = member(certificate, "claim");
  const auto follow = claim.contains("composition") ? follow_composition
                      : claim.contains("kernels")   ? follow_persuasion
                      : claim.contains("release")   ? follow_release
                                                    : follow_table;
  Conclusion conclusion = follow(claim, certificate["steps"], completes, step);
  if (completes) certificate["hypotheses"] = conclusion.hypotheses;
  need(text(certificate, "verdict") == conclusion.verdict, "the verdict is not what the last step concludes");
  need(member(certificate, "hypotheses") == conclusion.hypotheses,
       "the hypotheses are not those of the theorems cited");
  return conclusion;
}

}  // namespace

Json check(std::string_view input) {
  Json certificate;
  std::size_t step = 0;
  try {
    certificate = read_json(input);
    if (certificate.is_object() && certificate.contains("certificate")) certificate = Json(certificate["certificate"]);
    const Conclusion conclusion = run(certificate, false, step);
    return {{"proved", true},
            {"verdict", conclusion.verdict},
            {"claim", certificate["claim"]},
            {"steps", certificate["steps"].size()},
            {"hypotheses", conclusion.hypotheses}};
  } catch (const Refused& refusal) {
    Json answer = {{"proved", false}, {"reason", refusal.what()}};
    if (step == 0) return answer;
    answer["step"] = step;
    const Json& bad = certificate["steps"][step - 1];
    if (bad.is_object() && bad.contains("theorem")) answer["theorem"] = bad["theorem"];
    return answer;
  }
}

Json completed(Json draft) {
  std::size_t step = 0;
  run(draft, true, step);
  return draft;
}

}  // namespace assay::checker
