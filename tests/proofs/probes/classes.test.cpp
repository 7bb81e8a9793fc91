// Probes of the theorems about groups, samples, shuffles and selections, on random finite mechanisms with exact masses.
#include <doctest/doctest.h>

#include "tests/proofs/probes/laws.hpp"

namespace {

using namespace assay::probes;

constexpr int many = 40;

/// Rows of which each two next to each other have ratios of at most the second.
struct Chain {
  Kernel rows;
  Rational ratio;
};
Chain chain(RandomLaws& random, std::size_t steps) {
  Chain made{random.kernel(steps + 1, 3, true), 1};
  for (std::size_t i = 0; i < steps; ++i)
    made.ratio = std::max(
        {made.ratio, largest_ratio(made.rows[i], made.rows[i + 1]), largest_ratio(made.rows[i + 1], made.rows[i])});
  return made;
}

/// Two-sided geometric noise of ratio 1/x on a count of 0 and on one of t, where outputs of one loss are one output.
Pair geometric(const Rational& x, unsigned t) {
  const Rational a = 1 / x;
  Law p{1 / (1 + a)};
  for (unsigned j = 1; j < t; ++j) p.push_back((1 - a) / (1 + a) * power(a, j));
  p.push_back(power(a, t) / (1 + a));
  return {p, Law(p.rbegin(), p.rend())};
}

TEST_CASE("probe: several steps of neighbours multiply the ratio, and geometric noise is the worst") {
  RandomLaws random(21);
  for (int i = 0; i < many; ++i) {
    const std::size_t steps = 2 + random.below(2);
    const Chain made = chain(random, steps);
    const Pair ends{made.rows.front(), made.rows.back()};
    const auto t = static_cast<unsigned>(steps);
    CHECK(both_ways(ends, power(made.ratio, t)) == 0);
    const Pair worst = geometric(made.ratio, t);
    CHECK(dominates(worst, ends));
    CHECK(dominates(worst, reversed(ends)));
    CHECK(largest_ratio(worst.p, worst.q) == power(made.ratio, t));
  }
}

TEST_CASE("probe: several steps of neighbours add up delta by a geometric sum") {
  RandomLaws random(22);
  for (int i = 0; i < many; ++i) {
    const std::size_t steps = 2 + random.below(2);
    const Kernel rows = random.kernel(steps + 1, 4);
    const Rational x = random.factor();
    Rational delta = 0, sum = 0;
    for (std::size_t j = 0; j < steps; ++j) {
      delta = std::max(delta, both_ways({rows[j], rows[j + 1]}, x));
      sum += power(x, static_cast<unsigned>(j));
    }
    CHECK(both_ways({rows.front(), rows.back()}, power(x, static_cast<unsigned>(steps))) <= delta * sum);
    // An event of probability a_j on the j-th, a_0 = 0, a_{j+1} = x a_j + d, attains the sum.
    const Rational d = random.fraction(9) / (x * sum);
    std::vector<Rational> a{0};
    for (std::size_t j = 0; j < steps; ++j) a.push_back(x * a[j] + d);
    if ((x + 1) * a[steps - 1] + d > 1) continue;
    for (std::size_t j = 0; j < steps; ++j) CHECK(both_ways({{a[j], 1 - a[j]}, {a[j + 1], 1 - a[j + 1]}}, x) <= d);
    CHECK(hockey_stick({a[steps], 1 - a[steps]}, {0, 1}, power(x, static_cast<unsigned>(steps))) == d * sum);
  }
}

TEST_CASE("probe: records that leak by themselves leak together") {
  RandomLaws random(23);
  for (int i = 0; i < many; ++i) {
    // Two records, each published with its own coin: outputs tell which of them leaked.
    const Rational delta = random.fraction(9), x = random.factor();
    const Law both{(1 - delta) * (1 - delta), delta * (1 - delta), (1 - delta) * delta, delta * delta},
        none{1, 0, 0, 0};
    const Rational leaks = 1 - (1 - delta) * (1 - delta);
    CHECK(hockey_stick(both, none, x) == leaks);
    const Pair leak{{leaks, 1 - leaks}, {0, 1}};
    CHECK(dominates(leak, {both, none}));
    CHECK(dominates(reversed(leak), {none, both}));
  }
}

TEST_CASE("probe: a Poisson sample of the records is dominated by the mixed pair, in both directions") {
  RandomLaws random(24);
  for (int i = 0; i < many; ++i) {
    // A mechanism on the subsets of two records: rows by mask; the first record is the one that changes.
    const Kernel rows = random.kernel(4, 3);
    const Rational x = random.factor(), rate = random.fraction(6);
    const Rational delta = std::max(both_ways({rows[1], rows[0]}, x), both_ways({rows[3], rows[2]}, x));
    const Pair worst = extremal(x, delta);
    const Law with = mixed(rate, mixed(rate, rows[3], rows[1]), mixed(rate, rows[2], rows[0]));
    const Law without = mixed(rate, rows[2], rows[0]);
    CHECK(dominates({mixed(rate, worst.p, worst.q), worst.q}, {with, without}));
    CHECK(dominates({worst.p, mixed(rate, worst.q, worst.p)}, {without, with}));
  }
}

TEST_CASE("probe: a batch without replacement is dominated by the mixed pairs, above and below 0") {
  RandomLaws random(25);
  for (int i = 0; i < many; ++i) {
    // Batches of two of three records; the first record has one of two values. Rows: {1,2} and {1,3} with either value,
    // then {2,3}.
    const Kernel rows = random.kernel(5, 3);
    const Law &two = rows[0], &two_changed = rows[1], &three = rows[2], &three_changed = rows[3], &rest = rows[4];
    const Rational x = random.factor(), rate(2, 3), third(1, 3);
    Rational delta = 0;  // batches that differ in one record are neighbours
    for (const auto& [a, b] :
         {Pair{two, two_changed}, Pair{three, three_changed}, Pair{two, rest}, Pair{three, rest},
          Pair{two_changed, rest}, Pair{three_changed, rest}, Pair{two, three}, Pair{two_changed, three_changed}})
      delta = std::max(delta, both_ways({a, b}, x));
    const Pair worst = extremal(x, delta);
    const Pair above{mixed(rate, worst.p, worst.q), worst.q}, below{worst.p, mixed(rate, worst.q, worst.p)};
    const auto whole = [&](const Law& a, const Law& b) {
      Law law;
      for (std::size_t y = 0; y < 3; ++y) law.push_back(third * (a[y] + b[y] + rest[y]));
      return law;
    };
    const Law before = whole(two, three), after = whole(two_changed, three_changed);
    for (const Rational& at : {Rational(1), Rational(5, 4), Rational(2), x, Rational(rate * x + 1 - rate)}) {
      CHECK(hockey_stick(before, after, at) <= hockey_stick(above.p, above.q, at));
      CHECK(hockey_stick(before, after, 1 / at) <= hockey_stick(below.p, below.q, 1 / at));
    }
  }
}

TEST_CASE("probe: two shuffled messages are dominated by the clones") {
  RandomLaws random(26);
  for (int i = 0; i < many; ++i) {
    const Kernel rows = random.kernel(3, 3, true);  // the changing user's two laws, the other user's law
    Rational x = 1;
    for (const Law& a : rows)
      for (const Law& b : rows) x = std::max(x, largest_ratio(a, b));
    const auto shuffled = [&](const Law& mine) {
      Law law;  // unordered pairs of messages
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = a; b < 3; ++b)
          law.push_back(a == b ? Rational(mine[a] * rows[2][b])
                               : Rational(mine[a] * rows[2][b] + mine[b] * rows[2][a]));
      return law;
    };
    // C of one trial with chance 1/x, A a fair part of it, B with chance x/(1+x); outputs (A + B, C - A + 1 - B).
    const Rational c = 1 / x, b = x / (1 + x);
    const auto clones = [&](const Rational& heads) {
      // (1,0) and (0,1) from C = 0; (2,0), (1,1), (0,2) from C = 1.
      return Law{(1 - c) * heads, (1 - c) * (1 - heads), c / 2 * heads, c / 2, c / 2 * (1 - heads)};
    };
    CHECK(dominates({clones(b), clones(1 - b)}, {shuffled(rows[0]), shuffled(rows[1])}));
  }
}

