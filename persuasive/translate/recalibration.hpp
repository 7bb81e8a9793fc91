// How much a privacy loss is worth to a Receiver with two candidates: the score recalibrates epsilon to kappa, and
// back.
#pragma once

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/rule.hpp"

namespace assay::persuasive::translation {

/// floor <= prior mass of the truth <= ceiling; 0 and 1 are only approached.
struct MassRange {
  core::Rational floor = 0, ceiling = 1;
};

/// The computation with what it found kept, for one thread: a precision is computed once, and no enclosure is wider
/// than one before it (a search whose time has ended knows less than it did).
scoring::ExactReal remembered(scoring::ExactReal::Computation f);

/// Whether recalibrated() knows the rule.
bool is_covered(const scoring::Rule& rule);

/// g(epsilon) = sup over the range of s(q) - s(q e^epsilon/(1 - q + q e^epsilon)), epsilon >= 0 or infinite.
/// Shape:  a rule that is covered; a ceiling of 1.
/// Bound:  past the deadline power and tsallis are enclosed as far as they were searched.
/// Source: theorem `two-point-recalibration`.
scoring::ExactReal recalibrated(const scoring::Rule& rule, const MassRange& range, const scoring::ExactReal& epsilon,
                                const accounting::Deadline& deadline = {});

/// sup {epsilon >= 0: g(epsilon) <= kappa} for kappa >= 0; infinite where kappa is at least g(infinity).
/// Fails:  not_supported where a comparison cannot be decided.
core::Result<scoring::ExactReal> loss_for(const scoring::Rule& rule, const MassRange& range,
                                          const scoring::ExactReal& kappa, const accounting::Deadline& deadline = {});

}  // namespace assay::persuasive::translation
