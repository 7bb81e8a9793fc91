// Prover and checker on many claims next to the truth.
#include <doctest/doctest.h>

#include "tests/proofs/checker/random_claims.hpp"

using namespace assay::test;

TEST_CASE("prover and checker disagree on none of 2000 random claims, half of them false by a thousandth") {
  Random random(77);
  for (int made = 0; made < 2000;) made += agree(random, made % 2 == 0);
}
