// Exact search for data sets that are consistent with subset answers: unit propagation and backtracking on bits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "accounting/audit/reconstruction.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

class ConsistentSearch {
 public:
  explicit ConsistentSearch(const SubsetAnswers& answers);

  enum class Outcome { found, none, unknown };

  /// Looks for a consistent data set, with record `flipped` at `value` where it is given; bits are tried in the order
  /// of `guess` first.
  /// Gives: found (then solution() is one), none (there is certainly none), or unknown past `most_steps` or the
  /// deadline. Source: theorem `consistent-propagation`.
  Outcome search(const std::vector<bool>& guess, std::optional<std::uint32_t> flipped, bool value,
                 std::uint64_t most_steps, const Deadline& deadline);
  const std::vector<bool>& solution() const { return solution_; }

 private:
  struct Query {
    std::int64_t least, most;
    std::int64_t ones = 0, open = 0;  // of its records: set to 1, and still without a value
  };
  bool assign(std::uint32_t record, bool value);
  bool propagate(bool possible);
  void undo(std::size_t to);
  bool touch(std::uint32_t query);

  const SubsetAnswers& answers_;
  std::vector<std::vector<std::uint32_t>> queries_of_;
  std::vector<Query> queries_;
  std::vector<signed char> bits_;  // -1 where open
  std::vector<std::uint32_t> trail_, waiting_;
  std::vector<bool> is_waiting_, solution_;
};

}  // namespace assay::accounting
