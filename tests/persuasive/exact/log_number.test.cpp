#include "persuasive/exact/log_number.hpp"

#include <doctest/doctest.h>

#include "persuasive/exact/roots.hpp"

namespace assay::persuasive {
namespace {

using core::Rational;

TEST_CASE("logarithms of rationals compare exactly with each other and with rationals") {
  CHECK(compare(LogNumber::log(9), LogNumber::log(3) + LogNumber::log(3)) == 0);
  CHECK(compare(LogNumber::log({3, 2}), LogNumber::log(2)) < 0);
  // ln 2 = 0.693147180559945309417232121458176568075500134360255254...
  const Rational below = core::parse_number("0.693147180559945309417232121458176568075500134360255254")->value;
  CHECK(compare(LogNumber::log(2), LogNumber::rational(below)) > 0);
  CHECK(compare(LogNumber::log(2), LogNumber::rational(below + Rational(1, core::Integer(1) << 160))) < 0);
  CHECK(compare(LogNumber::rational(0), LogNumber{}) == 0);
  CHECK(sign(LogNumber{2, -1}) < 0);
  CHECK(sign(LogNumber{3, -1}) > 0);
  CHECK(sign(LogNumber{{1, 3}, 1}) < 0);
}

TEST_CASE("an exponential compares exactly with a rational") {
  CHECK(compare_exponential(LogNumber::log({4, 3}), {4, 3}) == 0);
  CHECK(compare_exponential(LogNumber::rational(1), {2718281828459045, 1000000000000000}) > 0);
  CHECK(compare_exponential(LogNumber::rational(1), {2718281828459046, 1000000000000000}) < 0);
  CHECK(compare_exponential(LogNumber::rational(-3), 0) > 0);
}

TEST_CASE("roots are found where they are rational and nowhere else") {
  CHECK(rational_root({8, 27}, 3) == Rational(2, 3));
  CHECK(rational_root({2, 1}, 2) == std::nullopt);
  CHECK(rational_root({4, 3}, 2) == std::nullopt);
  CHECK(integer_power({2, 3}, -2) == Rational(9, 4));
}

}  // namespace
}  // namespace assay::persuasive
