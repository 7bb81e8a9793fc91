// Engine V: delta(epsilon) of a composed loss from its transform on a vertical line
// (docs/theorems/contour-inversion.md).
//
//   delta = m_S + (1/2 pi i) int_{Re z = theta} M_S(z) e^{-epsilon z} / (z (z+1)) dz,   theta > 0,
//
// by the trapezoid rule; its aliases are subtracted where they are known and bounded where they are not. The cost does
// not depend on the number of steps: k enters as a power.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "accounting/composition/closed_transform.hpp"
#include "accounting/composition/contour_plan.hpp"
#include "accounting/composition/sampled_transform.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

struct SampledPart {
  SampledGaussianLoss loss;
  std::uint64_t count;
};

/// M_S on one contour: everything of delta that does not depend on epsilon. Valid at every epsilon, narrow near the one
/// that it was planned for.
class ContourTable {
 public:
  static std::optional<ContourTable> build(const fast::ContourPlan& plan, const std::vector<SampledPart>& sampled,
                                           const std::vector<ClosedTransform>& closed, long target_bits,
                                           const Deadline& deadline);
  /// Holds E_P[(1 - e^{epsilon - S})_+; S < inf].
  Ball finite_part(const Ball& epsilon) const;
  long bits() const { return bits_; }

 private:
  long bits_ = 0;
  Ball theta_, height_, log_lead_;  // theta, h, log M_S(theta)
  ComplexVector values_;            // M_S(z_j) / (M_S(theta) z_j (z_j + 1)), j = 0 .. J
  Ball truncation_;                 // bound on (1/pi) int_T^inf |M_S| / M_S(theta) t^-2 dt
  Ball theta_right_, alias_right_;  // theta', c(theta') M_S(theta') / (e^{(theta'-theta) P} - 1)
  Ball s_left_, alias_left_;        // s, c(s) M_S(-1-s) / (e^{(1+s+theta) P} - 1)
  Ball pole_zero_, pole_one_;       // M_S(0) / (e^{theta P} - 1), M_S(-1) / (e^{(1+theta) P} - 1)
};

class VerticalContour {
 public:
  VerticalContour(std::vector<SampledPart> sampled, std::vector<ClosedTransform> closed);

  /// Encloses the finite part of delta at epsilon, of relative width 10^-digits where that was reached.
  /// Fails: nullopt where no parameters are found, they cost more than max_cost node products, or the deadline passes.
  std::optional<Ball> finite_part(const core::Rational& epsilon, long digits, double max_cost,
                                  const Deadline& deadline);

  fast::Product& product() { return product_; }

 private:
  std::vector<SampledPart> sampled_;
  std::vector<ClosedTransform> closed_;
  fast::Product product_;
  struct Planned {
    double epsilon;
    ContourTable table;
  };
  struct LastPlan {
    double epsilon, target;
    std::optional<double> hint;
    std::optional<fast::ContourPlan> plan;
  };
  std::optional<LastPlan> planned_;  // asked for again once the bent contour has had its turn
  static constexpr std::size_t kept_tables = 6;
  std::vector<Planned> tables_;  // the nearest to the epsilon last asked come first
};

}  // namespace assay::accounting
