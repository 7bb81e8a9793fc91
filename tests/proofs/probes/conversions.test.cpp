// Probes of the theorems that turn one guarantee into another, on random finite mechanisms with exact masses.
#include <doctest/doctest.h>

#include "tests/proofs/probes/laws.hpp"

namespace {

using namespace assay::probes;

constexpr int many = 80;

TEST_CASE("probe: a Renyi guarantee bounds the tail of the loss and delta, at whole orders") {
  RandomLaws random(41);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4, true);
    const Rational x = random.factor();
    for (unsigned a = 2; a <= 5; ++a) {
      const Rational bound = moment(pair.p, pair.q, a) / power(x, a - 1);  // e^{(a-1)(r - epsilon)}
      CHECK(tail(pair.p, pair.q, x) <= bound);
      CHECK(hockey_stick(pair.p, pair.q, x) <= tail(pair.p, pair.q, x));
      CHECK(hockey_stick(pair.p, pair.q, x) <= bound / static_cast<long>(a - 1) * power(Rational(a - 1, a), a));
    }
  }
}

TEST_CASE("probe: Renyi divergences do not fall as the order grows") {
  RandomLaws random(42);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4, true);
    // M_a^(1/(a-1)) for a = 2, 3, 4, 5, without roots.
    for (unsigned a = 2; a <= 4; ++a)
      CHECK(power(moment(pair.p, pair.q, a), a) <= power(moment(pair.p, pair.q, a + 1), a - 1));
  }
}

TEST_CASE("probe: epsilon and delta bound the tail of the loss, and a tail bounds delta") {
  RandomLaws random(43);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4);
    const Rational x = random.factor() + Rational(1, 9), delta = both_ways(pair, x);
    for (const Rational& l : {Rational(x + Rational(1, 2)), Rational(2 * x), Rational((1 + x) / 2)}) {
      const Rational beyond = tail(pair.p, pair.q, l);
      CHECK(beyond <= std::min(Rational(1), Rational((x - 1 + delta) / (x - 1 / l))));
      if (l > x) CHECK(beyond <= delta / (1 - x / l));
      // One curve's value at any x below l, too.
      if (l > x) CHECK(beyond <= hockey_stick(pair.p, pair.q, x) / (1 - x / l));
    }
    // delta = tail less what the event costs, so a tail is at least delta.
    Rational cost = 0;
    for (std::size_t j = 0; j < 4; ++j)
      if (pair.p[j] > x * pair.q[j]) cost += x * pair.q[j];
    CHECK(hockey_stick(pair.p, pair.q, x) == tail(pair.p, pair.q, x) - cost);
  }
}

TEST_CASE("probe: a tail bound survives further processing as the theorem says, and can grow") {
  RandomLaws random(44);
  bool grew = false;
  for (int i = 0; i < 3 * many; ++i) {
    const Pair pair = random.pair(4);
    const Kernel further = random.kernel(4, 2);
    const Pair made{pushed(pair.p, further), pushed(pair.q, further)};
    const Rational x = random.factor();
    const Rational delta = std::max(tail(pair.p, pair.q, x), tail(pair.q, pair.p, x));
    grew = grew || std::max(tail(made.p, made.q, x), tail(made.q, made.p, x)) > delta;
    const Rational l = x + random.fraction(5);
    CHECK(tail(made.p, made.q, l) <=
          std::min({Rational(1), Rational(delta / (1 - x / l)), Rational((x - 1 + delta) / (x - 1 / l))}));
    CHECK(tail(pair.p, pair.q, l) <= delta);
  }
  CHECK(grew);
}

TEST_CASE("probe: the tail of the loss lies between slopes of the curve") {
  RandomLaws random(45);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4);
    const Rational y = random.factor(), w = y + random.fraction(5), z = y - random.fraction(5);
    const auto h = [&](const Rational& x) { return hockey_stick(pair.p, pair.q, x); };
    Rational above = 0, from = 0;  // Q[S > ln y] and Q[S >= ln y]
    for (std::size_t j = 0; j < 4; ++j) {
      if (pair.p[j] > y * pair.q[j]) above += pair.q[j];
      if (pair.p[j] >= y * pair.q[j]) from += pair.q[j];
    }
    CHECK(tail(pair.p, pair.q, y) == h(y) + y * above);
    CHECK((h(y) - h(w)) / (w - y) <= above);
    CHECK(from <= (h(z) - h(y)) / (y - z));
  }
}

