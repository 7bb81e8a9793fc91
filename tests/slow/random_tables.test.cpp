// The rest of the random small tables of tests/persuasive/table.
#include "tests/persuasive/table/random_tables.hpp"

#include <doctest/doctest.h>

namespace {

using assay::persuasive::random_tables::compare;

TEST_CASE("1,700 more random small tables agree with enumeration") {
  for (std::uint64_t seed = 301; seed <= 2000; ++seed) compare(seed);
}

}  // namespace
