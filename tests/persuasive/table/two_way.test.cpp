// Numbers of two-way tables: sequences that are known, and the dynamic program as the other method.
#include "persuasive/table/two_way.hpp"

#include <chrono>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "persuasive/table/network.hpp"
#include "persuasive/table/propagate.hpp"
#include "persuasive/table/rate_interval.hpp"
#include "persuasive/table/two_way_laws.hpp"

namespace {

using namespace assay;
using namespace assay::persuasive;
using core::Integer;
using core::Rational;

std::optional<Integer> square(std::size_t n, Amount sum) {
  return count_two_way({std::vector<Amount>(n, sum), std::vector<Amount>(n, sum)}, {});
}

System block(const std::vector<Amount>& rows, const std::vector<Amount>& columns) {
  System system;
  for (std::size_t i = 0; i < rows.size() + columns.size(); ++i) {
    Row row;
    row.total = i < rows.size() ? rows[i] : columns[i - rows.size()];
    for (std::size_t j = 0; j < (i < rows.size() ? columns.size() : rows.size()); ++j)
      row.terms.push_back({i < rows.size() ? i * columns.size() + j : j * columns.size() + i - rows.size(), 1});
    system.rows.push_back(row);
  }
  for (std::size_t v = 0; v < rows.size() * columns.size(); ++v) system.variables.push_back({{Span{0, no_limit}}, v});
  return system;
}

TEST_CASE("squares with equal line sums have the known numbers") {
  // OEIS A000681 (line sum 2) and A001500 (line sum 3).
  const long two[] = {1, 3, 21, 282, 6210, 202410}, three[] = {1, 4, 55, 2008, 153040, 20933840};
  for (std::size_t n = 1; n <= 6; ++n) {
    CHECK(square(n, 1) == Integer(std::vector<long>{1, 2, 6, 24, 120, 720}[n - 1]));
    CHECK(square(n, 2) == Integer(two[n - 1]));
    CHECK(square(n, 3) == Integer(three[n - 1]));
  }
  // Stanley: binomials (r+4 over 4) + (r+3 over 4) + (r+2 over 4).
  CHECK(square(3, 30) == Integer(46376 + 40920 + 35960));
  CHECK(count_two_way({{3, 4}, {5, 1}}, {}) == Integer(0));
}

TEST_CASE("blocks agree with the dynamic program") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Amount> rows(2 + random() % 3, 0), columns(2 + random() % 3, 0);
    for (Amount& row : rows)
      for (Amount& column : columns) {
        const Amount x = static_cast<Amount>(random() % 4);
        row += x;
        column += x;
      }
    const System system = block(rows, columns);
    std::vector<Span> spans(system.variables.size(), Span{0, no_limit});
    CHECK_FALSE(tighten(system, spans));
    std::vector<ValueWeights> ones;
    for (const Span& span : spans)
      ones.push_back(
          {span.low, std::vector<Rational>(static_cast<std::size_t>(span.high - span.low) + 1, Rational(1))});
    const auto margins = two_way_margins(system, spans, ones);
    REQUIRE(margins);
    const WeightedCount counted = weighted_count(system, spans, ones, {}, {});
    CHECK(counted.exact());
    CHECK(Rational(*count_two_way(*margins, {})) == counted.lower);
  }
}

TEST_CASE("laws of cells count the tables with each value") {
  std::mt19937 random(11);
  for (int trial = 0; trial < 12; ++trial) {
    std::vector<Amount> rows(2 + random() % 4, 0), columns(2 + random() % 3, 0);
    for (Amount& row : rows)
      for (Amount& column : columns) {
        const Amount x = static_cast<Amount>(random() % 4);
        row += x;
        column += x;
      }
    const auto laws = two_way_laws({rows, columns}, {});
    REQUIRE(laws);
    CHECK(laws->tables == *count_two_way({rows, columns}, {}));
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j) {
        // At least x in a cell: as many tables as without these x.
        Integer at_least = 0;
        for (Amount x = std::min(rows[i], columns[j]); x >= 0; --x) {
          at_least += laws->tables_with[i][j][static_cast<std::size_t>(x)];
          std::vector<Amount> fewer_rows = rows, fewer_columns = columns;
          fewer_rows[i] -= x;
          fewer_columns[j] -= x;
          CHECK(at_least == *count_two_way({fewer_rows, fewer_columns}, {}));
        }
      }
  }
}

