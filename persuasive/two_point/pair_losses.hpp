// The losses of every ordered pair of a finite mechanism, fast where it is one kernel.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "persuasive/guarantee/problem.hpp"
#include "persuasive/two_point/loss_law.hpp"

namespace assay::persuasive {

/// The place of a level in the likelihood ratios: e^L > above certainly exceeds it, e^L <= below certainly does not;
/// `against` decides between.
struct RatioGate {
  std::optional<core::Rational> below, above;  // none: no ratio is known on that side
  std::function<Order(const Real& loss)> against;
};

class PairLosses {
 public:
  explicit PairLosses(const std::vector<KernelPart>& parts);

  /// Whether P_x[L > ln ratio] > delta; the losses are those of x against y.
  core::Result<bool> exceeds(std::size_t x, std::size_t y, const Real& loss, const core::Rational& delta,
                             const accounting::Deadline& deadline);
  core::Result<Real> quantile(std::size_t x, std::size_t y, const core::Rational& delta,
                              const accounting::Deadline& deadline);
  core::Result<Mass> mass_above(std::size_t x, std::size_t y, const RatioGate& gate,
                                const accounting::Deadline& deadline);
  core::Result<const LossLaw*> law(std::size_t x, std::size_t y, const accounting::Deadline& deadline);

 private:
  /// Entries of a row over one common denominator.
  struct Row {
    std::vector<core::Integer> entries;
    core::Integer denominator;
  };

  const std::vector<KernelPart>& parts_;
  std::vector<Row> rows_;  // of a single kernel that runs once
  std::optional<std::pair<std::pair<std::size_t, std::size_t>, LossLaw>> last_;
};

}  // namespace assay::persuasive
