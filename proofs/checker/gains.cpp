#include "proofs/checker/gains.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr std::size_t most_probabilities = std::size_t{1} << 18U;

/// How many outputs have a column.
using Outputs = std::map<Column, Rational>;

Outputs product(const Outputs& a, const Outputs& b, Budget& probabilities) {
  Outputs result;
  probabilities.spend(a.size() * b.size() * a.begin()->first.size());
  for (const auto& [column, m] : a)
    for (const auto& [other, n] : b) {
      Column both = column;
      for (std::size_t x = 0; x < both.size(); ++x) kept_small(both[x] *= other[x]);
      kept_small(result[both] += m * n);
    }
  return result;
}

Rational exact_score(const Score& score, const Column& belief, std::size_t x, bool posterior) {
  Rational sum = 0;
  if (score.name == "brier") {
    for (const Rational& p : belief) sum += p * p;
    return sum - 2 * belief[x] + 1;
  }
  const auto top = std::max_element(belief.begin(), belief.end());
  const auto modes = std::count(belief.begin(), belief.end(), *top);
  if (belief[x] < *top) return 1;
  if (score.ties == "uniform") return 1 - Rational(1, static_cast<unsigned long>(modes));
  if (score.ties == "lowest_index") return top - belief.begin() == static_cast<std::ptrdiff_t>(x) ? 0 : 1;
  return modes == 1 || (posterior && score.ties == "adversarial") ? 0 : 1;
}

Interval power(const Interval& x, const Rational& exponent) { return exp(log(x) * exponent); }

/// (p_x / |p|)^(a - 1) with the a-norm: the pseudospherical score of order a, reversed.
Enclosure direction(const Column& belief, std::size_t x, const Rational& a) {
  return [belief, x, a](long bits) {
    Interval sum(0, bits);
    for (const Rational& p : belief)
      if (p > 0) sum = sum + power(Interval(p, bits), a);
    return power(power(Interval(belief[x], bits), a) / sum, 1 - 1 / a);
  };
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
    for (const Column& column : single) one[column] += 1;
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
  Score read{text(score, "rule"), ""};
  const bool ordered = read.name == "pseudospherical", tied = read.name == "zero_one";
  need(ordered || tied || read.name == "log" || read.name == "brier", "the checker has no scoring rule " + read.name);
  only(score, {"rule", ordered ? "order" : tied ? "ties" : "rule"});
  if (ordered) need((read.order = real(score, "order")) > 1, "an order that is not above 1");
  const std::set<std::string> ties = {"uniform", "lowest_index", "strict", "adversarial"};
  if (tied) need(ties.contains(read.ties = text(score, "ties")), "no such rule for ties");
  return read;
}

Real gain(const Score& score, const Column& prior, const Column& output, std::size_t x) {
  Column posterior;
  Rational sum = 0;
  for (std::size_t y = 0; y < prior.size(); ++y) kept_small(sum += posterior.emplace_back(prior[y] * output[y]));
  if (score.name == "log") return sum == 0 ? Real{.infinite = true} : Real{.ratio = output[x] / sum};
  for (Rational& p : posterior) p /= sum;
  if (score.name == "brier" || score.name == "zero_one")
    return {.shift = exact_score(score, prior, x, false) - exact_score(score, posterior, x, true)};
  if (posterior == prior) return {};
  return {.computed = [before = direction(prior, x, score.order),
                       after = direction(posterior, x, score.order)](long bits) { return after(bits) - before(bits); }};
}

// Theorem `persuasion-is-pdp`, with r = p/q > 1; each has one maximum. Log: the gain falls with the mass of the truth.
// Brier: it is largest where D = 1 + mass (r - 1) has D^3 = r, and there 2 (b-1) (b+1)^3 / (b^2+b+1)^2 with b =
// r^(1/3). Pseudospherical of order a, with c = 1 - 1/a, C = r^a, D = C^(1/(1+c)): where the odds against the truth are
// w^(1/a), w = (D-1) C/(C-D), and there ((C-D)/(C-1))^c (1 - D^-c).
Real largest_gain(const Score& score, const Rational& p, const Rational& q, const Rational& floor,
                  const Rational& ceiling) {
  const bool brier = score.name == "brier";
  if (score.name == "zero_one") {  // by priors just below 1/2, and by 1/2 where ties help
    need(floor == 0 && ceiling == 1, "zero_one with bounds on the mass of the truth");
    return {.shift = p > q || (p == q && score.ties == "adversarial") ? 1 : 0};
  }
  if (p <= q) return {};
  if (q == 0 && floor == 0) return {.shift = brier ? 2 : 1, .infinite = score.name == "log"};
  const auto at = [&](const Rational& mass) { return gain(score, {mass, 1 - mass}, {p, q}, 0); };
  if (score.name == "log" || q == 0) return at(floor);
  const Rational r = p / q, a = score.order, c = 1 - 1 / a;
  const auto powers = [r, a, c](long bits) {
    return std::pair(power(Interval(r, bits), a), power(Interval(r, bits), a / (1 + c)));
  };
  const auto past_the_best = [&](const Rational& mass) {
    const Rational d = 1 + mass * (r - 1);
    if (brier) return cmp(d * d * d, r);
    const Enclosure excess = [=](long bits) {
      const auto [all, part] = powers(bits);
      return (part - Rational(1)) * all / (all - part) - power(Interval((1 - mass) / mass, bits), a);
    };
    return compare({.computed = excess}, {});
  };
  if (floor > 0 && past_the_best(floor) >= 0) return at(floor);
  if (ceiling < 1 && past_the_best(ceiling) <= 0) return at(ceiling);
  return {.computed = [=](long bits) {
    const Interval b = power(Interval(r, bits), Rational(1, 3)), more = b + Rational(1), sum = b * more + Rational(1);
    if (brier) return (b - Rational(1)) * more * more * more * Rational(2) / (sum * sum);
    const auto [all, part] = powers(bits);
    return power((all - part) / (all - Rational(1)), c) * (Interval(1, bits) - power(part, -c));
  }};
}

Real mean(const std::vector<Weighted>& gains, const Rational& order) {
  Rational exact = 0;
  bool is_exact = order == 1;
  for (const auto& [mass, gain] : gains) {
    if (gain.infinite && order >= 1) return gain;
    is_exact = is_exact && !gain.computed && gain.ratio == 1;
    exact += mass * gain.shift;
  }
  if (is_exact) return {.shift = exact};
  return {.computed = [gains, order](long bits) {
    Interval sum(0, bits);
    for (const auto& [mass, gain] : gains)
      if (!gain.infinite) sum = sum + (order == 1 ? value(gain, bits) : exp(value(gain, bits) * (order - 1))) * mass;
    return order == 1 ? sum : log(sum) / (order - 1);
  }};
}

}  // namespace assay::checker
