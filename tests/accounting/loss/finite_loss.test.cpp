#include "accounting/loss/finite_loss.hpp"

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::number;

TEST_SUITE("accounting/loss") {
  TEST_CASE("the primitive root of a rational is found with its exponent") {
    const auto root = [](const char* text) { return primitive_root(number(text)); };
    CHECK(root("3").root == 3);
    CHECK(root("3").exponent == 1);
    CHECK(root("64").root == 2);
    CHECK(root("64").exponent == 6);
    CHECK(root("4/9").root == number("3/2"));
    CHECK(root("4/9").exponent == -2);
    CHECK(root("8/9").exponent == -1);
    CHECK(root("1/1024").root == 2);
    CHECK(root("1/1024").exponent == -10);
    core::Rational power = 1;
    for (int i = 0; i < 97; ++i) power *= number("7/5");
    CHECK(primitive_root(power).root == number("7/5"));
    CHECK(primitive_root(power).exponent == 97);
  }

  TEST_CASE("root to the exponent is the ratio again") {
    for (long a = 1; a <= 40; ++a)
      for (long b = 1; b <= 40; ++b) {
        if (a == b) continue;
        const core::Rational ratio(a, b);
        const PrimitiveRoot r = primitive_root(ratio);
        CHECK(r.root > 1);
        core::Rational power = 1;
        for (long i = 0; i < std::abs(r.exponent); ++i) power *= r.root;
        CHECK((r.exponent > 0 ? power : core::Rational(1 / power)) == ratio);
      }
  }

  TEST_CASE("masses where only one side has any are counted on their side") {
    const FiniteLossPair pair = finite_loss({number("1/2"), number("1/2"), 0}, {number("1/4"), 0, number("3/4")});
    CHECK(pair.loss.infinite_mass == number("1/2"));
    CHECK(pair.dual_infinite_mass == number("3/4"));
    CHECK(pair.loss.lattice->key == "ln(2/1)");
  }

  TEST_CASE("next to equality the losses keep their relative accuracy") {
    const core::Rational tiny = number("1e-60"), half = number("1/2");
    const FiniteLossPair pair = finite_loss({half + tiny, half - tiny}, {half, half});
    for (const Ball& loss : pair.loss.atoms(64).loss) CHECK(loss.relative_bits() > 50);
  }
}
