// Counts published as a sum, or with small cells suppressed: what the Receiver gains, exactly.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "persuasive/prior_class/counts.hpp"
#include "scoring/exact_real.hpp"
#include "scoring/scored.hpp"

namespace assay::persuasive {

/// The sum of independent counts of finite range; with noise of the discrete Laplace law where there is a ratio.
struct PublishedSum {
  std::vector<CellLaw> records;
  std::optional<core::Rational> noise_ratio;
};

/// The gain at one truth and one published number (the sum of the truth where there is no noise).
/// Fails: not_supported for a rule that does not take probability vectors, or joint scores other than log;
///        limit_exceeded where the deadline passed first.
/// Source: theorem `sum-of-counts-release`.
core::Result<scoring::ExactReal> gain(const PublishedSum& sum, const scoring::Scoring& scoring,
                                      const std::vector<long>& truth, const core::Integer& published,
                                      const accounting::Deadline& deadline = {});

/// The largest gain over all data, without noise.
core::Result<scoring::ExactReal> largest_gain(const PublishedSum& sum, const scoring::Scoring& scoring,
                                              const accounting::Deadline& deadline = {});

/// Cells of which those in the range are replaced by a symbol and the others published, by a rule that is known.
struct SuppressedCells {
  long first = 0, last = 0;
  bool suppresses(long k) const { return first <= k && k <= last; }
};

/// Independent cells. `contamination` is the weight of anything else that the class allows beside the prior.
/// Source: theorem `suppressed-cells-release`.
core::Result<scoring::ExactReal> gain(const SuppressedCells& rule, const std::vector<CellLaw>& cells,
                                      const core::Rational& contamination, const scoring::Scoring& scoring,
                                      const std::vector<long>& truth);
/// The largest over all data; infinite where published counts have no bound.
core::Result<scoring::ExactReal> largest_gain(const SuppressedCells& rule, const std::vector<CellLaw>& cells,
                                              const core::Rational& contamination, const scoring::Scoring& scoring);

/// Cells of a known total.
core::Result<scoring::ExactReal> gain(const SuppressedCells& rule, const KnownTotal& prior,
                                      const scoring::Scoring& scoring, const std::vector<long>& truth);

}  // namespace assay::persuasive
