// The greatest loss that a decision rule may score, over all forecasts and outcomes.
#pragma once

#include <optional>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "scoring/rule.hpp"

namespace assay::persuasive {

/// The greatest loss of an act that some forecast takes; an act that is nowhere best does not count. Ties as in a score
/// of the forecast.
/// Gives: exact; nothing where the deadline passed first. Source: theorem `scores-of-probability-vectors`.
std::optional<core::Rational> greatest_loss(const scoring::Decision& rule, const accounting::Deadline& deadline);

}  // namespace assay::persuasive
