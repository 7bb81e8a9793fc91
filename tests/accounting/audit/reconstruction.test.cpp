// Reconstruction: the bounds, and what is certified against every consistent data set, by brute force.
#include "accounting/audit/reconstruction.hpp"

#include <random>

#include <doctest/doctest.h>

#include "accounting/audit/dual_certificate.hpp"
#include "accounting/audit/subset_differences.hpp"
#include "tests/accounting/enclosures.hpp"

namespace {

using namespace assay;
using accounting::Deadline;
using accounting::Reconstruction;
using accounting::SubsetAnswers;
using core::Integer;
using core::Rational;
using tests::number;
using Consistent = Reconstruction::Consistent;

/// Random subsets of n records, answered with an error of at most `error`; an odd seed leaves the truth behind.
SubsetAnswers random_answers(std::size_t n, std::size_t queries, int error, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<bool> truth(n);
  for (std::size_t i = 0; i < n; ++i) truth[i] = random() % 2 == 0;
  SubsetAnswers all{n, {}};
  for (std::size_t q = 0; q < queries; ++q) {
    accounting::SubsetAnswer answer;
    std::int64_t count = 0;
    for (std::uint32_t i = 0; i < n; ++i)
      if (random() % 2 == 0) {
        answer.records.push_back(i);
        count += truth[i] ? 1 : 0;
      }
    const auto noise = static_cast<std::int64_t>(random() % static_cast<unsigned>(2 * error + 1 + seed % 2)) - error;
    answer.least = count + noise - error;
    answer.most = count + noise + error;
    all.answers.push_back(std::move(answer));
  }
  return all;
}

/// Per record the bits that consistent data sets give it: 1 zero, 2 one, 3 both, 0 none.
std::vector<int> by_brute_force(const SubsetAnswers& answers) {
  std::vector<int> seen(answers.records, 0);
  for (std::uint32_t x = 0; x < (1U << answers.records); ++x) {
    bool consistent = true;
    for (const auto& answer : answers.answers) {
      std::int64_t count = 0;
      for (const std::uint32_t i : answer.records) count += (x >> i) & 1U;
      consistent = consistent && answer.least <= count && count <= answer.most;
    }
    for (std::size_t i = 0; consistent && i < seen.size(); ++i) seen[i] |= ((x >> i) & 1U) != 0 ? 2 : 1;
  }
  return seen;
}

TEST_CASE("what is certified is what every consistent data set shares, and all of it") {
  int certified = 0, open = 0, none = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    const SubsetAnswers answers = random_answers(3 + seed % 8, 2 + seed % 11, static_cast<int>(seed % 3), seed);
    const std::vector<int> truth = by_brute_force(answers);
    const Reconstruction found = accounting::reconstruct(answers, Deadline());
    CHECK(found.complete);
    CHECK((found.consistent == Consistent::no) == (truth[0] == 0));
    none += truth[0] == 0 ? 1 : 0;
    if (truth[0] == 0) continue;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      CHECK(found.certified[i] == (truth[i] != 3));
      CHECK((truth[i] & (found.bits[i] ? 2 : 1)) != 0);
      (found.certified[i] ? certified : open) += 1;
    }
  }
  CHECK(certified > 50);
  CHECK(open > 50);
  CHECK(none > 5);
}

TEST_CASE("weights prove a bit exactly where the sums of their bounds do") {
  // Records hired before day d and before day d + 1: the difference is one record.
  SubsetAnswers answers{3, {{{0, 1}, 1, 1}, {{0, 1, 2}, 2, 2}}};
  CHECK(accounting::dual_proves(answers, {-1, 1}, 1, 2, true));
  CHECK_FALSE(accounting::dual_proves(answers, {-1, 1}, 1, 2, false));
  CHECK_FALSE(accounting::dual_proves(answers, {-1, 1}, 1, 0, true));
  CHECK_FALSE(accounting::dual_proves(answers, {0, 0}, 1, 2, true));
  answers.answers[0].most = 2;
  CHECK_FALSE(accounting::dual_proves(answers, {-1, 1}, 1, 2, true));
}

