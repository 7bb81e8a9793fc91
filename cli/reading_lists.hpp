// Lists of exact numbers out of JSON: distributions, tables, pairs of row numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounting/mechanism/field.hpp"
#include "core/json.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// Probabilities that sum to 1 exactly. Fails: invalid_parameter; not_supported for a rounded decimal if not `literal`:
/// moved alone it would break the sum.
core::Result<std::vector<core::Rational>> read_distribution(const core::Json& json, std::string_view name,
                                                            const std::string& at, bool literal);

struct TableShape {
  accounting::Entries entries;
  std::size_t least, most;  // rows
};

/// Rows of one length. Fails: as read_distribution, for reals too.
core::Result<std::vector<std::vector<core::Rational>>> read_table(const core::Json& json, std::string_view name,
                                                                  const std::string& at, const TableShape& shape,
                                                                  bool literal);

/// Pairs of different numbers below `rows`.
core::Result<std::vector<std::pair<std::uint64_t, std::uint64_t>>> read_pairs(const core::Json& json,
                                                                              std::string_view name,
                                                                              const std::string& at, std::size_t rows);

}  // namespace assay::cli
