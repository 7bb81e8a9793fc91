#include "accounting/composition/normal_tail.hpp"

#include <doctest/doctest.h>

using namespace assay::accounting;

TEST_SUITE("accounting/composition/normal_tail") {
  TEST_CASE("the far series agrees with the special function where both apply") {
    for (long x : {1025L, 2000L, 12345L})
      for (long bits : {64L, 256L, 1000L}) {
        const Ball far = normal_density(Ball(x, bits)) * far_mills_ratio(Ball(x, bits)),
                   near = normal_tail(Ball(x, bits + 64));
        CHECK(overlaps(far, near));
        CHECK(far.relative_bits() > bits - 40);
      }
  }

  TEST_CASE("the two tails add to one, near and far") {
    for (long x : {-5000L, -1025L, -3L, 0L, 7L, 1100L, 1000000000L}) {
      const Ball sum = wide_normal_tail(Ball(x, 128)) + wide_normal_tail(Ball(-x, 128));
      CHECK(overlaps(sum, Ball(1, 128)));
      CHECK(sum.relative_bits() > 100);
    }
  }

  TEST_CASE("Mills' ratio lies between x/(x^2+1) and 1/x") {
    for (long x : {1024L, 99999L}) {
      const Ball ratio = far_mills_ratio(Ball(x, 200));
      CHECK(certainly_less(ratio, Ball(1, 200) / x));
      CHECK(certainly_less(Ball(x, 200) / (x * x + 1), ratio));
    }
  }
}
