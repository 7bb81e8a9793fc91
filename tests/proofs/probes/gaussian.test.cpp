// Probes of the theorems about Gaussian noise: no half-space tells two data sets apart better than the curve of the
// pair that is said to dominate, and the best half-space comes close.
#include <memory>

#include <doctest/doctest.h>

#include "accounting/verdict/answer.hpp"
#include "accounting/verdict/utility.hpp"
#include "tests/proofs/probes/laws.hpp"

namespace {

using namespace assay::probes;
using namespace assay::accounting;

/// A law of the output along one direction: normal laws of one deviation around shifts, with weights.
struct Shifts {
  std::vector<Rational> weights, at;
};

Ball beyond(const Shifts& law, const Rational& threshold, const Rational& sigma) {
  Ball sum(0, 128);
  for (std::size_t i = 0; i < law.at.size(); ++i)
    sum = sum + Ball(law.weights[i], 128) * normal_tail(Ball(Rational((threshold - law.at[i]) / sigma), 128));
  return sum;
}

/// delta(epsilon) of a composition is no less than what the half-spaces of many thresholds show of a pair of laws.
/// Gives: the most that they show.
Rational never_beaten(const Composition& composition, Adjacency adjacency, const Shifts& p, const Shifts& q,
                      const Rational& sigma) {
  Rational most = 0;
  for (const Rational& epsilon : {Rational(1, 10), Rational(1), Rational(5, 2)}) {
    Question question;
    question.composition = composition;
    question.adjacency = adjacency;
    question.digits = 4;
    const auto answers = delta(question, std::span(&epsilon, 1));
    REQUIRE(answers);
    const Value& allowed = answers->front().value;
    const Ball most_allowed = allowed.exact ? Ball(*allowed.exact, 128) : allowed.ball;
    for (int i = -8; i <= 24; ++i) {
      const Rational threshold = sigma * i / 4;
      const Ball shown = beyond(p, threshold, sigma) - exp(Ball(epsilon, 128)) * beyond(q, threshold, sigma);
      CHECK_FALSE(certainly_less(most_allowed, shown));
      // How much of what is allowed a half-space shows.
      if (certainly_positive(shown)) most = std::max(most, lower_rational(shown / upper(most_allowed)));
    }
  }
  return most;
}

const Rational most_of_it(9, 10);
const std::vector<std::pair<Rational, Rational>> directions = {
    {1, 0}, {Rational(3, 5), Rational(4, 5)}, {Rational(-5, 13), Rational(12, 13)}, {-1, 0}};

Rational along(const std::pair<Rational, Rational>& direction, const Rational& x, const Rational& y) {
  return direction.first * x + direction.second * y;
}

TEST_CASE("probe: Gaussian noise on vectors, for one record and for several") {
  const Rational sigma(3, 2);
  Rational most = 0, most_of_three = 0;
  for (const auto& direction : directions) {
    // The query moves by (3/5, 4/5), of length 1; three records move it by at most 3.
    const Rational shift = along(direction, Rational(3, 5), Rational(4, 5));
    most = std::max(
        most, never_beaten({{Mechanism{Gaussian{sigma}}, 1}}, Adjacency::remove, {{1}, {shift}}, {{1}, {0}}, sigma));
    const auto base = std::make_shared<const Mechanism>(Mechanism{Gaussian{sigma}});
    most_of_three = std::max(most_of_three, never_beaten({{Mechanism{Group{3, base}}, 1}}, Adjacency::remove,
                                                         {{1}, {3 * shift}}, {{1}, {0}}, sigma));
  }
  CHECK(most > most_of_it);
  CHECK(most_of_three > most_of_it);
}

TEST_CASE("probe: two Gaussian steps are one of the summed squares") {
  // Steps of mu 3/5 and 4/5 are one of mu 1: along (3/5, 4/5) the two outputs together.
  const Composition steps{{Mechanism{Gaussian{Rational(5, 3)}}, 1}, {Mechanism{Gaussian{Rational(5, 4)}}, 1}};
  Rational most = 0;
  for (const auto& direction : directions) {
    const Rational shift = along(direction, Rational(3, 5), Rational(4, 5));
    most = std::max(most, never_beaten(steps, Adjacency::remove, {{1}, {shift}}, {{1}, {0}}, 1));
  }
  CHECK(most > most_of_it);
}

TEST_CASE("probe: sampled Gaussian sums, in every adjacency") {
  const Rational sigma(2, 3), rate(1, 4), rest(3, 4);
  const auto base = std::make_shared<const Mechanism>(Mechanism{Gaussian{sigma}});
  const Composition sampled{{Mechanism{PoissonSampled{rate, base}}, 1}};
  Rational most = 0, most_replaced = 0;
  for (const auto& direction : directions) {
    const Rational one = along(direction, Rational(3, 5), Rational(4, 5)),
                   other = along(direction, Rational(-3, 5), Rational(-4, 5)),
                   third = along(direction, Rational(5, 13), Rational(-12, 13));
    const Shifts with{{rest, rate}, {0, one}}, without{{1}, {0}};
    most = std::max(most, never_beaten(sampled, Adjacency::remove, with, without, sigma));
    never_beaten(sampled, Adjacency::add, without, with, sigma);
    most_replaced =
        std::max(most_replaced, never_beaten(sampled, Adjacency::replace, with, {{rest, rate}, {0, other}}, sigma));
    never_beaten(sampled, Adjacency::replace, with, {{rest, rate}, {0, third}}, sigma);
  }
  CHECK(most > most_of_it);
  CHECK(most_replaced > most_of_it);
}

TEST_CASE("probe: contributions of several sizes, and shorter ones") {
  const Rational sigma(1);
  const GaussianMixture mixture{sigma, {0, 1, 2}, {Rational(1, 2), Rational(1, 3), Rational(1, 6)}};
  const Composition once{{Mechanism{mixture}, 1}};
  // Along (3/5, 4/5) contributions of full length that way, then one of (1, 1/2), which is shorter and points
  // elsewhere.
  const Rational shorter = along(directions[1], 1, Rational(1, 2));
  const Shifts without{{1}, {0}}, full{mixture.probabilities, {0, 1, 2}}, less{mixture.probabilities, {0, 1, shorter}};
  CHECK(never_beaten(once, Adjacency::remove, full, without, sigma) > most_of_it);
  never_beaten(once, Adjacency::remove, less, without, sigma);
  never_beaten(once, Adjacency::add, without, full, sigma);
}

TEST_CASE("probe: a matrix mechanism by its longest column, and a sum beside the count that clips it") {
  const Rational sigma(2);
  const MatrixMechanism matrix{{{1, 0}, {Rational(3, 4), 1}}, sigma};
  Rational most = 0, most_clipped = 0;
  for (const auto& direction : directions) {
    // A record in the first column moves the output by (1, 3/4), in the second by (0, 1).
    never_beaten({{Mechanism{matrix}, 1}}, Adjacency::remove, {{1}, {along(direction, 0, 1)}}, {{1}, {0}}, sigma);
    most = std::max(most, never_beaten({{Mechanism{matrix}, 1}}, Adjacency::remove,
                                       {{1}, {along(direction, 1, Rational(3, 4))}}, {{1}, {0}}, sigma));
    // The sum moves by 1/z1 of its noise, the count by 1/(2 sigma_b).
    const AdaptiveClipping clipped{std::nullopt, Rational(2), Rational(1)};
    most_clipped =
        std::max(most_clipped, never_beaten({{Mechanism{clipped}, 1}}, Adjacency::remove,
                                            {{1}, {along(direction, Rational(1, 2), Rational(1, 2))}}, {{1}, {0}}, 1));
  }
  CHECK(most > Rational(3, 4));
  CHECK(most_clipped > Rational(3, 4));
}

TEST_CASE("probe: several Gaussian noises stay within their width with the chance that is left") {
  for (const unsigned k : {1U, 3U, 50U})
    for (const Rational& beta : {Rational(1, 100), Rational(1, 2)}) {
      const Value width = gaussian_width(2, k, beta, 128);
      const Ball inside = pow(1 - normal_tail(width.ball / 2) * 2, static_cast<unsigned long>(k));
      CHECK(overlaps(inside, Ball(Rational(1 - beta), 128)));
      CHECK(inside.relative_bits() > 60);
    }
}

}  // namespace
