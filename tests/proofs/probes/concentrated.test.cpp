// Probes of the theorems about zero-concentrated and Gaussian privacy, on random mechanisms of two or three outputs.
#include <doctest/doctest.h>

#include "accounting/audit/concentrated_region.hpp"
#include "accounting/audit/confidence.hpp"
#include "accounting/audit/least_mass.hpp"
#include "accounting/numeric/normal_quantile.hpp"
#include "tests/proofs/probes/laws.hpp"

namespace {

using namespace assay::probes;
using assay::accounting::Ball;
using assay::accounting::upper;

/// The least rho of two laws on two outputs.
Ball rho(const Rational& p, const Rational& q) {
  if (p == q) return {0, 192};
  return assay::accounting::least_rho(Ball(std::max(p, q), 192), Ball(std::min(p, q), 192), 12);
}

TEST_CASE("probe: rho grows with the square of the steps and is at most epsilon squared over 2") {
  RandomLaws random(61);
  for (int i = 0; i < 12; ++i) {
    const Rational a = random.fraction(40), b = random.fraction(40), c = random.fraction(40);
    const Ball step = max(rho(a, b), rho(b, c));
    CHECK_FALSE(certainly_less(step * 4, rho(a, c)));
    const Rational ratio =
        std::max({Rational(a / b), Rational(b / a), Rational((1 - a) / (1 - b)), Rational((1 - b) / (1 - a))});
    CHECK_FALSE(certainly_less(square(log(Ball(ratio, 192))) / 2, rho(a, b)));
  }
}

TEST_CASE("probe: rho bounds delta, the tail of the loss and what is left of an event") {
  RandomLaws random(62);
  for (int i = 0; i < 30; ++i) {
    const Rational p = random.fraction(30), q = random.fraction(30), x = random.factor();
    if (p == q) continue;
    const Ball r = upper(rho(p, q)), epsilon = log(Ball(x, 192));
    const Pair pair{{p, 1 - p}, {q, 1 - q}};
    const Ball delta(hockey_stick(pair.p, pair.q, x), 192), beyond(tail(pair.p, pair.q, x), 192);
    for (const Rational& a : {Rational(3, 2), Rational(2), Rational(4), Rational(9)}) {
      const Ball order(a, 192);
      const Ball bound = exp((order - 1) * (order * r - epsilon)) / (order - 1) * pow((order - 1) / order, order);
      CHECK_FALSE(certainly_less(bound, delta));
    }
    if (certainly_less(r, epsilon)) {
      const Ball simple = exp(-square(epsilon - r) / (r * 4));
      CHECK_FALSE(certainly_less(simple, delta));
      CHECK_FALSE(certainly_less(simple, beyond));
    }
    const auto least = assay::accounting::least_mass(assay::accounting::Notion::rho, r, 0);
    CHECK_FALSE(certainly_less(Ball(q, 192), least(Ball(p, 192))));
    CHECK_FALSE(certainly_less(Ball(p, 192), least(Ball(q, 192))));
    CHECK_FALSE(certainly_less(Ball(Rational(1 - q), 192), least(Ball(Rational(1 - p), 192))));
  }
}

TEST_CASE("probe: rho bounds the tail of the log gain") {
  RandomLaws random(63);
  for (int i = 0; i < 40; ++i) {
    const Rational p = random.fraction(30), q = random.fraction(30), prior = random.fraction(9);
    if (p == q) continue;
    const Ball r = upper(rho(p, q));
    for (const Rational& g : {Rational(9, 8), Rational(5, 4), Rational(3, 2), Rational(3)}) {
      Rational beyond = 0;  // the gain is ln(m/(t m + (1-t) m'))
      for (const auto& [m, other] : {std::pair(p, q), std::pair(Rational(1 - p), Rational(1 - q))})
        if (m > g * (prior * m + (1 - prior) * other)) beyond += m;
      if (g * prior >= 1) {
        CHECK(beyond == 0);
        continue;
      }
      const Ball l = -log(Ball(Rational((1 / g - prior) / (1 - prior)), 192));
      if (certainly_less(r, l)) CHECK_FALSE(certainly_less(exp(-square(l - r) / (r * 4)), Ball(beyond, 192)));
    }
  }
}

/// The least mu of two laws with positive masses: the largest distance of an event's quantiles.
Ball mu(const Law& p, const Law& q) {
  Ball most(0, 128);
  for (std::uint32_t event = 1; event + 1 < events(p.size()); ++event)
    most = max(most, assay::accounting::normal_upper_quantile(Ball(mass(q, event), 128)) -
                         assay::accounting::normal_upper_quantile(Ball(mass(p, event), 128)));
  return most;
}

TEST_CASE("probe: mu adds up over steps of neighbours, and pure epsilon has its mu") {
  RandomLaws random(64);
  for (int i = 0; i < 6; ++i) {
    const Kernel rows = random.kernel(3, 3, true);
    const Ball there = max(mu(rows[0], rows[1]), mu(rows[1], rows[2]));
    const Ball back = max(mu(rows[1], rows[0]), mu(rows[2], rows[1]));
    CHECK_FALSE(certainly_less(max(there, back) * 2, mu(rows[0], rows[2])));
    // 2 Phi^{-1}(x/(1+x)), e^epsilon = x; randomized response attains it.
    const Rational x = std::max(largest_ratio(rows[0], rows[1]), largest_ratio(rows[1], rows[0]));
    if (x == 1) continue;
    const Ball most = assay::accounting::normal_upper_quantile(Ball(Rational(1 / (1 + x)), 128)) * 2;
    CHECK_FALSE(certainly_less(most, mu(rows[0], rows[1])));
    const Law answer{x / (1 + x), 1 / (1 + x)};
    CHECK(overlaps(most, mu(answer, Law(answer.rbegin(), answer.rend()))));
  }
}

}  // namespace
