// The request `score`: what a forecast is worth.
#pragma once

#include "cli/own_kind.hpp"
#include "scoring/exact_real.hpp"

namespace assay::cli {

extern const OwnKind score_kind;

/// An exact real as an enclosure; infinite ends are text.
core::Json enclosure(const scoring::ExactReal& x, long digits);

}  // namespace assay::cli