TEST_CASE("differences of nested queries tell single records, among many") {
  // 1000 records, counts of those hired before day d: far beyond any search, one difference a record.
  SubsetAnswers answers{1000, {}};
  accounting::SubsetAnswer before;
  for (std::uint32_t i = 0; i < 60; ++i) {
    before.records.push_back(i);
    before.least += i % 3 == 0 ? 1 : 0;
    before.most = before.least;
    answers.answers.push_back(before);
  }
  const Reconstruction found = accounting::reconstruct(answers, Deadline::after(std::chrono::seconds(30)));
  CHECK(found.consistent == Consistent::yes);
  for (std::size_t i = 0; i < 1000; ++i) {
    CHECK(found.certified[i] == (i < 60));
    if (i < 60) CHECK(found.bits[i] == (i % 3 == 0));
  }
}

TEST_CASE("exact answers to random queries certify every record by duality") {
  const SubsetAnswers answers = random_answers(90, 150, 0, 2);
  std::vector<bool> truth(90);
  std::mt19937_64 random(2);
  for (std::size_t i = 0; i < 90; ++i) truth[i] = random() % 2 == 0;
  std::vector<bool> certified(90, false);
  accounting::certify_by_duals(answers, truth, certified, Deadline());
  CHECK(std::count(certified.begin(), certified.end(), true) == 90);
  truth.flip();
  certified.assign(90, false);
  accounting::certify_by_duals(answers, truth, certified, Deadline());
  CHECK(std::count(certified.begin(), certified.end(), true) == 0);
}

TEST_CASE("the bounds of Dinur and Nissim, with the exact worst case") {
  // alpha = 1e-4, n = 10^4: 4 and 256 records.
  const auto bounds = accounting::reconstruction_bounds(10000, 1, 200000, 10);
  CHECK(bounds.all_subsets == 4);
  CHECK(bounds.exact_worst_case == 4);
  CHECK(bounds.random_subsets == 256);
  CHECK(bounds.says_something);
  // 2^10000 0.9^200000 = e^(10000 ln 2 + 200000 ln 0.9)
  const auto& failure = bounds.failure_probability.value.ball;
  CHECK(certainly_less(log(failure), number("-14140.6")));
  CHECK(certainly_less(number("-14140.7"), log(failure)));
  // The tie-sensitive vectors: 2 alpha n is a whole number.
  CHECK(accounting::reconstruction_bounds(9, number("3/2"), 180, 10).exact_worst_case == 6);
  CHECK(accounting::reconstruction_bounds(8, 1, 160, 10).exact_worst_case == 4);
  CHECK(accounting::reconstruction_bounds(10, number("1/2"), 200, 10).exact_worst_case == 2);
  CHECK(accounting::reconstruction_bounds(8, number("1/2"), 160, 10).random_subsets == 64);
  CHECK_FALSE(accounting::reconstruction_bounds(8, number("1/2"), 160, 10).says_something);
  CHECK_FALSE(accounting::reconstruction_bounds(100, 0, 10, 10).says_something);
  CHECK(accounting::reconstruction_bounds(5, 100, 100, 10).exact_worst_case == 5);
}

TEST_CASE("two data sets attain the exact worst case of all subsets") {
  // n = 5, error 1: k = 2 ones exchanged for zeros each way; the middle answers are within 1 of both.
  const std::uint32_t x = 0b00011, y = 0b01100;
  SubsetAnswers answers{5, {}};
  for (std::uint32_t set = 1; set < 32; ++set) {
    accounting::SubsetAnswer answer;
    for (std::uint32_t i = 0; i < 5; ++i)
      if (((set >> i) & 1U) != 0) answer.records.push_back(i);
    const int a = __builtin_popcount(set & x), b = __builtin_popcount(set & y);
    // [(a+b)/2 - 1, (a+b)/2 + 1] in whole numbers
    answer.least = (a + b - 2 + 1) / 2 - ((a + b) == 0 ? 1 : 0);
    answer.most = (a + b + 2) / 2;
    CHECK(answer.least <= std::min(a, b));
    CHECK(answer.most >= std::max(a, b));
    answers.answers.push_back(std::move(answer));
  }
  const std::vector<int> seen = by_brute_force(answers);
  for (std::size_t i = 0; i < 4; ++i) CHECK(seen[i] == 3);
}

}  // namespace
