// Kernels: which pairs of rows stand for which neighbours.
#include <memory>
#include <variant>

#include <doctest/doctest.h>

#include "accounting/loss/alternatives.hpp"
#include "accounting/loss/privacy_loss.hpp"
#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using core::Rational;

namespace {

// Three data sets in a row: 0 - 1 - 2.
Kernel path() {
  return {{{Rational(1, 2), Rational(1, 2)}, {Rational(1, 4), Rational(3, 4)}, {Rational(1, 8), Rational(7, 8)}},
          {{0, 1}, {1, 2}}};
}

Mechanism group(std::uint64_t size, const Mechanism& base) {
  return {Group{size, std::make_shared<const Mechanism>(base)}};
}

std::size_t how_many(const Mechanism& mechanism, Adjacency adjacency) {
  const auto found = alternatives(mechanism, adjacency, true);
  REQUIRE(found);
  return found->size();
}

}  // namespace

TEST_SUITE("accounting/loss") {
  TEST_CASE("a kernel has an alternative for each pair of neighbours, other mechanisms have one") {
    CHECK(how_many({path()}, Adjacency::add_remove) == 2);
    CHECK(how_many({Gaussian{1, 1}}, Adjacency::add_remove) == 1);
    const Mechanism post{PostProcessed{std::make_shared<const Mechanism>(Mechanism{path()})}};
    CHECK(how_many(post, Adjacency::replace) == 2);
    Kernel twice = path();
    twice.adjacent.emplace_back(1, 0);
    CHECK(how_many({twice}, Adjacency::add_remove) == 2);  // the other order is the other direction
    CHECK(how_many({twice}, Adjacency::remove) == 3);
    const auto first = alternatives({path()}, Adjacency::remove, true);
    const auto& pair = std::get<FinitePair>(first->front().family);
    CHECK(pair.p[0] == Rational(1, 2));
    CHECK(pair.q[0] == Rational(1, 4));
  }

  TEST_CASE("a group of rows walks along the neighbours") {
    CHECK(how_many(group(2, {path()}), Adjacency::remove) == 3);  // 01, 12, 02
    CHECK(how_many(group(2, {path()}), Adjacency::add_remove) == 3);
    CHECK(how_many(group(100, {path()}), Adjacency::replace) == 3);
    CHECK(how_many(group(1, {path()}), Adjacency::remove) == 2);
    Kernel star{{{1}, {1}, {1}}, {{0, 1}, {0, 2}}};
    CHECK(how_many(group(2, {star}), Adjacency::remove) == 2);
    CHECK(how_many(group(2, {star}), Adjacency::add_remove) == 3);  // 1 and 2 differ in one removal and one addition
  }

  TEST_CASE("one pair of neighbours is a dominating pair, several are none") {
    Kernel one = path();
    one.adjacent.pop_back();
    const auto pair = dominating_pair(Mechanism{one}, Direction::remove);
    REQUIRE(pair);
    CHECK(std::get<FiniteLoss>(pair->loss).exact->mass.back() == Rational(1, 2));
    const auto several = dominating_pair(Mechanism{path()}, Direction::remove);
    REQUIRE_FALSE(several);
    CHECK(several.error().code == core::ErrorCode::not_supported);
  }

  TEST_CASE("more pairs than the limit are refused") {
    Kernel large;
    for (std::uint64_t i = 0; i < 60; ++i) {
      large.rows.push_back({1});
      for (std::uint64_t j = 0; j < i; ++j) large.adjacent.emplace_back(i, j);
    }
    const auto found = alternatives({large}, Adjacency::remove, true);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == core::ErrorCode::limit_exceeded);
    CHECK(found.error().pointer == "/adjacent");
  }
}
