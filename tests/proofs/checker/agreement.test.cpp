// Prover and checker, by different arithmetic and algorithms, agree on claims next to the truth.
#include <doctest/doctest.h>

#include "tests/proofs/checker/random_claims.hpp"

using namespace assay::test;

TEST_CASE("prover and checker agree on forty random claims, half of them false by a thousandth") {
  Random random(20240601);
  for (int made = 0; made < 40;) made += agree(random, made % 2 == 0);
}
