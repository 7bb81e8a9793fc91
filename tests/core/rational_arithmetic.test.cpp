#include "core/rational_arithmetic.hpp"

#include <doctest/doctest.h>

namespace assay::core {

TEST_CASE("integer parts, powers and sizes of rationals, of both signs") {
  CHECK(floor(Rational(7, 2)) == 3);
  CHECK(floor(Rational(-7, 2)) == -4);
  CHECK(ceiling(Rational(7, 2)) == 4);
  CHECK(ceiling(Rational(-7, 2)) == -3);
  CHECK(floor(Rational(-3)) == -3);
  CHECK(ceiling(Rational(-3)) == -3);
  CHECK(power(Rational(-2, 3), 5) == Rational(-32, 243));
  CHECK(power(Rational(5), 0) == 1);
  CHECK(power(Rational(0), 0) == 1);
  CHECK(factorial(0) == 1);
  CHECK(factorial(20) == 2432902008176640000);
  CHECK(bit_size(Rational(5, 8)) == 7);
}

}  // namespace assay::core
