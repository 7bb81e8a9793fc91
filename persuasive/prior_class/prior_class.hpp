// Classes of priors over finite data: what a Receiver may believe at a given truth.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/exact/linear_program.hpp"
#include "persuasive/kernel.hpp"

namespace assay::persuasive {

using Pmf = std::vector<core::Rational>;

/// floor <= Q(truth) <= ceiling. By default every mass in (0, 1): 0 and 1 themselves are only approached.
struct TruthMass {
  core::Rational floor = 0, ceiling = 1;
  bool certain = false;  // the class has the prior that is certain of the truth: two points with a mass each are not
  bool holds_certainty() const { return ceiling == 1 && (certain || floor == 1); }
  /// One mass of the class: for what all of them have alike.
  core::Rational some() const {
    if (floor > 0) return floor;
    return ceiling < 1 ? ceiling : core::Rational(1, 2);
  }
};

/// Two points: the truth and one adjacent datum.
struct AdjacentPairs {
  TruthMass truth;
};
/// The truth and the data adjacent to it, `points` of them in all where that is given.
struct Neighbours {
  TruthMass truth;
  std::optional<std::size_t> points;
};
struct AllPriors {
  TruthMass truth;
};
struct ListedPriors {
  std::vector<Pmf> priors;
};
/// (1 - weight) base + weight anything.
struct Contamination {
  Pmf base;
  core::Rational weight = 0;
};
struct DensityBand {
  std::vector<core::Rational> lower, upper;
};
/// Q proportional to some w with lower <= w <= upper.
struct RatioBand {
  std::vector<core::Rational> lower, upper;
};
struct PriorPolytope {
  std::vector<std::vector<core::Rational>> rows;
  std::vector<core::Rational> at_least;
};
/// Mass weights[d] at Hamming distance d from the truth, spread in any way.
struct DistanceProfile {
  std::vector<core::Rational> weights;
};
/// Independent records, each with a class over its own values.
struct ProductPriors;

using RecordClass = std::variant<AllPriors, ListedPriors, Contamination, DensityBand, RatioBand, PriorPolytope>;
struct ProductPriors {
  std::vector<RecordClass> records;
};

using PriorClass = std::variant<AdjacentPairs, Neighbours, AllPriors, ListedPriors, Contamination, DensityBand,
                                RatioBand, PriorPolytope, DistanceProfile, ProductPriors>;

/// The priors at one truth as linear constraints on the masses (the first variables of the program; more may follow).
/// The closure is meant: the class itself asks Q(truth) > 0 besides.
struct PriorRegion {
  std::size_t data = 0;
  std::size_t variables = 0;
  std::vector<LinearConstraint> constraints;
};

/// The regions of a class at truth x: one for a convex class, one a support for Neighbours with `points`.
/// Shape:  not for AdjacentPairs, ListedPriors and ProductPriors, which have routines of their own.
/// Fails:  limit_exceeded where the supports are too many.
core::Result<std::vector<PriorRegion>> regions(const PriorClass& priors, const DataSpace& space, std::size_t x);
PriorRegion region(const RecordClass& priors, std::size_t values, std::size_t x);

/// Whether a point (the masses, then the further variables) meets every constraint.
bool meets(const PriorRegion& region, std::span<const core::Rational> point);

/// Whether a class of bands or rows holds a pmf at all: the closure of the whole class, at any truth.
bool is_empty(const PriorRegion& region, const accounting::Deadline& deadline);
/// Whether some prior of the region gives the truth a positive mass; true as well where the deadline passed first.
bool may_hold(const PriorRegion& region, std::size_t x, const accounting::Deadline& deadline);

/// The vertices of the region's masses, by trying every basis; empty where more than `limit` bases had to be tried, or
/// the deadline passed first.
std::optional<std::vector<Pmf>> vertices(const PriorRegion& region, std::size_t limit,
                                         const accounting::Deadline& deadline);

}  // namespace assay::persuasive
