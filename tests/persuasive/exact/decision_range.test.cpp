#include "persuasive/exact/decision_range.hpp"

#include <algorithm>

#include "scoring/finite.hpp"
#include "tests/persuasive/kernels.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;

TEST_CASE("the greatest loss is that of an act that some forecast takes") {
  using scoring::Decision;
  using scoring::Ties;
  const auto most = [](const Decision& rule) { return *greatest_loss(rule, {}); };
  CHECK(most({{{0, 1}, {1, 0}}, Ties::lowest_index}) == 1);
  CHECK(most({{{0, 3}, {5, 1}, {7, 2}}, Ties::lowest_index}) == 5);  // the third act is nowhere best
  CHECK(most({{{1, 1}, {0, 2}, {2, 0}}, Ties::lowest_index}) == 2);
  CHECK(most({{{0, 0}, {0, 9}}, Ties::lowest_index}) == 0);  // the second ties with the first, and loses
  CHECK(most({{{0, 0}, {0, 9}}, Ties::adversarial}) == 9);
  // No forecast of a grid scores more, and one comes to it where the grid holds the corners of three outcomes.
  tests::RandomKernels random(5);
  for (int round = 0; round < 20; ++round) {
    Decision rule{{}, round % 2 == 0 ? Ties::lowest_index : Ties::adversarial};
    for (int act = 0; act < 4; ++act) {
      rule.loss.emplace_back();
      for (int x = 0; x < 3; ++x) rule.loss.back().emplace_back(static_cast<long>(random.below(4)));
    }
    Rational seen = -1;
    for (long i = 0; i <= 12; ++i)
      for (long j = 0; i + j <= 12; ++j)
        for (std::size_t x = 0; x < 3; ++x) {
          const std::vector<Rational> p{Rational(i, 12), Rational(j, 12), Rational(12 - i - j, 12)};
          seen = std::max(seen, *scoring::score(rule, p, x, scoring::Belief::prior)->as_rational());
        }
    CAPTURE(round);
    CHECK(most(rule) == seen);
  }
}

}  // namespace
}  // namespace assay::persuasive
