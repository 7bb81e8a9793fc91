// The rest of the random compositions of tests/accounting/composition.
#include "tests/accounting/composition/random_engines.hpp"

TEST_CASE("every engine agrees on 2,000 more random compositions") {
  for (std::uint64_t seed = 276; seed <= 2275; ++seed) assay::tests::compare_engines(seed, true);
}
