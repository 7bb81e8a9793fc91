// Records whose bit a weighted sum of the answers proves, in whole numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "accounting/audit/reconstruction.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

/// Whether the weights prove that the record's bit is `bit` in every consistent data set: with scale K and weights w,
/// K x_i = w A x + (K e_i - w A) x, whose first part the answers bound and whose second the bits.
/// Shape: one weight a query, |weight| <= 2^40, 0 < scale <= 2^40.
/// Source: theorem `consistent-dual`.
bool dual_proves(const SubsetAnswers& answers, const std::vector<std::int64_t>& weights, std::int64_t scale,
                 std::uint32_t record, bool bit);

/// Marks the records that rows of the pseudo-inverse, rounded, prove to have the bit of `bits`; stops early where the
/// first ones prove nothing.
void certify_by_duals(const SubsetAnswers& answers, const std::vector<bool>& bits, std::vector<bool>& certified,
                      const Deadline& deadline);

}  // namespace assay::accounting
