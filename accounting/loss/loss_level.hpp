// A level of the privacy loss, exactly: a rational and the logarithm of a rational.
#pragma once

#include <optional>
#include <vector>

#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

/// shift + ln(ratio), ratio > 0. Since e^shift is transcendental for a rational shift other than 0 (Lindemann), two
/// levels are equal only where both members are: their order is decidable.
struct LossLevel {
  core::Rational shift = 0;
  core::Rational ratio = 1;

  /// For maps: any total order of the pairs, not that of the reals.
  struct ByMembers {
    bool operator()(const LossLevel& x, const LossLevel& y) const {
      return x.ratio != y.ratio ? x.ratio < y.ratio : x.shift < y.shift;
    }
  };
};

LossLevel operator+(const LossLevel& x, const LossLevel& y);
Ball enclose(const LossLevel& x, long bits);
/// The sign of x - y, exactly.
int compare(const LossLevel& x, const LossLevel& y);

/// The losses of the atoms as levels, where they are of that form; in the atoms' order.
std::optional<std::vector<LossLevel>> exact_losses(const FiniteLoss& loss);

}  // namespace assay::accounting
