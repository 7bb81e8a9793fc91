// How a mechanism describes its parameters, once, for every reader: JSON codec, schema, rounding corners, docs.
//
// Each mechanism struct has `static constexpr std::string_view name` and a static `describe(visitor)` that calls
//   visitor.real(name, &M::member, Domain, Trend, Required)                  absent: the member's initialiser
//   visitor.integer(name, &M::member, lowest, highest, Trend, Required)
//   visitor.one_of()                                     of the optional reals that follow exactly one is given
//   visitor.reals(name, &M::list, Domain)                one number or more
//   visitor.distribution(name, &M::list)                 probabilities that sum to 1
//   visitor.same_length(name, other)                     of two lists read before
//   visitor.base(name, &M::base)                         a mechanism that runs once
//   visitor.boolean(name, &M::flag)                      false where absent
//   visitor.choice(name, &M::enumeration, names)         the enumerators in the order of their names
//   visitor.table(name, &M::rows, Entries, least, most [, Required])  rows of one length, as many as said
//   visitor.pairs_of(name, &M::pairs, table, Required)   pairs of row numbers of that table, counted from 0
// The visitors are those of cli/request_mechanism.cpp and cli/schema.cpp.
#pragma once

#include <cstdint>

namespace assay::accounting {

/// The reals that a parameter may take.
enum class Domain {
  positive,     // (0, inf)
  nonnegative,  // [0, inf)
  unit,         // [0, 1]
  open_unit,    // (0, 1)
  open_half,    // (0, 1/2)
};

/// What a larger value of the parameter, all else equal, does to every delta(epsilon) (data processing); none where it
/// may do either, so that a printed, rounded value has no worse end. Where another field decides which, whoever decodes
/// the family says so.
enum class Trend { more_loss, less_loss, none };

/// What the rows of a table hold.
enum class Entries { reals, distributions };

enum class Required { yes, no };

inline constexpr std::uint64_t max_count = 1'000'000'000'000;  // 10^12 compositions

}  // namespace assay::accounting