TEST_CASE("probe: no test errs less than epsilon and delta allow, and no rule names the data set more often") {
  RandomLaws random(46);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4);
    const Rational x = random.factor(), delta = both_ways(pair, x), prior = random.fraction(8);
    Rational accuracy = 0, balanced = 0;
    for (std::uint32_t event = 0; event < events(4); ++event) {
      const Rational false_positive = mass(pair.p, event), missed = 1 - mass(pair.q, event);
      CHECK(missed >= std::max({Rational(0), Rational(1 - delta - x * false_positive),
                                Rational((1 - delta - false_positive) / x)}));
      balanced = std::max(balanced, Rational((1 - missed + 1 - false_positive) / 2));
      accuracy = std::max(accuracy, Rational(prior * mass(pair.p, event) + (1 - prior) * (1 - mass(pair.q, event))));
    }
    CHECK(balanced <= (x + delta) / (x + 1));
    const Rational odds = (1 - prior) / prior;
    CHECK(accuracy == 1 - prior + prior * hockey_stick(pair.p, pair.q, odds));
  }
}

TEST_CASE("probe: a record that is one of few values is reconstructed no more often than the trade-off allows") {
  RandomLaws random(47);
  for (int i = 0; i < many; ++i) {
    // Three values, a law of outputs for each, and one without the record; the best guess for each output.
    const Kernel rows = random.kernel(3, 4);
    const Law without = random.law(4), prior = random.law(3);
    const Rational x = random.factor(), chance = *std::max_element(prior.begin(), prior.end());
    Rational delta = 0, success = 0;
    for (const Law& row : rows) delta = std::max(delta, both_ways({row, without}, x));
    for (std::size_t y = 0; y < 4; ++y) {
      Rational best = 0;
      for (std::size_t v = 0; v < 3; ++v) best = std::max(best, Rational(prior[v] * rows[v][y]));
      success += best;
    }
    CHECK(success <= std::min({Rational(1), Rational(x * chance + delta), Rational(1 - (1 - delta - chance) / x)}));
  }
}

TEST_CASE("probe: a Renyi guarantee bounds the tail of the log gain of every prior") {
  RandomLaws random(48);
  for (int i = 0; i < many; ++i) {
    const Kernel rows = random.kernel(3, 4, true);
    const Law prior = random.law(3, true);
    constexpr unsigned a = 3;
    Rational worst = 1;
    for (std::size_t v = 1; v < 3; ++v) worst = std::max(worst, moment(rows[0], rows[v], a));
    // A gain above ln g has probability at most e^{(a-1) e}/g^(a-1), e the divergence: the theorem, solved for delta.
    const Rational g = random.factor();
    Rational beyond = 0;
    for (std::size_t y = 0; y < 4; ++y) {
      Rational marginal = 0;
      for (std::size_t v = 0; v < 3; ++v) marginal += prior[v] * rows[v][y];
      if (rows[0][y] > g * marginal) beyond += rows[0][y];
    }
    CHECK(beyond <= worst / power(g, a - 1));
  }
}

TEST_CASE("probe: given the sum of exponential records a record's share has the stated mean and variance") {
  for (long n = 2; n <= 7; ++n) {
    // The density of the share u is (n-1)(1-u)^(n-2); moments by expanding it.
    const auto share = [&](unsigned k) {
      Rational sum = 0, binomial = 1;
      for (long j = 0; j <= n - 2; ++j) {
        sum += (j % 2 == 0 ? binomial : Rational(-binomial)) / (j + static_cast<long>(k) + 1);
        binomial *= Rational(n - 2 - j, j + 1);
      }
      return Rational((n - 1) * sum);
    };
    CHECK(share(0) == 1);
    CHECK(share(1) == Rational(1, n));
    CHECK(share(2) - share(1) * share(1) == Rational(n - 1, n * n * (n + 1)));
  }
}

TEST_CASE("probe: suppressed cells tell at most the floor of belief, and tell it where the reader is at the floor") {
  RandomLaws random(49);
  for (int i = 0; i < many; ++i) {
    // Two independent cells of values 0 to 3, suppressed exactly at 1 and 2, of which the reader believes at least b.
    const Law first = random.law(4, true), second = random.law(4, true);
    const Rational believed = first[1] + first[2], other = second[1] + second[2], floor = std::min(believed, other);
    Rational seen = 0;  // that both are suppressed
    for (std::size_t x = 1; x <= 2; ++x)
      for (std::size_t y = 1; y <= 2; ++y) seen += first[x] * second[y];
    // The posterior of a table (x, y) is its prior over `seen`: a gain of ln(1/seen), whatever the table.
    CHECK(1 / seen <= 1 / (floor * floor));
    CHECK((1 / seen == 1 / (floor * floor)) == (believed == other));
  }
}

}  // namespace
