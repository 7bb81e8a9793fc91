#include "persuasive/release/finding.hpp"

#include <doctest/doctest.h>

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;
using scoring::ExactReal;

Finding finding(ExactReal lower, ExactReal upper, std::string theorem) {
  Finding f;
  f.lower = std::move(lower);
  f.upper = std::move(upper);
  f.theorems = {std::move(theorem)};
  return f;
}

}  // namespace

TEST_CASE("the worse of two findings takes both larger ends and both theorems") {
  const Finding a = finding(1, 5, "a"), b = finding(2, 3, "b");
  for (const Finding& f : {worse(a, b), worse(b, a)}) {
    CHECK(*f.lower.as_rational() == 2);
    CHECK(*f.upper.as_rational() == 5);
    CHECK(f.theorems == std::vector<std::string>{"b", "a"});
    CHECK_FALSE(f.attained);
  }
  const Finding one = worse(finding(2, 2, "a"), finding(1, 1, "a"));
  CHECK(one.is_exact());
  CHECK(one.attained);
  CHECK(one.theorems == std::vector<std::string>{"a"});
  CHECK(worse(a, finding(0, ExactReal::infinity(), "c")).upper.is_positive_infinity());
}

TEST_CASE("upper ends that precision does not tell apart are bounded together") {
  // Two reals a distance of 2^-40000 apart: no comparison of theirs ends.
  const auto third = [](const Rational& shift) {
    return ExactReal::computed([=](long bits) {
      return Ball(Rational(1, 3), bits) + Ball(shift, bits) * pow(Ball(Rational(1, 2), bits), 40'000UL);
    });
  };
  const Finding a = finding(0, third(0), "a"), b = finding(0, third(1), "b");
  REQUIRE_FALSE(compare(a.upper, b.upper).has_value());
  for (const Finding& f : {worse(a, b), worse(b, a)}) {
    CHECK(compare(f.upper, a.upper) == 1);
    CHECK(compare(f.upper, b.upper) == 1);
    CHECK(*f.upper.as_rational() < Rational(1, 3) + Rational(1, 1'000'000));
    CHECK_FALSE(f.attained);
  }
}

}  // namespace assay::persuasive
