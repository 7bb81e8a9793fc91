// Several engines on random compositions; tests/slow has thousands more.
#include "tests/accounting/composition/random_engines.hpp"

using assay::tests::compare_engines;

TEST_CASE("closed forms, lattice and contour agree on 250 random compositions") {
  int answers = 0;
  for (std::uint64_t seed = 1; seed <= 250; ++seed) answers += compare_engines(seed, false);
  CHECK(answers >= 400);  // nearly every composition has two engines
}

TEST_CASE("the grid agrees with the other engines on 25 random compositions") {
  for (std::uint64_t seed = 251; seed <= 275; ++seed) CHECK(compare_engines(seed, true) >= 2);
}
