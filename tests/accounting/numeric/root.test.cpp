#include "accounting/numeric/root.hpp"

#include <doctest/doctest.h>

namespace assay::accounting {

using core::Rational;

namespace {

Ball cube(const Rational& x) { return Ball(Rational(x * x * x), 128); }

}  // namespace

TEST_CASE("a root is bracketed wherever the search begins") {
  const Ball target(27, 128);
  for (const auto& [low, high] : {std::pair{Rational(0), Rational(1)}, std::pair{Rational(2), Rational(4)},
                                  std::pair{Rational(100), Rational(101)}, std::pair{Rational(-9), Rational(-8)},
                                  std::pair{Rational(3), Rational(4)}, std::pair{Rational(2), Rational(3)}}) {
    const Ball root = root_of(cube, target, low, high, 128);
    CAPTURE(low.str());
    CHECK(lower_rational(root) <= 3);
    CHECK(upper_rational(root) >= 3);
    CHECK(upper_rational(root) - lower_rational(root) <= Rational(1, core::Integer(1) << 100));
  }
}

TEST_CASE("a root that halving meets exactly is closed in from both sides") {
  const Ball root = root_of([](const Rational& x) { return Ball(x, 128); }, Ball(0, 128), -1, 1, 128);
  CHECK_FALSE(certainly_positive(root));
  CHECK_FALSE(certainly_negative(root));
  CHECK(upper_rational(root) - lower_rational(root) <= Rational(1, core::Integer(1) << 100));
}

TEST_CASE("a root far from where the search begins is still inside") {
  const Rational far = Rational(core::Integer(1) << 400);
  const Ball root = root_of([](const Rational& x) { return Ball(x, 600); }, Ball(far, 600), 0, 1, 600);
  CHECK(lower_rational(root) <= far);
  CHECK(upper_rational(root) >= far);
  CHECK(upper_rational(root) - lower_rational(root) <= 1);
}

TEST_CASE("what no sign proves is the whole line") {
  const Ball wide = root_of([](const Rational&) { return Ball(0, 64); }, Ball(1, 64), 0, 1, 64);
  CHECK_FALSE(wide.is_finite());
  CHECK_FALSE(certainly_positive(wide));
  CHECK_FALSE(certainly_negative(wide));
  CHECK(overlaps(wide, Ball(-1, 64)));
  CHECK_FALSE(root_of([](const Rational&) { return Ball(2, 64); }, Ball(1, 64), 0, 1, 64).is_finite());
  const Ball vague = Ball::plus_minus(Ball(1, 64));
  CHECK_FALSE(root_of([&](const Rational&) { return vague; }, Ball(0, 64), 0, 1, 64).is_finite());
}

TEST_CASE("a blurred function gives a wide bracket that holds the root") {
  const auto blurred = [](const Rational& x) { return Ball(x, 64) + Ball::plus_minus(Ball(Rational(1, 8), 64)); };
  const Ball root = root_of(blurred, Ball(1, 64), 0, 3, 64);
  CHECK(certainly_less(lower(root), Ball(Rational(7, 8), 64)));
  CHECK(certainly_less(Ball(Rational(9, 8), 64), upper(root)));
  CHECK(certainly_less(upper(root) - lower(root), Ball(Rational(1, 2), 64)));
}

}  // namespace assay::accounting
