// Linear programs in exact rationals: the simplex method on a dense tableau.
#pragma once

#include <cstddef>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"

namespace assay::persuasive {

enum class Relation { at_most, at_least, equal };

struct LinearConstraint {
  std::vector<core::Rational> row;  // one coefficient a variable; what is missing at the end is 0
  Relation relation = Relation::at_most;
  core::Rational bound = 0;
};

/// Minimise objective . x over x >= 0 that meet the constraints.
struct LinearProgram {
  std::size_t variables = 0;
  std::vector<core::Rational> objective;
  std::vector<LinearConstraint> constraints;
};

struct LinearOptimum {
  enum class Status { optimal, infeasible, unbounded, stopped };
  Status status = Status::stopped;
  core::Rational value = 0;
  std::vector<core::Rational> point;
  /// By inequality, in their order: what the optimum would fall by if its bound were wider by 1; not negative.
  std::vector<core::Rational> prices;
};

/// The exact optimum and a vertex that attains it.
/// Gives: stopped where the deadline passed first, and nothing else then.
/// Bound: exact; ends because pivots that do not move fall back to Bland's rule.
/// Source: Bland, New finite pivoting rules for the simplex method, Mathematics of Operations Research 2, 1977.
LinearOptimum solve(const LinearProgram& program, const accounting::Deadline& deadline);

}  // namespace assay::persuasive
