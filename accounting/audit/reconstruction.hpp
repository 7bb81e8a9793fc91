// Reconstruction of a table of bits from answers to subset queries: what Dinur and Nissim's bounds say, the attack on
// given answers, and which records are the same in every consistent data set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounting/verdict/answer.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::accounting {

/// Every answer within `error` of the true subset count of n bits.
struct ReconstructionBounds {
  /// All 2^n subsets are answered: no consistent data set differs from the true one on more records than `all_subsets`,
  /// 4 error; exactly, the largest possible number is `exact_worst_case`, min(n, 2 floor(2 error)).
  core::Rational all_subsets;
  core::Integer exact_worst_case;
  /// `queries` random subsets: at most 256 error^2 records differ, but for a probability of 2^n 0.9^queries at most.
  core::Integer queries;
  core::Rational random_subsets;
  Answer failure_probability;   // a bound on it: at most 1, with the power as it is
  bool says_something = false;  // fewer records than n, with a probability that is not 0
};

/// Source: theorems `reconstruction-all-subsets`, `reconstruction-random-subsets`.
ReconstructionBounds reconstruction_bounds(const core::Integer& n, const core::Rational& error,
                                           const core::Integer& queries, long digits);

inline constexpr std::size_t max_records = 20'000;
inline constexpr std::size_t max_queries = 100'000;

/// A subset of the records, and the whole numbers between which its count lies.
struct SubsetAnswer {
  std::vector<std::uint32_t> records;  // ascending, each once
  std::int64_t least = 0, most = 0;
};

struct SubsetAnswers {
  std::size_t records = 0;
  std::vector<SubsetAnswer> answers;
};

struct Reconstruction {
  enum class Consistent { yes, no, unknown } consistent = Consistent::unknown;
  /// The guess, and whether it meets every answer.
  std::vector<bool> bits;
  /// Per record: its bit is the same in every consistent data set.
  std::vector<bool> certified;
  /// Whether what is not certified is known to differ between two consistent data sets.
  bool complete = false;
};

/// The attack: exact search where the time allows (a complete answer), else least squares for the guess and exact
/// arguments for what is certified. Bits are guessed by floating point; nothing is certified by it.
/// Source: theorems `consistent-propagation`, `consistent-dual`.
Reconstruction reconstruct(const SubsetAnswers& answers, const Deadline& deadline);

}  // namespace assay::accounting
