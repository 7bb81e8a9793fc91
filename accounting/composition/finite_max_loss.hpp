// The largest finite loss of a finite composition, and its exact comparison with a rational.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "accounting/composition/lattice_group.hpp"
#include "accounting/composition/profile.hpp"
#include "accounting/loss/loss_level.hpp"

namespace assay::accounting {

/// max S = rational + sum count ln(ratio) + sum count (other loss).
class FiniteMaxLoss {
 public:
  /// Precondition: every part has an atom.
  explicit FiniteMaxLoss(const std::vector<FinitePart>& parts);

  Value value(long bits) const;
  /// Sign of x - max S, exact; -1 also where x agrees with max S to thousands of bits and no argument tells them apart.
  int compare(const core::Rational& x) const { return compare(LossLevel{x, 1}); }
  int compare(const LossLevel& x) const;

 private:
  Ball irrational(long bits) const;

  core::Rational rational_ = 0;
  std::vector<std::pair<core::Rational, std::uint64_t>> ratios_;
  std::vector<std::pair<std::function<Ball(long)>, std::uint64_t>> others_;
};

/// Whether prod ratio^exponent = 1, by a basis of pairwise coprime integers.
bool product_is_one(const std::vector<std::pair<core::Rational, std::uint64_t>>& powers);

}  // namespace assay::accounting