TEST_CASE("probe: losses of a bounded range have the curve of the worst such pair as a bound") {
  RandomLaws random(27);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4, true);
    const Rational span = largest_ratio(pair.p, pair.q) * largest_ratio(pair.q, pair.p);
    long root = 1;
    while (Rational(root * root) < span) ++root;
    if (root == 1) continue;
    const Rational range(root * root);
    for (const Rational& s : {Rational(1), Rational(5, 4), Rational(3, 2), Rational(2, 3)}) {
      if (s > root || s * root < 1) continue;
      // (1 - e^{-(r - epsilon)/2})^2/(1 - e^{-r}) with e^epsilon = s^2 and e^r = root^2.
      CHECK(hockey_stick(pair.p, pair.q, s * s) <= (1 - s / root) * (1 - s / root) / (1 - 1 / range));
    }
  }
}

TEST_CASE("probe: losses of a bounded range have the moments of the worst such pair as a bound") {
  RandomLaws random(30);
  for (int i = 0; i < many; ++i) {
    const Pair pair = random.pair(4, true);
    const Rational w = 1 / (largest_ratio(pair.p, pair.q) * largest_ratio(pair.q, pair.p));  // e^-r
    if (w == 1) continue;
    for (const unsigned a : {2U, 3U, 5U}) {
      Rational moment = 0;
      for (std::size_t k = 0; k < pair.p.size(); ++k) moment += power(pair.p[k] / pair.q[k], a) * pair.q[k];
      const Rational all = 1 - power(w, a), u = (a - 1) * all / (a * (w - power(w, a)));
      CHECK(moment <= power(u, a - 1) * all / (a * (1 - w)));
    }
  }
}

Law exponential(const std::vector<int>& scores) {
  Law law;
  Rational sum = 0;
  for (const int u : scores) {
    law.push_back(power(2, static_cast<unsigned>(u)));
    sum += law.back();
  }
  for (Rational& mass : law) mass /= sum;
  return law;
}

