#include "proofs/checker/gains.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t most_probabilities = std::size_t{1} << 18U;

/// Outputs by their columns, each divided by its sum.
using Outputs = std::map<Column, Rational>;

void add(Outputs& outputs, Column column, const Rational& times) {
  Rational sum = 0;
  for (const Rational& p : column) kept_small(sum += p);
  if (sum == 0) return;
  for (Rational& p : column) p /= sum;
  kept_small(outputs[std::move(column)] += sum * times);
}

Outputs product(const Outputs& a, const Outputs& b, Budget& probabilities) {
  Outputs result;
  probabilities.spend(a.size() * b.size() * a.begin()->first.size());
  for (const auto& [column, m] : a)
    for (const auto& [other, n] : b) {
      Column both = column;
      for (std::size_t x = 0; x < both.size(); ++x) both[x] *= other[x];
      add(result, std::move(both), m * n);
    }
  return result;
}

Rational exact_score(const Score& score, const Column& belief, std::size_t x, bool posterior) {
  Rational sum = 0, below = 0;
  if (score.name == "brier") {
    for (const Rational& p : belief) sum += p * p;
    return sum - 2 * belief[x] + 1;
  }
  if (score.name == "ranked_probability") {
    for (std::size_t y = 0; y + 1 < belief.size(); ++y) {
      below += belief[y];
      const Rational off = x <= y ? Rational(below - 1) : below;
      sum += off * off;
    }
    return sum;
  }
  const auto top = std::max_element(belief.begin(), belief.end());
  const auto modes = std::count(belief.begin(), belief.end(), *top);
  if (belief[x] < *top) return 1;
  if (score.ties == "uniform") return 1 - Rational(1, static_cast<unsigned long>(modes));
  if (score.ties == "lowest_index") return top - belief.begin() == static_cast<std::ptrdiff_t>(x) ? 0 : 1;
  return modes == 1 || (posterior && score.ties == "adversarial") ? 0 : 1;
}

/// p_x / |p|.
Enclosure direction(const Column& belief, std::size_t x) {
  Rational sum = 0;
  for (const Rational& p : belief) sum += p * p;
  return [sum, p = belief[x]](long bits) { return Interval(p, bits) / sqrt(Interval(sum, bits)); };
}

}  // namespace

std::vector<Column> read_outputs(const Json& claim) {
  const Json& kernels = list(claim, "kernels", 64);
  need(!kernels.empty(), "no kernels");
  std::vector<Column> single;
  Outputs all;
  Budget probabilities{most_probabilities};
  for (const Json& kernel : kernels) {
    only(kernel, {"rows", "count"});
    const Json& rows = list(kernel, "rows", 4096);
    std::uint64_t n = count(kernel, "count", 4096);
    need(n >= 1 && !rows.empty(), "a kernel has rows, and runs once or more often");
    need(single.empty() || single.front().size() == rows.size(), "kernels about different data");
    single.clear();
    for (std::size_t x = 0; x < rows.size(); ++x) {
      const std::vector<Rational> row = distribution(rows[x], "a row");
      if (x == 0) single.assign(row.size(), Column(rows.size()));
      need(row.size() == single.size() && row.size() * rows.size() <= most_probabilities, "rows of different lengths");
      for (std::size_t t = 0; t < row.size(); ++t) single[t][x] = row[t];
    }
    if (kernels.size() == 1 && n == 1) return single;
    Outputs one;
    for (const Column& column : single) add(one, column, 1);
    for (; n > 0; --n) all = all.empty() ? one : product(all, one, probabilities);
  }
  single.clear();
  for (const auto& [column, times] : all) {
    single.push_back(column);
    for (Rational& p : single.back()) p *= times;
  }
  return single;
}

Score read_score(const Json& score) {
  only(score, {"rule", "ties"});
  const std::set<std::string> names = {"log", "brier", "spherical", "ranked_probability", "zero_one"},
                              ties = {"uniform", "lowest_index", "strict", "adversarial"};
  Score read{text(score, "rule"), ""};
  need(names.contains(read.name), "the checker has no scoring rule " + read.name);
  if (read.name == "zero_one") read.ties = text(score, "ties");
  need(ties.contains(read.ties) || (read.name != "zero_one" && !score.contains("ties")), "no such rule for ties");
  return read;
}

Real gain(const Score& score, const Column& prior, const Column& output, std::size_t x) {
  Column posterior;
  Rational sum = 0;
  for (std::size_t y = 0; y < prior.size(); ++y) kept_small(sum += posterior.emplace_back(prior[y] * output[y]));
  if (score.name == "log") return {.ratio = output[x] / sum};
  for (Rational& p : posterior) p /= sum;
  if (posterior == prior) return {};
  if (score.name != "spherical")
    return {.shift = exact_score(score, prior, x, false) - exact_score(score, posterior, x, true)};
  return {.computed = [before = direction(prior, x), after = direction(posterior, x)](long bits) {
    return after(bits) - before(bits);
  }};
}

// Theorem `persuasion-is-pdp`, with r = p/q > 1. Log: the gain falls with the mass of the truth. Brier: it is largest
// where D = 1 + mass (r - 1) has D^3 = r, and there 2 (a-1) (a+1)^3 / (a^2+a+1)^2 with a = r^(1/3). Spherical: where
// the odds of the truth are 1/sqrt(b (b+1)), and there (b-1)/sqrt(b^2+b+1) with b = r^(2/3). Both have one maximum.
Real largest_gain(const Score& score, const Rational& p, const Rational& q, const Rational& floor,
                  const Rational& ceiling) {
  const bool brier = score.name == "brier";
  if (score.name == "zero_one") {  // by priors just below 1/2, and by 1/2 where ties help
    need(floor == 0 && ceiling == 1, "zero_one with bounds on the mass of the truth");
    return {.shift = p > q || (p == q && score.ties == "adversarial") ? 1 : 0};
  }
  need(score.name != "ranked_probability", "ranked_probability over two-point priors");
  if (p <= q) return {};
  if (q == 0 && floor == 0) return {.shift = brier ? 2 : 1, .infinite = score.name == "log"};
  const auto at = [&](const Rational& mass) { return gain(score, {mass, 1 - mass}, {p, q}, 0); };
  if (score.name == "log" || q == 0) return at(floor);
  const Rational r = p / q;
  const Enclosure root = [r, power = Rational(brier ? 1 : 2, 3)](long bits) {
    return exp(log(Interval(r, bits)) * power);
  };
  const auto past_the_best = [&](const Rational& mass) {
    const Rational d = 1 + mass * (r - 1), odds = mass == 1 ? Rational(r * r) : Rational(mass / (1 - mass));
    if (brier) return cmp(d * d * d, r);
    const Enclosure product = [root, odds](long bits) {
      const Interval b = root(bits);
      return b * (b + Rational(1)) * Rational(odds * odds);
    };
    return compare({.computed = product}, {.shift = 1});
  };
  if (past_the_best(floor) >= 0) return at(floor);
  if (past_the_best(ceiling) <= 0) return at(ceiling);
  return {.computed = [root, brier](long bits) {
    const Interval b = root(bits), less = b - Rational(1), more = b + Rational(1), sum = b * more + Rational(1);
    return brier ? less * more * more * more * Rational(2) / (sum * sum) : less / sqrt(sum);
  }};
}

}  // namespace assay::checker
