// Dense arrays against the dynamic program over the states that occur.
#include "persuasive/table/two_way_sums.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include <doctest/doctest.h>

#include "persuasive/table/count.hpp"
#include "persuasive/table/two_way.hpp"

namespace {

using namespace assay;
using namespace assay::persuasive;
using core::Integer;
using core::Rational;

struct Game {
  System system;
  std::vector<Span> spans;
  std::vector<ValueWeights> weights;
  std::vector<WholeWeights> whole;
};

/// A random table of which some cells are unknown, each within a random span and with random weights (or all 1).
Game random_game(std::mt19937& random, bool ones) {
  const std::size_t n = 2 + random() % 3, m = 2 + random() % 3;
  std::vector<Row> rows(n), columns(m);
  Game game;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      if (random() % 10 < 3) continue;
      const std::size_t v = game.spans.size();
      const auto x = static_cast<Amount>(random() % 4),
                 low = std::max<Amount>(0, x - static_cast<Amount>(random() % 3));
      for (Row* row : {&rows[i], &columns[j]}) {
        row->terms.push_back({v, 1});
        row->total += x;
      }
      game.spans.push_back({low, x + static_cast<Amount>(random() % 4)});
      game.system.variables.push_back({{game.spans.back()}, v});
      ValueWeights& weights = game.weights.emplace_back();
      WholeWeights& whole = game.whole.emplace_back();
      weights.low = whole.low = low;
      whole.denominator = 6;
      for (Amount at = low; at <= game.spans.back().high; ++at) {
        whole.weights.emplace_back(ones ? 1 : random() % 9);
        weights.weights.emplace_back(whole.weights.back(), whole.denominator);
      }
    }
  for (const std::vector<Row>* side : {&rows, &columns})
    for (const Row& row : *side)
      if (!row.terms.empty()) game.system.rows.push_back(row);
  return game;
}

TEST_CASE("dense sums over two-way tables with known cells agree with the dynamic program") {
  std::mt19937 random(41);
  int shared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    CAPTURE(trial);
    const Game game = random_game(random, trial % 2 == 0);
    const WeightedCount states = weighted_count(game.system, game.spans, game.weights, {.marginals = true}, {});
    REQUIRE(states.exact());
    const auto cells = two_way_cells(game.system);
    REQUIRE(cells);
    const auto sums = two_way_sums(*cells, game.spans, game.whole, true, 0, {});
    REQUIRE(sums);
    Integer scale = 1;
    for (const WholeWeights& w : game.whole) scale *= w.denominator;
    CHECK(Rational(sums->total, scale) == states.lower);
    for (std::size_t v = 0; v < game.spans.size(); ++v)
      for (std::size_t x = 0; x < sums->parts[v].size(); ++x, ++shared)
        CHECK(Rational(sums->parts[v][x], scale) == states.marginals[v].weights[x]);
  }
  CHECK(shared > 3000);
}

TEST_CASE("an open square has as many tables by dense sums as by blocks") {
  Game game;
  const std::vector<Amount> totals{5, 6, 4, 7, 3};
  game.system.rows.resize(10);
  for (std::size_t v = 0; v < 25; ++v) {
    game.system.rows[v / 5].terms.push_back({v, 1});
    game.system.rows[5 + v % 5].terms.push_back({v, 1});
    game.system.variables.push_back({{Span{0, 14}}, v});
    game.spans.push_back({0, 14});
    game.whole.push_back({0, std::vector<Integer>(15, Integer(1)), 1});
  }
  for (std::size_t r = 0; r < 10; ++r) game.system.rows[r].total = totals[r % 5];
  const auto sums = two_way_sums(*two_way_cells(game.system), game.spans, game.whole, true, 0, {});
  REQUIRE(sums);
  CHECK(sums->total == *count_two_way({totals, totals}, {}));
  for (const auto& part : sums->parts) {
    Integer all = 0;
    for (const Integer& x : part) all += x;
    CHECK(all == sums->total);
  }
}

TEST_CASE("dense sums end with their deadline, and are not begun where they do not fit") {
  Game game;
  game.system.rows.resize(12);
  for (std::size_t v = 0; v < 36; ++v) {
    game.system.rows[v / 6].terms.push_back({v, 1});
    game.system.rows[6 + v % 6].terms.push_back({v, 1});
    game.system.variables.push_back({{Span{0, 300}}, v});
    game.spans.push_back({0, 300});
    game.whole.push_back({0, std::vector<Integer>(301, Integer(1)), 1});
  }
  for (Row& row : game.system.rows) row.total = 300;
  CHECK_FALSE(two_way_sums(*two_way_cells(game.system), game.spans, game.whole, true, 0, {}));
  for (Row& row : game.system.rows) row.total = 10;
  const auto over = accounting::Deadline::after(std::chrono::milliseconds(0));
  CHECK_FALSE(two_way_sums(*two_way_cells(game.system), game.spans, game.whole, true, 0, over));
}

}  // namespace
