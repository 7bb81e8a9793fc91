// Upper bounds of continuous gains over a box of priors: to second order, and of several outputs jointly.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "persuasive/prior_class/prior_class.hpp"
#include "persuasive/prior_class/smooth_gain.hpp"

namespace assay::persuasive {

using Point = std::vector<core::Rational>;

/// One truth with one region of priors, and the outputs that the truth can give.
struct SmoothField {
  std::size_t x = 0;
  PriorRegion region;
  /// Whether the region is its bounding box cut by the simplex, and nothing else.
  bool is_box = false;
  std::vector<core::Rational> mass;  // by output
  std::vector<Point> ratios;         // by output: the likelihood of each datum over that of the truth
};

/// Priors with low <= q <= high.
struct PriorBox {
  Point low, high;
};

/// Shrinks a box to its priors of total 1; false where there is none.
bool tighten(PriorBox& box);

/// What a search needs to know of the score.
struct SmoothScore {
  const Score& score;
  std::optional<core::Rational> greatest;  // no gain is larger
  long bits = 128;
};

/// The gains of every output on the part of a region that lies in one box.
/// Source: theorem `prior-search`.
class BoxBounds {
 public:
  BoxBounds(const SmoothScore& score, const SmoothField& field, const PriorBox& box,
            const accounting::Deadline& deadline);

  /// No prior of the region lies in the box.
  bool empty() const { return empty_; }
  /// By output; nothing where no bound is finite.
  const std::vector<std::optional<core::Rational>>& upper() const { return upper_; }
  /// Priors of the box and the region that were met.
  const std::vector<Point>& points() const { return points_; }
  /// An upper bound of the smallest gain of these outputs; nothing where the expansions are not finite.
  std::optional<core::Rational> joint(const std::vector<std::size_t>& event);

 private:
  struct Expansion {
    accounting::Ball value;
    BallVector slope, curvature;
    bool finite = false;
  };
  /// A linear upper bound: constant + slope . (q - centre), and the price of the total at its maximum.
  struct Linear {
    core::Rational constant;
    Point slope;
    core::Rational price = 0;
  };

  void choose_centre();
  Jet score_of(const BallVector& q, const Point* ratios, const accounting::Ball& total, bool with_curvature) const;
  std::vector<Expansion> expansions(BallVector over) const;
  Linear linear(const Expansion& e, const core::Rational& price) const;
  std::optional<core::Rational> maximum(Linear& bound);
  std::optional<core::Rational> fill(Linear& bound);
  std::optional<core::Rational> solved(const Linear& bound);
  std::optional<core::Rational> bounded(const Expansion& e);
  LinearProgram cut_region() const;
  void add_point(Point q);

  const SmoothScore& score_;
  const SmoothField& field_;
  const PriorBox& box_;
  const accounting::Deadline& deadline_;
  std::vector<std::size_t> free_;  // the data that vary, but for the truth, whose mass is what the others leave
  Point centre_;
  std::vector<Expansion> expansions_;
  std::vector<std::optional<core::Rational>> upper_;
  std::vector<Point> points_;
  bool empty_ = false;
};

}  // namespace assay::persuasive