TEST_CASE("a 6 x 6 table has its laws") {
  const std::vector<Amount> rows{5, 7, 6, 8, 4, 6}, columns{6, 5, 8, 4, 7, 6};
  const auto laws = two_way_laws({rows, columns}, {});
  REQUIRE(laws);
  CHECK(laws->tables == *count_two_way({rows, columns}, {}));
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      Integer sum = 0;
      for (const Integer& x : laws->tables_with[i][j]) sum += x;
      CHECK(sum == laws->tables);
    }
  CHECK_FALSE(two_way_laws({std::vector<Amount>(6, 500), std::vector<Amount>(6, 500)}, {}));
}

TEST_CASE("a table of hundreds is counted exactly") {
  // The transpose has as many tables, and is cut otherwise.
  const std::vector<Amount> rows{31, 20, 25, 28}, columns{20, 32, 21, 31};
  const auto one = count_two_way({rows, columns}, {}), other = count_two_way({columns, rows}, {});
  REQUIRE(one);
  CHECK(one == other);
}

TEST_CASE("two-way blocks with other bounds or weights are not taken for open ones") {
  const System system = block({5, 6}, {4, 7});
  std::vector<Span> spans(4, Span{0, no_limit});
  CHECK_FALSE(tighten(system, spans));
  std::vector<ValueWeights> ones;
  for (const Span& span : spans)
    ones.push_back({span.low, std::vector<Rational>(static_cast<std::size_t>(span.high - span.low) + 1, Rational(1))});
  CHECK(two_way_margins(system, spans, ones));
  std::vector<Span> tighter = spans;
  tighter[0].high -= 1;
  CHECK_FALSE(two_way_margins(system, tighter, ones));
  std::vector<ValueWeights> other = ones;
  other[1].weights[0] = Rational(1, 2);
  CHECK_FALSE(two_way_margins(system, spans, other));
}

TEST_CASE("networks are told from other systems, and their ends are reached") {
  const System system = block({5, 6}, {4, 7});
  CHECK(network_signs(system));
  System cube = system;
  Row row;
  row.terms = {{0, 1}, {3, 1}};
  row.total = 4;
  cube.rows.push_back(row);
  CHECK_FALSE(network_signs(cube));
  auto network = Network::of(system, std::vector<Span>(4, Span{0, no_limit}));
  REQUIRE(network);
  REQUIRE(network->find_flow());
  CHECK(network->extreme(0, true) == Amount{4});
  CHECK(network->extreme(0, false) == Amount{0});
  CHECK(network->extreme(3, false) == Amount{2});
  auto impossible = Network::of(system, std::vector<Span>(4, Span{0, 2}));
  CHECK_FALSE(impossible->find_flow());
  // Without time nothing is said: neither that there is no flow nor that an end is reached.
  const auto now = assay::accounting::Deadline::after(std::chrono::milliseconds(0));
  auto hurried = Network::of(system, std::vector<Span>(4, Span{0, no_limit}), now);
  CHECK(hurried->find_flow());
  CHECK(hurried->stopped());
}

TEST_CASE("the worst rate of an interval is enclosed, inside and at an end") {
  // -log of P[1 <= X <= 4]: least at the fourth root of 24, so the largest value is at an end.
  RateFunction f;
  f.linear = 1;
  f.minus = {{1, 1}, {2, Rational(1, 2)}, {3, Rational(1, 6)}, {4, Rational(1, 24)}};
  const RateMaximum end = rate_maximum(f, Rational(1, 2), 12, 128, {});
  CHECK(lower_rational(end.value) <= Rational("488036436198236391900168820511/100000000000000000000000000000"));
  CHECK(upper_rational(end.value) >= Rational("488036436198236391900168820510/100000000000000000000000000000"));
  CHECK(end.low == 12);
  // x - 2 log x turned round: 2 log x - x is largest at 2, inside.
  RateFunction g;
  g.linear = -1;
  g.logarithmic = 2;
  const RateMaximum inside = rate_maximum(g, 1, 5, 128, {});
  CHECK(inside.low <= 2);
  CHECK(inside.high >= 2);
  CHECK(inside.high - inside.low < Rational(1, 1000));
  CHECK(upper_rational(inside.value) - lower_rational(inside.value) < Rational(1, 1000000));
}

}  // namespace
