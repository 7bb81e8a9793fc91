// The unknown cells of a release as variables, its relations as rows, what the reader knows of each cell as domains.
//
// Amounts are whole numbers of one unit: 1 for counts, the common denominator's fraction for magnitudes. So every row
// is an equation between integers, and nothing is rounded.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/table/release.hpp"
#include "persuasive/table/span_set.hpp"

namespace assay::persuasive {

/// A cell that the reader does not know: the values that it may take are a union of disjoint spans, in order.
struct Variable {
  std::vector<Span> domain;
  std::size_t cell = 0;
};

struct Row {
  struct Term {
    std::size_t variable = 0;
    long coefficient = 1;
  };
  std::vector<Term> terms;
  Amount total = 0;
  std::size_t relation = 0;
  std::size_t dimension = 0;
};

struct System {
  std::vector<Variable> variables;
  std::vector<Row> rows;
  /// Counts: only whole numbers are values.
  bool integral = true;
  /// One amount of 1 in the units of the table.
  core::Rational unit = 1;
  /// Variable of a cell of the release, or -1.
  std::vector<std::ptrdiff_t> variable_of;
};

/// What the reader may assume; nothing else is.
struct Knowledge {
  std::optional<core::Rational> lower;
  std::optional<core::Rational> upper;
  /// The values that the rule suppresses, inclusive ends; no upper end: all from `first` on.
  struct SuppressedIf {
    core::Rational first;
    std::optional<core::Rational> last;
  };
  std::optional<SuppressedIf> suppressed_if;
  enum class Secondary { none, unknown, smallest_other } secondary = Secondary::none;
  /// Zeros are never suppressed.
  bool zeros_published = false;
};

/// Writes the release as a system.
/// Shape:  one variable a cell that is not published; `rule`: whether the suppression rule restricts domains.
/// Fails:  invalid_parameter where what is published contradicts the knowledge, limit_exceeded where amounts are too
///         large or have too many decimals for 64 bits.
core::Result<System> release_system(const Release& release, const Knowledge& knowledge, bool rule);

/// The fault of a true value that cannot be: from the true values that the sender gives bounds propagate to a
/// contradiction, while they do not without them.
std::optional<core::Error> impossible_truth(const Release& release, const System& system);

/// An amount in the units of the table.
core::Rational in_units(const System& system, const core::Rational& amount);

}  // namespace assay::persuasive
