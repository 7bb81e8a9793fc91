#include "accounting/composition/finite_max_loss.hpp"

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::number;

TEST_SUITE("accounting/composition/finite_max_loss") {
  TEST_CASE("products of powers are compared with 1 by coprime bases") {
    CHECK(product_is_one({}));
    CHECK(product_is_one({{number("2/3"), 5}, {number("3/2"), 5}}));
    CHECK(product_is_one({{number("4"), 3}, {number("1/2"), 6}}));
    CHECK(product_is_one(
        {{number("6/35"), 1'000'000'000'000}, {number("7/2"), 1'000'000'000'000}, {number("5/3"), 1'000'000'000'000}}));
    CHECK_FALSE(product_is_one(
        {{number("6/35"), 1'000'000'000'000}, {number("7/2"), 1'000'000'000'000}, {number("5/3"), 999'999'999'999}}));
    CHECK_FALSE(product_is_one({{number("1000001/1000000"), 1}}));
    CHECK(product_is_one({{number("12"), 2}, {number("1/144"), 1}}));
  }
}
