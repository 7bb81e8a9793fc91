// The multipliers of equations that bound one of their unknowns best: the dual of a linear program.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"

namespace assay::cli {

struct Equation {
  std::map<std::size_t, core::Rational> terms;
  core::Rational sum = 0;
};

struct Unknown {
  bool open = false;  // not published
  std::optional<core::Rational> low, high;
  bool is_fixed() const { return low && low == high; }
};

/// A bound of one unknown, and the multipliers of the equations that show it: the unknown less their sum has
/// coefficients whose terms the ends of the unknowns bound.
struct Bound {
  std::size_t unknown = 0;
  bool upper = true;
  core::Rational value;
  std::map<std::size_t, core::Rational> multipliers;
};

/// The best bound that the equations near the unknown give; nothing where there is none, where they are more than the
/// solver takes, or past the deadline.
/// Source: theorem `table-dual`.
std::optional<Bound> best_bound(const std::vector<Equation>& equations, const std::vector<Unknown>& unknowns,
                                std::size_t unknown, bool upper, const accounting::Deadline& deadline);

}  // namespace assay::cli
