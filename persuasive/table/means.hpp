// Printed means beside a table of counts: which counts, sums and single records agree with them.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/table/release.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// A printed number: the truth lies within half a unit of its last place, both ends included. half 0: exact.
struct Printed {
  core::Rational value, half = 0;
  bool allows(const core::Rational& x) const { return value - half <= x && x <= value + half; }
};

/// What is printed of the whole-number records of one cell.
struct CellMean {
  std::size_t cell = 0;
  std::optional<Printed> mean, median;
  /// Of the sample: divided by the number of records less one.
  std::optional<Printed> deviation;
  std::optional<core::Rational> sum_low, sum_high;
};

struct MeansQuestion {
  std::vector<CellMean> means;
  /// The values that a record may have.
  std::optional<core::Rational> value_low, value_high;
  std::size_t max_tables = 20'000, max_lists = 1'000;
};

struct MeansAnswer {
  /// Tables of counts for which whole sums exist.
  std::size_t tables = 0;
  struct CellRange {
    std::size_t cell = 0;
    Amount count_low = 0, count_high = 0;
    std::optional<Amount> sum_low, sum_high;
  };
  std::vector<CellRange> cells;
  /// The records of the cells of which more than a mean is printed, each list in order.
  struct Records {
    std::size_t cell = 0;
    std::vector<std::vector<Amount>> lists;
    /// Chance of each value of one record, each ordered list counting the same; empty where not all lists were met.
    std::vector<std::pair<Amount, core::Rational>> record;
  };
  std::vector<Records> records;
  bool complete = true;
};

/// The counts, sums and records that agree with a release of counts and with printed means of whole-number records.
/// Gives:  exact ranges of counts and sums; `complete` is false where a limit or the deadline ended the search.
/// Fails:  not_supported for magnitudes and where counts have no bound; invalid_parameter where nothing agrees;
///         limit_exceeded past max_tables or for sums past 64 bits.
/// Source: theorem `table-means`.
core::Result<MeansAnswer> consistent_means(const Release& release, const Knowledge& knowledge,
                                           const MeansQuestion& question, const accounting::Deadline& deadline);

}  // namespace assay::persuasive
