// The general engine: any losses with computable distribution functions, composed on a grid, bounded on both sides.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/composition/grid_plan.hpp"
#include "accounting/composition/grid_sum.hpp"
#include "accounting/composition/profile.hpp"

namespace assay::accounting {

class GridProfile {
 public:
  /// `closed`: a single step is answered from its distribution functions, without a grid.
  /// Precondition: at least one part, equal keys merged.
  GridProfile(std::vector<GeneralPart> parts, bool closed);

  Value delta(const core::Rational& epsilon, const Target& target);
  Value infinite_mass(long bits) const;
  std::optional<Value> max_loss(long bits) const;
  int compare_max_loss(const core::Rational& x) const;
  double guess_epsilon(double log_delta) const;
  std::string_view method() const { return closed_ ? "closed_form" : "grid"; }
  std::vector<std::string> theorems() const;

 private:
  struct Step {
    Ball exact;
    double size;
  };
  std::optional<Ball> attempt(const core::Rational& epsilon, double digits, const Deadline& deadline, bool& finest);
  bool lay_grid(const GridPlan& plan, int log2_size, const Deadline& deadline);
  bool serves(const GridPlan& plan) const;
  const Fft& transform(int log2_size);

  Value pair_delta(const core::Rational& epsilon, const Target& target);
  Value cells_delta(const core::Rational& epsilon, const Target& target);
  Ball top_delta(const core::Rational& epsilon) const;
  Ball step_delta(const core::Rational& epsilon, long bits) const;

  std::vector<GeneralPart> parts_;
  std::unique_ptr<GridProfile> attained_;  // what some neighbours attain, where parts_ only bound them
  bool closed_;                            // one step, by its distribution functions
  std::vector<CoarsePart> coarse_;
  std::vector<GridMarks> marks_;
  bool atoms_only_ = true;
  std::vector<GridPart> laws_;  // of the last grid
  std::optional<Step> step_;
  std::map<int, Fft> transforms_;
};

static_assert(PrivacyProfile<GridProfile>);

}  // namespace assay::accounting
