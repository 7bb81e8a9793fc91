// Scores of probability vectors with rational entries, exactly.
#pragma once

#include <cstddef>
#include <span>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/rule.hpp"

namespace assay::scoring {

/// A probability vector: nonnegative entries that sum to 1 exactly (the caller's promise). Outcomes are indices.
using Pmf = std::span<const core::Rational>;

/// Which side of an announcement a forecast stands on: it matters to adversarial ties alone. A forecast that is scored
/// by itself is a prior.
enum class Belief { prior, posterior };

/// Whether the rule scores probability vectors: the first nine of the variant, and the two of the region.
bool takes_pmf(const Rule& rule);

/// S(p, x): an exact rational, logarithm or root, or a sum of them; +infinity where a logarithm meets probability 0.
/// Shape:  0 <= x < p.size(); a decision has p.size() columns.
/// Fails:  not_supported for a rule that needs more than probabilities; invalid_parameter for another number of
/// columns. Source: theorem `scores-of-probability-vectors`.
core::Result<ExactReal> score(const Rule& rule, Pmf p, std::size_t x, Belief belief = Belief::prior);

/// sum over x of p(x) S(p, x), the least expected score under p where the rule is proper.
core::Result<ExactReal> entropy(const Rule& rule, Pmf p);

/// E_truth[S(forecast, X) - S(truth, X)]; infinite where the forecast alone is scored infinite.
core::Result<ExactReal> divergence(const Rule& rule, Pmf truth, Pmf forecast);

}  // namespace assay::scoring
