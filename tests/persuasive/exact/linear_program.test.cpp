#include "persuasive/exact/linear_program.hpp"

#include <optional>

#include "persuasive/prior_class/prior_class.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;
using Status = LinearOptimum::Status;

TEST_CASE("a linear program by hand, an infeasible one, an unbounded one") {
  LinearProgram program{
      2, {-3, -5}, {{{1, 0}, Relation::at_most, 4}, {{0, 2}, Relation::at_most, 12}, {{3, 2}, Relation::at_most, 18}}};
  const LinearOptimum best = solve(program, {});
  REQUIRE(best.status == Status::optimal);
  CHECK(best.value == -36);
  CHECK(best.point == std::vector<Rational>{2, 6});
  program.constraints.push_back({{1, 1}, Relation::at_least, 100});
  CHECK(solve(program, {}).status == Status::infeasible);
  CHECK(solve({1, {-1}, {{{1}, Relation::at_least, 1}}}, {}).status == Status::unbounded);
}

TEST_CASE("a degenerate program that cycles under the plain rule ends") {
  // Beale's example.
  const LinearProgram program{4,
                              {{-3, 4}, 150, {-1, 50}, 6},
                              {{{{1, 4}, -60, {-1, 25}, 9}, Relation::at_most, 0},
                               {{{1, 2}, -90, {-1, 50}, 3}, Relation::at_most, 0},
                               {{0, 0, 1, 0}, Relation::at_most, 1}}};
  const LinearOptimum best = solve(program, {});
  REQUIRE(best.status == Status::optimal);
  CHECK(best.value == Rational(-1, 20));
}

TEST_CASE("random programs over priors have their optimum at the best vertex") {
  tests::RandomKernels random(7);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const std::size_t n = 3 + random.below(2);
    PriorRegion region{n, n, {{std::vector<Rational>(n, Rational(1)), Relation::equal, 1}}};
    for (std::size_t i = 0; i < random.below(4); ++i) {
      std::vector<Rational> row;
      for (std::size_t y = 0; y < n; ++y) row.emplace_back(static_cast<long>(random.below(7)) - 3);
      region.constraints.push_back({std::move(row), random.below(2) == 0 ? Relation::at_most : Relation::at_least,
                                    Rational(static_cast<long>(random.below(5)) - 2, 3)});
    }
    LinearProgram program{n, {}, region.constraints};
    for (std::size_t y = 0; y < n; ++y) program.objective.emplace_back(static_cast<long>(random.below(9)) - 4);
    const auto corners = vertices(region, 10'000, {});
    REQUIRE(corners.has_value());
    std::optional<Rational> least;
    for (const Pmf& corner : *corners) {
      Rational value = 0;
      for (std::size_t y = 0; y < n; ++y) value += program.objective[y] * corner[y];
      if (!least || value < *least) least = value;
    }
    const LinearOptimum best = solve(program, {});
    CHECK((best.status == Status::optimal) == least.has_value());
    if (least) CHECK(best.value == *least);
  }
}

}  // namespace
}  // namespace assay::persuasive
