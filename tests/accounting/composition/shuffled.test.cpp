// Shuffled messages: few users by enumeration, many users against each other.
#include "accounting/composition/shuffled.hpp"

#include <optional>

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using core::Rational;
using tests::digits;
using tests::number;

namespace {

// (1 - e0) etc. by definition: the clones' pair for `users`, summed over both counts.
Ball enumerated_clones(const Ball& e0, const Ball& epsilon, long users) {
  const long bits = e0.bits();
  const Ball clone = exp(-e0), truth = Ball(1, bits) / (exp(-e0) + 1), scale = exp(epsilon);
  const auto choose = [&](long n, long k) {
    Ball r(1, bits);
    for (long i = 0; i < k; ++i) r = r * (n - i) / (i + 1);
    return k < 0 || k > n ? Ball(0, bits) : r;
  };
  Ball sum(0, bits);
  for (long c = 0; c < users; ++c) {
    const Ball weight = choose(users - 1, c) * pow(clone, static_cast<unsigned long>(c)) *
                        pow(1 - clone, static_cast<unsigned long>(users - 1 - c));
    for (long x = 0; x <= c + 1; ++x) {
      const Ball fair = pow(Ball(Rational(1, 2), bits), static_cast<unsigned long>(c));
      const Ball with = choose(c, x - 1) * fair, without = choose(c, x) * fair;
      const Ball p = truth * with + (1 - truth) * without, q = (1 - truth) * with + truth * without;
      sum = sum + weight * nonnegative(p - scale * q);
    }
  }
  return sum;
}

}  // namespace

TEST_SUITE("accounting/composition") {
  TEST_CASE("few users: the upper end is the clones' curve, the lower end one of its mechanisms") {
    for (const long users : {2L, 3L, 12L})
      for (const char* e0 : {"0.3", "1", "4"})
        for (const char* e : {"0", "0.1", "0.25"}) {
          CAPTURE(users);
          CAPTURE(e0);
          CAPTURE(e);
          const Ball clones = enumerated_clones(Ball(number(e0), 200), Ball(number(e), 200), users);
          ShuffledProfile profile({number(e0), static_cast<std::uint64_t>(users)});
          const Value value = profile.delta(number(e), digits(15));
          CHECK_FALSE(certainly_less(upper(value.ball), lower(clones)));
          CHECK(certainly_less(upper(value.ball), clones * Ball(number("1.00001"), 64)));
          CHECK_FALSE(certainly_less(clones, lower(value.ball)));
          CHECK(certainly_positive(value.ball));
        }
  }

  TEST_CASE("two users: the lower end is the number of ones") {
    // e0 = ln 3 by its rational odds is no rational epsilon; at epsilon 0 the chances are p = 1/(1 + e^-1).
    const Ball p = Ball(1, 200) / (exp(Ball(-1, 200)) + 1), q = 1 - p;
    // Ones: other's with q, own with p or q. P = (pq, p^2 + q^2 ..): at least 1: 1 - q p vs 1 - p p.
    const Ball at_least_one = (1 - p * q) - (1 - p * p), both = q * p - q * q;
    const Value value = ShuffledProfile({1, 2}).delta(0, digits(15));
    CHECK_FALSE(certainly_less(lower(value.ball), max(at_least_one, both) * Ball(number("0.999999"), 64)));
  }

  TEST_CASE("more users hide better, and a shuffle is never worse than its messages") {
    std::optional<Ball> previous;
    for (const std::uint64_t users : {10u, 1000u, 100'000u}) {
      ShuffledProfile profile({2, users});
      const Value value = profile.delta(number("0.1"), digits(8));
      const Ball alone = (1 - exp(Ball(number("-1.9"), 100))) / (exp(Ball(-2, 100)) + 1);
      CHECK_FALSE(certainly_less(alone, upper(value.ball)));
      if (previous) CHECK(certainly_less(upper(value.ball), *previous));
      previous = upper(value.ball);
    }
    CHECK(*ShuffledProfile({2, 1000}).delta(2, digits(8)).exact == 0);
    CHECK(ShuffledProfile({2, 1000}).compare_max_loss(2) == 0);
    const Ball negative = ShuffledProfile({2, 1000}).delta(-1, digits(8)).ball;
    CHECK_FALSE(certainly_less(negative, 1 - exp(Ball(-1, 100))));
  }
}