/// int_0^1 c_i prod over j other than i of (1 - c_j w) dw with c_i = 2^(u_i - max u): permute and flip.
Law flipped(const std::vector<int>& scores) {
  const int most = *std::max_element(scores.begin(), scores.end());
  const auto c = [&](std::size_t i) { return 1 / power(2, static_cast<unsigned>(most - scores[i])); };
  Law law;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    std::vector<Rational> polynomial{1};
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (j == i) continue;
      polynomial.emplace_back(0);
      for (std::size_t k = polynomial.size(); k-- > 1;) polynomial[k] -= c(j) * polynomial[k - 1];
    }
    Rational integral = 0;
    for (std::size_t k = 0; k < polynomial.size(); ++k) integral += polynomial[k] / static_cast<long>(k + 1);
    law.push_back(c(i) * integral);
  }
  return law;
}

TEST_CASE("probe: the exponential mechanism has a bounded range and noisy max a bounded ratio, by its sensitivity") {
  RandomLaws random(28);
  Rational widest = 1, narrow = 1;
  for (int i = 0; i < 2 * many; ++i) {
    std::vector<int> scores, either, upward;
    for (int j = 0; j < 4; ++j) {
      scores.push_back(1 + static_cast<int>(random.below(4)));
      either.push_back(scores.back() - 1 + static_cast<int>(random.below(3)));
      upward.push_back(scores.back() + static_cast<int>(random.below(2)));
    }
    // Weights 2^u: e^{epsilon/(2 s)} is 2, and so is e^{s/b} of the noise.
    const auto span = [](const Pair& pair) -> Rational {
      return largest_ratio(pair.p, pair.q) * largest_ratio(pair.q, pair.p);
    };
    CHECK(span({exponential(scores), exponential(either)}) <= 4);
    CHECK(span({exponential(scores), exponential(upward)}) <= 2);
    const Law before = flipped(scores);
    Rational total = 0;
    for (const Rational& mass : before) total += mass;
    CHECK(total == 1);
    CHECK(both_ways({before, flipped(either)}, 4) == 0);
    CHECK(both_ways({before, flipped(upward)}, 2) == 0);
    widest = std::max(widest, largest_ratio(before, flipped(either)));
    narrow = std::max(narrow, largest_ratio(before, flipped(upward)));
  }
  // The statements would be false with much less.
  CHECK(widest > 2);
  CHECK(narrow > Rational(5, 4));
}

/// P[noise = z] of two-sided geometric noise of ratio a, and P[noise >= z].
Rational at(const Rational& a, int z) { return (1 - a) / (1 + a) * power(a, static_cast<unsigned>(z < 0 ? -z : z)); }
Rational from(const Rational& a, int z) {
  return z > 0 ? Rational(power(a, static_cast<unsigned>(z)) / (1 + a)) : Rational(1 - from(a, 1 - z));
}

/// The chance of one sequence of answers to whole queries about threshold 0, up to the c-th yes, but for thresholds
/// further than `reach` from 0.
Rational answers(const std::vector<int>& queries, const std::vector<bool>& yes, const Rational& threshold,
                 const Rational& noise, int reach) {
  Rational sum = 0;
  for (int t = -reach; t <= reach; ++t) {
    Rational chance = at(threshold, t);
    for (std::size_t i = 0; i < yes.size(); ++i) {
      const Rational above = from(noise, t - queries[i]);
      chance *= yes[i] ? above : Rational(1 - above);
    }
    sum += chance;
  }
  return sum;
}

TEST_CASE("probe: the sparse vector technique with geometric noise keeps its epsilon, and needs most of it") {
  RandomLaws random(29);
  const Rational half(1, 2), third(1, 3);
  constexpr int reach = 40;
  const Rational missed = 2 * from(half, reach + 1);
  Rational largest = 1, largest_one_sided = 1;
  for (int i = 0; i < 12; ++i) {
    std::vector<int> queries, either, upward;
    std::vector<bool> yes;
    for (int j = 0; j < 3; ++j) {
      queries.push_back(static_cast<int>(random.below(5)) - 2);
      either.push_back(queries.back() - 1 + static_cast<int>(random.below(3)));
      upward.push_back(queries.back() + static_cast<int>(random.below(2)));
      yes.push_back(j == 2);  // no, no, yes: c is 1
    }
    const Rational before = answers(queries, yes, half, third, reach);
    // e^{1/b1} = 2 and e^{1/b2} = 3: 2 * 9 in general, 2 * 3 where all queries move one way.
    const Rational other = answers(either, yes, half, third, reach), higher = answers(upward, yes, half, third, reach);
    CHECK(before <= 18 * (other + missed));
    CHECK(other <= 18 * (before + missed));
    CHECK(before <= 6 * (higher + missed));
    CHECK(higher <= 6 * (before + missed));
    largest = std::max({largest, Rational(before / other), Rational(other / before)});
    largest_one_sided = std::max({largest_one_sided, Rational(before / higher), Rational(higher / before)});
  }
  CHECK(largest > 2);
  CHECK(largest_one_sided > Rational(3, 2));
}

}  // namespace
