// The bent contour against published and independent values, the closed form of one step, and itself.
#include "accounting/composition/bent_contour.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

namespace assay::accounting {
namespace {

using core::Rational;
using Kind = SampledGaussianLoss::Kind;

Rational number(const std::string& text) {
  const auto parsed = core::parse_number(text);
  REQUIRE(parsed.has_value());
  return parsed->value;
}

/// The reals that a printed value may stand for: one unit of its last place to either side.
Ball printed(const std::string& text) {
  const auto parsed = core::parse_number(text);
  REQUIRE(parsed.has_value());
  REQUIRE(parsed->half_unit.has_value());
  return Ball(parsed->value, 512) + Ball::plus_minus(Ball(*parsed->half_unit * 2, 512));
}

Deadline soon() { return Deadline::after(std::chrono::seconds(30)); }

std::optional<Ball> one(Kind kind, const std::string& sigma, const std::string& rate, std::uint64_t count,
                        const std::string& epsilon, long digits) {
  return BentContour({{number(sigma), number(rate), count}}, kind).delta(number(epsilon), digits, -HUGE_VAL, soon());
}

/// delta of one step, closed form (Balle, Barthe, Gaboardi 2018, Theorem 8, and its reverse for add).
Ball closed_form(Kind kind, const Rational& sigma, const Rational& rate, const Rational& epsilon) {
  constexpr long bits = 400;
  const Ball q(rate, bits), b(Rational(1 - rate), bits), e = exp(Ball(epsilon, bits)), mu(Rational(1 / sigma), bits);
  const auto gaussian = [&](const Ball& at) {
    return normal_tail(at / mu - mu / 2) - exp(at) * normal_tail(at / mu + mu / 2);
  };
  if (kind == Kind::remove) return q * gaussian(log((e - b) / q));
  const Ball c = 1 - b * e;
  return c * gaussian(Ball(epsilon, bits) + log(q / c));
}

struct Printed {
  Kind kind;
  const char *sigma, *rate;
  std::uint64_t count;
  const char *epsilon, *value;
};

TEST_CASE("the bent contour encloses the certified values of the theory note to every printed digit") {
  const Printed rows[] = {
      {Kind::remove, "0.5", "1e-4", 100, "0.5", "1.2100814841992511981e-6"},
      {Kind::remove, "0.5", "1e-4", 100, "1", "1.6990118899673200e-7"},
      {Kind::add, "0.5", "1e-4", 100, "0.00576", "1.0020242203157767061e-5"},
      {Kind::add, "0.5", "1e-4", 100, "0.009173", "1.009621505924012752e-20"},
      {Kind::remove, "0.3", "1e-6", 1000, "1", "2.1482546010204333616e-6"},
  };
  for (const Printed& row : rows) {
    CAPTURE(row.value);
    const auto delta = one(row.kind, row.sigma, row.rate, row.count, row.epsilon, 10);
    REQUIRE(delta.has_value());
    CHECK(overlaps(*delta, printed(row.value)));
    CHECK(delta->relative_bits() >= 33);
  }
}

TEST_CASE("the bent contour encloses values from real-space quadrature of two steps") {
  // mpmath, 40 to 50 digits, no contour: contour note, section 12.2.
  const Printed rows[] = {
      {Kind::remove, "1", "0.5", 2, "1", "0.07179663589281925504805488"},
      {Kind::add, "1", "0.5", 2, "0.5", "0.0853238599600938245482465"},
      {Kind::remove, "0.5", "1e-4", 2, "0.5", "2.41787381977743381236275e-8"},
  };
  for (const Printed& row : rows) {
    CAPTURE(row.value);
    const auto delta = one(row.kind, row.sigma, row.rate, row.count, row.epsilon, 15);
    REQUIRE(delta.has_value());
    CHECK(overlaps(*delta, printed(row.value)));
    CHECK(delta->relative_bits() >= 49);
  }
}

TEST_CASE("the bent contour of one step agrees with the closed form, both directions, random parameters") {
  std::mt19937_64 random(20240501);
  for (int i = 0; i < 4; ++i) {
    const Rational sigma(static_cast<long>(30 + random() % 90), 100);
    const Rational rate(static_cast<long>(1 + random() % 600), 1000);
    const bool add = i % 2 == 1;
    // For add the support ends at -log(1-rate) >= rate.
    const Rational epsilon = add ? Rational(rate * static_cast<long>(1 + random() % 9) / 10)
                                 : Rational(static_cast<long>(1 + random() % 20), 10);
    CAPTURE(sigma);
    CAPTURE(rate);
    CAPTURE(epsilon);
    const Kind kind = add ? Kind::add : Kind::remove;
    const auto delta = BentContour({{sigma, rate, 1}}, kind).delta(epsilon, 10, -HUGE_VAL, soon());
    REQUIRE(delta.has_value());
    CHECK(overlaps(*delta, closed_form(kind, sigma, rate, epsilon)));
    CHECK(delta->relative_bits() > 20);
  }
}

TEST_CASE("enclosures of the bent contour at two precisions overlap") {
  const auto coarse = one(Kind::remove, "0.4", "0.001", 50, "0.7", 8),
             fine = one(Kind::remove, "0.4", "0.001", 50, "0.7", 30);
  REQUIRE((coarse && fine));
  CHECK(overlaps(*coarse, *fine));
  CHECK(fine->relative_bits() >= 99);
}

TEST_CASE("delta falls in epsilon, on the contour that the first epsilon was planned for") {
  BentContour contour({{number("0.5"), number("1e-4"), 100}}, Kind::remove);
  std::optional<Ball> last = contour.delta(number("0.4"), 10, -HUGE_VAL, soon());
  REQUIRE(last.has_value());
  for (const char* epsilon : {"0.401", "0.41", "0.45", "0.6"}) {
    const auto next = contour.delta(number(epsilon), 10, -HUGE_VAL, soon());
    REQUIRE(next.has_value());
    CHECK(next->relative_bits() >= 33);
    CHECK(certainly_less(*next, *last));
    last = next;
  }
  const auto fresh = one(Kind::remove, "0.5", "1e-4", 100, "0.6", 10);
  REQUIRE(fresh.has_value());
  CHECK(overlaps(*fresh, *last));
}

TEST_CASE("the bent contour of a list of steps is that of their total") {
  const SampledSteps first{number("0.5"), number("0.01"), 3}, second{number("0.5"), number("0.01"), 4};
  const auto total = one(Kind::remove, "0.5", "0.01", 7, "0.5", 10);
  const auto parts = BentContour({first, second}, Kind::remove).delta(number("0.5"), 10, -HUGE_VAL, soon());
  REQUIRE((total && parts));
  CHECK(overlaps(*total, *parts));
  CHECK(parts->relative_bits() >= 33);
}

TEST_CASE("the bent contour of unlike steps encloses the vertical contour's value, in either order") {
  const SampledSteps first{number("1"), number("0.5"), 4}, second{number("2"), number("0.25"), 5};
  for (const auto& row : {std::pair{Kind::remove, "0.17239653336168"}, {Kind::add, "0.09870241309254"}}) {
    const Kind kind = row.first;
    const char* value = row.second;  // named: clang 14 cannot capture a structured binding
    CAPTURE(value);
    const auto delta = BentContour({first, second}, kind).delta(1, 10, -HUGE_VAL, soon());
    const auto turned = BentContour({second, first}, kind).delta(1, 10, -HUGE_VAL, soon());
    REQUIRE((delta && turned));
    CHECK(overlaps(*delta, printed(value)));
    CHECK(overlaps(*turned, printed(value)));
    CHECK(delta->relative_bits() >= 33);
  }
}

TEST_CASE("beyond the end of the support delta is exact") {
  // add: S <= -k log(1-q); remove: S >= k log(1-q).
  const auto add = one(Kind::add, "1", "0.5", 2, "1.3863", 10);
  REQUIRE(add.has_value());
  CHECK(add->is_exact_zero());
  const auto remove = one(Kind::remove, "1", "0.5", 2, "-1.5", 10);
  REQUIRE(remove.has_value());
  CHECK(overlaps(*remove, 1 - exp(Ball(number("-1.5"), 128))));
  CHECK(remove->relative_bits() >= 33);
}

TEST_CASE("where the bent contour does not pay it gives up, quickly and without a ball") {
  const Printed rows[] = {
      {Kind::remove, "0.05", "0.000000001", 1000000000000, "1", ""},
      {Kind::remove, "1000000", "0.000000001", 1000000000000, "1", ""},
      {Kind::add, "1000000", "0.999999999", 1, "1", ""},
  };
  for (const Printed& row : rows) {
    CAPTURE(row.sigma);
    const auto delta = one(row.kind, row.sigma, row.rate, row.count, row.epsilon, 10);
    CHECK((!delta || (delta->is_finite() && delta->relative_bits() > 0)));
  }
  const Deadline passed = Deadline::after(std::chrono::milliseconds(0));
  CHECK(!BentContour({{number("0.5"), number("0.0001"), 100}}, Kind::remove)
             .delta(number("0.5"), 10, -HUGE_VAL, passed)
             .has_value());
}

}  // namespace
}  // namespace assay::accounting
