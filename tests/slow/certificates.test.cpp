// Prover and checker on many claims next to the truth, in two halves that run beside each other.
#include <doctest/doctest.h>

#include "tests/proofs/checker/random_claims.hpp"

using namespace assay::test;

namespace {

void thousand(std::uint64_t seed) {
  Random random(seed);
  for (int made = 0; made < 1000;) made += agree(random, made % 2 == 0);
}

}  // namespace

TEST_CASE("prover and checker disagree on none of a thousand random claims, half of them false by a thousandth") {
  thousand(77);
}

TEST_CASE("prover and checker disagree on none of another thousand random claims") { thousand(78); }
