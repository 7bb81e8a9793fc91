// The rest of the random compositions of tests/accounting/composition.
#include "tests/accounting/composition/random_engines.hpp"

TEST_CASE("every engine agrees on 2,000 more random compositions") {
  for (std::uint64_t seed = 86; seed <= 2085; ++seed) assay::tests::compare_engines(seed, true);
}
