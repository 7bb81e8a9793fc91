#include "accounting/audit/reconstruction.hpp"

#include <algorithm>

#include "accounting/audit/consistent_search.hpp"
#include "accounting/audit/dual_certificate.hpp"
#include "accounting/audit/reconstruction_guess.hpp"
#include "accounting/audit/subset_differences.hpp"

namespace assay::accounting {
namespace {

using Outcome = ConsistentSearch::Outcome;
using Consistent = Reconstruction::Consistent;

/// Below this many records a search has no bound but the deadline.
constexpr std::size_t few_records = 64;

Deadline share(const Deadline& deadline, int parts) {
  const auto left = std::max(deadline.left(), std::chrono::milliseconds(0));
  return Deadline::after(std::min(left / parts, std::chrono::milliseconds(std::chrono::hours(24))));
}

}  // namespace

Reconstruction reconstruct(const SubsetAnswers& given, const Deadline& deadline) {
  Reconstruction result;
  const std::size_t n = given.records;
  const bool few = n <= few_records;
  result.certified.assign(n, false);
  result.bits = guess_bits(given, share(deadline, 2));
  if (meets(given, result.bits)) result.consistent = Consistent::yes;

  const SubsetAnswers answers = with_differences(given, share(deadline, 4));
  ConsistentSearch search(answers);
  const Deadline search_end = few ? deadline : share(deadline, 2);
  if (result.consistent != Consistent::yes) {
    const std::uint64_t steps = few ? ~std::uint64_t{0} : 20'000;
    const Outcome outcome = search.search(result.bits, std::nullopt, false, steps, search_end);
    if (outcome == Outcome::none) result.consistent = Consistent::no;
    if (outcome == Outcome::found) {
      result.consistent = Consistent::yes;
      result.bits = search.solution();
    }
  }
  if (result.consistent == Consistent::no) {
    result.complete = true;
    return result;
  }

  // A record is certified where the other value of its bit has no consistent data set. Two data sets that differ in it
  // are a proof that it is not. Without one data set at hand the bit is not known, but each value can be excluded.
  std::vector<bool> varies(n, false);
  const std::uint64_t steps = few ? ~std::uint64_t{0} : 200;
  bool all_decided = true;
  std::uint32_t in_vain = 0, successes = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (varies[i]) continue;
    const bool bit = result.bits[i];
    // Where the first records show that short searches decide nothing, more of them would only cost time.
    const bool hopeless = search_end.passed() || (!few && successes == 0 && in_vain >= 64);
    const Outcome outcome = hopeless ? Outcome::unknown : search.search(result.bits, i, !bit, steps, search_end);
    (outcome == Outcome::unknown ? in_vain : successes) += 1;
    if (outcome == Outcome::none) {
      result.certified[i] = true;
    } else if (outcome == Outcome::found && result.consistent == Consistent::yes) {
      for (std::size_t j = 0; j < n; ++j)
        if (search.solution()[j] != result.bits[j]) varies[j] = true;
    } else {
      all_decided = false;
    }
  }
  if (!all_decided) certify_by_duals(answers, result.bits, result.certified, deadline);
  result.complete = result.consistent == Consistent::yes;
  for (std::size_t i = 0; i < n; ++i) result.complete = result.complete && (result.certified[i] || varies[i]);
  return result;
}

}  // namespace assay::accounting
