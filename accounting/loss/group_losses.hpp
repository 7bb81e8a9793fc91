// Groups of records where the pair of a group is not the base's at a larger sensitivity.
#pragma once

#include <cstdint>

#include "accounting/loss/privacy_loss.hpp"

namespace assay::accounting {

/// t respondents who differ answer by themselves: the t-fold product. Fails: as the base, its pointer below "/base";
/// limit_exceeded for large groups.
core::Result<DominatingPair> group_of(const RandomizedResponse& base, std::uint64_t t);
/// From the noise at the distance t up to t epsilon-differential privacy.
core::Result<DominatingPair> group_of(const Staircase& base, std::uint64_t t);
/// The noise that attains epsilon in every step, exact; for very large groups that of fewer records up to t epsilon.
core::Result<DominatingPair> group_of(const PureDp& base, std::uint64_t t);
/// From a leak beside the noise that attains epsilon in every step, up to the generic bound.
core::Result<DominatingPair> group_of(const ApproxDp& base, std::uint64_t t);
/// The same leak, or that one of t records leaks.
core::Result<DominatingPair> group_of(const Leak& base, std::uint64_t t, Direction direction);

}  // namespace assay::accounting
