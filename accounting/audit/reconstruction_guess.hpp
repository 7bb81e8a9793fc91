// A guess at the bits behind subset answers: least squares, rounding, and flips that lessen what is violated.
#pragma once

#include <vector>

#include "accounting/audit/reconstruction.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

/// Bits near the answers; certified by nothing, checked by meets().
std::vector<bool> guess_bits(const SubsetAnswers& answers, const Deadline& deadline);

/// Whether every answer is met, in whole numbers.
bool meets(const SubsetAnswers& answers, const std::vector<bool>& bits);

}  // namespace assay::accounting
