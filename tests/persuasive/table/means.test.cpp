// Printed means, medians and deviations against all small lists of records.
#include "persuasive/table/means.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace assay::persuasive;
using assay::core::ErrorCode;
using assay::core::Rational;

/// Every ordered list of up to four records between 0 and 4.
std::vector<std::vector<Amount>> every_list() {
  std::vector<std::vector<Amount>> all;
  std::vector<std::vector<Amount>> open{{}};
  while (!open.empty()) {
    const std::vector<Amount> list = open.back();
    open.pop_back();
    if (!list.empty()) all.push_back(list);
    if (list.size() == 4) continue;
    for (Amount x = list.empty() ? 0 : list.back(); x <= 4; ++x) {
      open.push_back(list);
      open.back().push_back(x);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

Rational mean(const std::vector<Amount>& list) {
  Rational sum = 0;
  for (const Amount x : list) sum += x;
  return sum / static_cast<long>(list.size());
}
Rational median(const std::vector<Amount>& list) {
  const std::size_t n = list.size();
  return (Rational(list[(n - 1) / 2]) + Rational(list[n / 2])) / 2;
}
Rational variance(const std::vector<Amount>& list) {
  Rational sum = 0;
  for (const Amount x : list) sum += (Rational(x) - mean(list)) * (Rational(x) - mean(list));
  return sum / static_cast<long>(list.size() - 1);
}

/// One suppressed cell of at most four records.
Release one_cell() {
  TableText text;
  text.dimensions.push_back({"n", {"users"}, {}, {}, ""});
  TableCell cell;
  cell.at = {"users"};
  cell.status = CellStatus::suppressed;
  text.cells.push_back(cell);
  return *make_release(TableKind::count, {text});
}

TEST_CASE("the lists found are all that fit what is printed") {
  const std::vector<std::vector<Amount>> all = every_list();
  Knowledge knowledge;
  knowledge.lower = Rational(1);
  knowledge.upper = Rational(4);
  std::mt19937 random(3);
  for (int trial = 0; trial < 40; ++trial) {
    const std::vector<Amount>& truth = all[random() % all.size()];
    CellMean printed;
    const Rational half(1, 2 + static_cast<long>(random() % 9));
    printed.mean = Printed{mean(truth), half};
    printed.median = Printed{median(truth), 0};
    const bool spread = truth.size() > 1 && random() % 2 == 0;
    // A wide deviation: between 0 and 2, whose square is compared.
    if (spread) printed.deviation = Printed{1, 1};
    MeansQuestion question{{printed}, Rational(0), Rational(4), 20'000, 1'000};
    const auto found = consistent_means(one_cell(), knowledge, question, {});
    REQUIRE(found);
    CHECK(found->complete);
    std::vector<std::vector<Amount>> fitting;
    for (const auto& list : all)
      if (printed.mean->allows(mean(list)) && median(list) == median(truth) &&
          (!spread || (list.size() > 1 && variance(list) <= 4)))
        fitting.push_back(list);
    std::vector<std::vector<Amount>> met = found->records.at(0).lists;
    std::sort(met.begin(), met.end());
    CHECK(met == fitting);
    Rational sum = 0;
    for (const auto& [x, chance] : found->records[0].record) sum += chance;
    CHECK(sum == 1);
  }
}

TEST_CASE("a mean of nothing, and one that no whole sum has, agree with no records") {
  Knowledge knowledge;
  knowledge.lower = Rational(0);
  knowledge.upper = Rational(2);
  CellMean printed;
  printed.mean = Printed{Rational(1, 3), 0};
  const MeansQuestion question{{printed}, Rational(0), Rational(4), 20'000, 1'000};
  const auto found = consistent_means(one_cell(), knowledge, question, {});
  REQUIRE_FALSE(found);
  CHECK(found.error().code == ErrorCode::invalid_parameter);
  knowledge.upper.reset();
  CHECK(consistent_means(one_cell(), knowledge, question, {}).error().code == ErrorCode::limit_exceeded);
}

}  // namespace
