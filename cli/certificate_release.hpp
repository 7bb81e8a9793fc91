// The prover's side of certificates about statistics of real records.
#pragma once

#include <optional>
#include <string>

#include "cli/persuade_ask.hpp"
#include "core/json.hpp"
#include "proofs/certificate/write.hpp"

namespace assay::cli {

/// A certificate of the verdict that was answered about an exact mean or linear statistic.
proofs::Certified certify_release(const core::Json& request, const core::Json& result);

/// A kappa as the checker reads it, where it does.
inline std::optional<std::string> level_text(const Level& level) {
  if (level.infinite) return "inf";
  if (level.value.is_rational()) return level.value.shift.str();
  if (level.value.shift == 0) return "ln(" + level.value.ratio.str() + ")";
  return std::nullopt;
}

}  // namespace assay::cli
