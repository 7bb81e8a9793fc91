// Readers who know more than the public, and releases that suppress more: the same audit on a changed release.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/result.hpp"
#include "persuasive/table/release.hpp"

namespace assay::persuasive {

/// A reader who knows the true values of some cells, and the contributions of some contributors (a holding, a
/// coalition).
struct Insider {
  std::string name;
  std::vector<std::size_t> cells;
  std::vector<std::string> contributors;
};

/// The release as that reader sees it: known cells are published to it, and a cell with contributions of its own holds
/// at least these (exactly these, where nobody else contributes). Fails: missing_field where the true value of a known
/// cell is not given; not_supported where contributions are negative.
core::Result<Release> seen_by(const Release& release, const Insider& insider);

/// Each contributor of the release that is named, and each suppressed cell with a single contributor (a singleton).
std::vector<Insider> every_insider(const Release& release);

/// The release with more cells suppressed.
/// Fails: invalid_parameter where a cell is suppressed already.
core::Result<Release> with_suppressed(const Release& release, const std::vector<std::size_t>& cells);

/// The smallest set of published cells, totals among them, whose suppression makes the release acceptable.
struct Cheapest {
  /// The set found; absent: none of at most `searched` cells.
  std::optional<std::vector<std::size_t>> added;
  /// No set of fewer cells is acceptable: all were tried, and refused with proof.
  std::size_t lower_bound = 0;
  /// False where the deadline, or a set that could not be judged, left a smaller set open.
  bool complete = true;
};

/// Tries all sets of published cells by size, until one is acceptable or the limit or the deadline is reached.
/// `acceptable` gives nullopt where it cannot tell: then the set is passed over, and the lower bound stays at its size.
core::Result<Cheapest> cheapest_suppression(
    const Release& release, std::size_t most, const accounting::Deadline& deadline,
    const std::function<core::Result<std::optional<bool>>(const Release&)>& acceptable);

}  // namespace assay::persuasive
