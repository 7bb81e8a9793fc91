// The calibrate kind: the parameter's enclosure, the value where the target is proven, and what is not claimed.
#include "cli/respond_questions.hpp"

namespace assay::cli {

core::Result<Outcome> answer(const CalibrateAsk& ask, const accounting::Question& question) {
  const auto calibration = accounting::calibrate(question, ask.unknown, ask.composition, ask.target);
  if (!calibration) return calibration.error();
  Outcome outcome;
  outcome.add(ask.unknown.name, false, {&calibration->parameter, 1}, question.digits);
  outcome.result.emplace_back("at", ask.pointer);
  outcome.result.emplace_back("safe", exact_text(calibration->safe));
  if (calibration->monotone) outcome.result.emplace_back("safe_side", calibration->safe_is_upper ? "upper" : "lower");
  outcome.result.emplace_back("optimal", calibration->extreme);
  if (!calibration->extreme) outcome.result.emplace_back("reason", calibration->reason);
  return outcome;
}

}  // namespace assay::cli
