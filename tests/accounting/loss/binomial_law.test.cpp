// Sums of two-valued losses, against terms written out.
#include "accounting/loss/binomial_law.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace {

using namespace assay;
using accounting::Ball;
using core::Rational;

TEST_CASE("terms of a binomial law are the products with their numbers of orders") {
  std::vector<std::pair<Rational, Rational>> terms;
  accounting::binomial_law(Rational(-1, 2), Rational(3), std::pair(Rational(1, 3), Rational(1, 2)), 3, Rational(1),
                           [&](const Rational& level, const Rational& mass) {
                             terms.emplace_back(level, mass);
                             return true;
                           });
  const std::vector<std::pair<Rational, Rational>> expected = {
      {{-3, 2}, {1, 27}}, {{3, 2}, {1, 6}}, {{9, 2}, {1, 4}}, {{15, 2}, {1, 8}}};
  CHECK(terms == expected);
}

TEST_CASE("balls hold the exact terms, and a visit can end the law") {
  for (const std::uint64_t count : {0U, 1U, 2U, 7U, 12U}) {
    std::vector<Rational> exact;
    accounting::binomial_law(Rational(1), Rational(1), std::pair(Rational(2, 7), Rational(5, 7)), count, Rational(1),
                             [&](const Rational&, const Rational& mass) {
                               exact.push_back(mass);
                               return true;
                             });
    CHECK(exact.size() == count + 1);
    Rational total = 0;
    for (const Rational& mass : exact) total += mass;
    CHECK(total == 1);
    std::size_t n = 0;
    accounting::binomial_law(Rational(1), Rational(1), std::pair(Ball(Rational(2, 7), 80), Ball(Rational(5, 7), 80)),
                             count, Ball(1, 80), [&](const Rational& level, const Ball& mass) {
                               CHECK(level == Rational(static_cast<long>(count + n)));
                               CHECK(overlaps(mass, Ball(exact[n], 200)));
                               return ++n < 3;
                             });
    CHECK(n == std::min<std::size_t>(3, exact.size()));
  }
}

}  // namespace
