// Random small tables against plain enumeration; many more of them in the slow suite.
#include <doctest/doctest.h>

#include "tests/persuasive/table/random_tables.hpp"

namespace {

using assay::persuasive::random_tables::compare;

TEST_CASE("random small tables agree with enumeration, first part") {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) compare(seed);
}

TEST_CASE("random small tables agree with enumeration, second part") {
  for (std::uint64_t seed = 151; seed <= 300; ++seed) compare(seed);
}

}  // namespace
