// What the differences of nested subset queries say: counts of the records that one has and the other lacks.
#pragma once

#include "accounting/audit/reconstruction.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

/// The answers, and for each nested pair A in B whose difference is told something about, the bounds on the count of
/// B without A: [least_B - most_A, most_B - least_A]. Empty and full intervals are dropped: they say nothing.
/// Source: theorem `consistent-propagation`.
SubsetAnswers with_differences(const SubsetAnswers& answers, const Deadline& deadline);

}  // namespace assay::accounting
