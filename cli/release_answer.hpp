// What a release whose gain is no matter of chance answers: one bracket, asked for kappa, delta or the gain.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/own_kind.hpp"
#include "core/json.hpp"
#include "core/result.hpp"
#include "persuasive/release/finding.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/scored.hpp"

namespace assay::cli {

/// What a persuade request asks of a release.
struct ReleaseAsk {
  std::vector<scoring::ExactReal> kappas;
  std::vector<core::Rational> deltas;
  bool kappa_is_list = false, delta_is_list = false;
  /// The release has noise, and the gain is that at the one output given.
  bool at_output = false;
  core::Json scores;  // as they stand
  bool wants_gain() const { return kappas.empty() && deltas.empty(); }
};

/// A number, "inf", "ln N" or "ln(N/M)".
core::Result<scoring::ExactReal> read_level_text(const core::Json& value, std::string_view name, const std::string& at);

/// The list of rules, 1 to 256.
core::Result<std::vector<scoring::Scoring>> read_scorings(const core::Json* scores);

/// Reads kappa and delta.
core::Result<ReleaseAsk> read_release_ask(const core::Json& request);

/// The answer for a gain that the data and the prior determine: `worst` over the scores.
Outcome answer_certain(const ReleaseAsk& ask, const persuasive::Finding& worst, long digits);

/// "0.6931 (ln 2)": a number for a sentence.
std::string spoken(const scoring::ExactReal& x);

}  // namespace assay::cli
