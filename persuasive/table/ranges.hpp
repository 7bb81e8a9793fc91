// The exact interval of every unknown cell over the tables that agree with a release, with a table at each end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

/// One end of a range. No table goes beyond `bound` (absent: none is known); the table `witness` attains `attained`.
/// The end is exact where the two agree, or where `unbounded`: tables go beyond every bound.
struct RangeEnd {
  std::optional<core::Rational> bound;
  std::optional<core::Rational> attained;
  bool unbounded = false;
  /// Place in Ranges::witnesses.
  std::optional<std::size_t> witness;

  bool exact() const { return unbounded || (bound && attained && *bound == *attained); }
};

struct Ranges {
  struct Range {
    RangeEnd low, high;
  };
  /// One a variable of the system, in amounts.
  std::vector<Range> ranges;
  /// Tables: one amount a variable.
  std::vector<std::vector<core::Rational>> witnesses;
  bool converged = true;
  /// network, program, bounds: what decided, joined by '+'.
  std::string method;
  /// Theorem ids.
  std::vector<std::string> theorems;
};

struct RangeOptions {
  bool witnesses = true;
};

/// Ranges of the variables of a system.
/// Gives:  per variable, bounds that no table passes, proven in exact arithmetic; exact unless the deadline passed or
/// the
///         system is too large, which `converged` says.
/// Fails:  invalid_parameter where no table agrees with the release.
/// Source: theorems `table-network-ranges`, `table-exact-program`.
core::Result<Ranges> ranges(const System& system, const Release& release, const RangeOptions& options,
                            const accounting::Deadline& deadline);

}  // namespace assay::persuasive
