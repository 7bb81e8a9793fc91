// Dense arrays against the dynamic program over the states that occur.
#include "persuasive/table/two_way_sums.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include <doctest/doctest.h>

#include "persuasive/table/state_sums.hpp"
#include "persuasive/table/two_way.hpp"

namespace {

using namespace assay;
using namespace assay::persuasive;
using core::Integer;

struct Game {
  System system;
  std::vector<Span> spans;
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
      WholeWeights& whole = game.whole.emplace_back();
      whole.low = low;
      for (Amount at = low; at <= game.spans.back().high; ++at) whole.weights.emplace_back(ones ? 1 : random() % 9);
    }
  for (const std::vector<Row>* side : {&rows, &columns})
    for (const Row& row : *side)
      if (!row.terms.empty()) game.system.rows.push_back(row);
  return game;
}

TEST_CASE("dense sums over two-way tables with known cells agree with the dynamic program") {
  std::mt19937 random(41);
  std::size_t shared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    CAPTURE(trial);
    const Game game = random_game(random, trial % 2 == 0);
    const auto states = state_sums(game.system, game.spans, game.whole, true, {1'000'000, {}}, {});
    const auto cells = two_way_cells(game.system);
    REQUIRE(states);
    REQUIRE(cells);
    const auto sums = two_way_sums(*cells, game.spans, game.whole, true, {});
    REQUIRE(sums);
    CHECK(sums->total == states->total);
    CHECK(sums->parts == states->parts);
    for (const auto& part : sums->parts) shared += part.size();
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
  const auto sums = two_way_sums(*two_way_cells(game.system), game.spans, game.whole, true, {});
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
  CHECK_FALSE(two_way_sums(*two_way_cells(game.system), game.spans, game.whole, true, {}));
  for (Row& row : game.system.rows) row.total = 10;
  const auto over = accounting::Deadline::after(std::chrono::milliseconds(0));
  CHECK_FALSE(two_way_sums(*two_way_cells(game.system), game.spans, game.whole, true, over));
}

}  // namespace
