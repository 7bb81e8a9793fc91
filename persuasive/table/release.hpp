// A release of a table: its cells, what is published of each, and the linear relations that every reader knows.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::persuasive {

/// What a reader sees of a cell. `absent` cells are those that no row of the release speaks of.
enum class CellStatus { published, suppressed, rounded, absent };

/// Why a cell was suppressed, where the release says so.
enum class SuppressionReason { unstated, primary, secondary };

/// random: without bias, each cell alone; controlled: by a choice unknown; perturbed: off by at most the base.
enum class RoundingMethod { conventional, random, controlled, perturbed };

struct RoundedTo {
  core::Rational base = 1;
  RoundingMethod method = RoundingMethod::conventional;
};

/// One contribution to a cell: its value, the holding that it belongs to (empty: its own), its sampling weight.
struct Contribution {
  core::Rational value;
  std::string contributor;
  std::optional<core::Rational> weight;
};

struct TableCell {
  std::vector<std::string> at;
  CellStatus status = CellStatus::published;
  SuppressionReason reason = SuppressionReason::unstated;
  /// The published (or rounded) value; of a suppressed cell the truth, where the sender gives it.
  std::optional<core::Rational> value;
  /// The true value behind a rounded cell, where the sender gives it.
  std::optional<core::Rational> truth;
  std::optional<RoundedTo> rounding;
  /// Chance of the printed value given each true value, where the method is known; values not named have none.
  std::optional<std::map<long, core::Rational>> chances;
  std::vector<Contribution> contributions;
  /// Number of contributors, where it is stated apart from the contributions.
  std::optional<core::Rational> contributors;
  /// What an insider knows that the cell holds at the least.
  std::optional<core::Rational> at_least;
  /// No relation breaks this cell down further.
  bool interior = true;
  /// Where the request speaks of it.
  std::string pointer;
};

/// What the cell holds in truth, where the sender gives it.
inline const std::optional<core::Rational>& true_value(const TableCell& cell) {
  return cell.status == CellStatus::rounded ? cell.truth : cell.value;
}

/// total = sum of the parts, or in general  sum coefficient * cell = constant.
struct Relation {
  struct Term {
    std::size_t cell = 0;
    long coefficient = 1;
  };
  std::vector<Term> terms;
  core::Rational constant = 0;
  std::string name;
  /// The dimension that the relation runs along: relations of two dimensions make a network.
  std::size_t dimension = 0;
  /// Implied by the relations that are not redundant.
  bool redundant = false;
};

enum class TableKind { count, magnitude };

struct Release {
  TableKind kind = TableKind::count;
  std::vector<TableCell> cells;
  std::vector<Relation> relations;
  /// Names of the dimensions of the first table, by Relation::dimension.
  std::vector<std::string> dimensions;
};

/// A dimension: its codes, and which of them are sums of others.
struct Dimension {
  struct Breakdown {
    std::string parent;
    std::vector<std::string> parts;
  };
  std::string name;
  std::vector<std::string> codes;
  std::optional<std::string> total;
  std::vector<Breakdown> breakdowns;
  std::string pointer;
};

/// One table of the release before its relations are written out.
struct TableText {
  std::vector<Dimension> dimensions;
  std::vector<TableCell> cells;
  /// A relation by addresses; `parts` sum to `total`.
  struct Sum {
    std::vector<std::string> total;
    std::vector<std::vector<std::string>> parts;
    std::string pointer;
  };
  std::vector<Sum> sums;
  /// Cells that the release lacks are zero instead of unpublished.
  bool absent_is_zero = false;
};

/// Most cells of a release.
inline constexpr std::size_t max_table_cells = 1'000'000;

/// Writes out the relations of linked tables. Cells of two tables are one cell where their codes agree in every
/// dimension (by name), a total standing for the absence of the dimension.
/// Fails: invalid_parameter for a repeated or unknown code, a hierarchy with a cycle, a cell given twice with different
///        values, a published relation that does not add up (it is named), a negative count; limit_exceeded past
///        max_table_cells.
core::Result<Release> make_release(TableKind kind, const std::vector<TableText>& tables);

/// "(1, Total)": the codes of a cell, for messages.
std::string cell_name(const TableCell& cell);

}  // namespace assay::persuasive
