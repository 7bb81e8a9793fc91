// Several engines on random compositions; tests/slow has thousands more.
#include "tests/accounting/composition/random_engines.hpp"

using assay::tests::compare_engines;

TEST_CASE("closed forms, lattice and contour agree on 60 random compositions") {
  int answers = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) answers += compare_engines(seed, false);
  CHECK(answers >= 96);  // nearly every composition has two engines
}

TEST_CASE("the grid agrees with the other engines on 25 random compositions") {
  for (std::uint64_t seed = 61; seed <= 85; ++seed) CHECK(compare_engines(seed, true) >= 2);
}
