#include "proofs/checker/pairs.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "proofs/checker/parameters.hpp"
#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr long most_atoms = 16'384;

Enclosure constant(const Rational& x) {
  return [x](long bits) { return Interval(x, bits); };
}
/// c e^a / (1 + d e^b).
Enclosure logistic(const Rational& c, const Rational& a, const Rational& d, const Rational& b) {
  return [=](long bits) { return exp(Interval(a, bits)) * c / (exp(Interval(b, bits)) * d + Rational(1)); };
}

/// A precision's value once computed is kept.
Enclosure remembered(Enclosure value) {
  const auto last = std::make_shared<Interval>(0, 2);
  return [=](long bits) {
    if (last->bits() != bits) *last = value(bits);
    return *last;
  };
}

/// What a closed form knows a pair by.
Pair known_by(const char* name, Rational parameter) {
  Pair pair;
  pair.name = name;
  pair.parameter = std::move(parameter);
  return pair;
}

/// N(mu, 1) against N(0, 1).
Pair gaussian(const Rational& mu_squared) {
  Pair pair = known_by("mu_squared", mu_squared);
  if (mu_squared == 0) {
    pair.atoms.push_back({constant(1), constant(1), {}});
    return pair;
  }
  pair.top = {.infinite = true};
  pair.tails = [mu_squared](const Interval& loss) {
    const Interval mu = sqrt(Interval(mu_squared, loss.bits())), half = mu * Rational(1, 2), at = loss / mu;
    return std::pair(normal_tail(at - half), normal_tail(at + half));
  };
  return pair;
}

Pair gaussian_pair(const Json& m) {
  expect(m, "gaussian", {"sigma", "sensitivity"});
  const Rational mu = sensitivity(m) / positive(m, "sigma");
  return gaussian(mu * mu);
}

Pair gdp_pair(const Json& m) {
  expect(m, "gdp", {"mu"});
  const Rational mu = nonnegative(m, "mu");
  return gaussian(mu * mu);
}

/// A noisy sum and a noisy count together, as one vector.
Pair adaptive_clipping_pair(const Json& m, const std::string& direction) {
  expect(m, "adaptive_clipping", {"noise_multiplier", "gradient_noise_multiplier", "count_stddev"});
  const Rational bit = 1 / (2 * positive(m, "count_stddev"));
  const int moved = direction.starts_with("replace") ? 4 : 1;  // a record that changes moves both twice as far
  if (either(m, "gradient_noise_multiplier", "noise_multiplier")) {
    const Rational sum = 1 / positive(m, "gradient_noise_multiplier");
    return gaussian(moved * (sum * sum + bit * bit));
  }
  const Rational both = 1 / positive(m, "noise_multiplier");
  need(both > bit, "no noise is left for the sum");
  return gaussian(moved * both * both);
}

/// A record moves one column, by its norm.
Pair matrix_pair(const Json& m) {
  expect(m, "matrix_mechanism", {"strategy", "sigma", "sensitivity"});
  std::vector<Rational> columns;
  for (const Json& json : list(m, "strategy", most_atoms)) {
    const std::vector<Rational> row = numbers(json, "a row");
    if (columns.empty()) columns.resize(row.size());
    need(row.size() == columns.size() && !row.empty(), "rows of different lengths");
    for (std::size_t i = 0; i < row.size(); ++i) kept_small(columns[i] += row[i] * row[i]);
  }
  need(!columns.empty(), "a strategy without rows");
  const Rational mu = sensitivity(m) / positive(m, "sigma");
  return gaussian(mu * mu * *std::max_element(columns.begin(), columns.end()));
}

/// Atoms at +-s, and between them the density e^{-(s-l)/2}/4 of P and e^{-(s+l)/2}/4 of Q.
Pair laplace_pair(const Json& m) {
  expect(m, "laplace", {"scale", "sensitivity"});
  const Rational s = sensitivity(m) / positive(m, "scale"), half(1, 2);
  const Enclosure near = constant(half), far = [=](long bits) { return exp(Interval(-s, bits)) * half; };
  Pair pair = known_by("shift", s);
  pair.atoms = {{near, far, {.shift = s}}, {far, near, {.shift = -s}}};
  pair.tails = [=](const Interval& loss) {
    const Interval end(s, loss.bits()), one(1, loss.bits());
    const Interval l = at_least(loss, s) ? end : at_most(loss, -s) ? -end : loss;
    return std::pair((one - exp((l - end) * half)) * half, (exp((-l - end) * half) - exp(-end)) * half);
  };
  return pair;
}

Pair zcdp_pair(const Json& m) {
  expect(m, "zcdp", {"rho"});
  return known_by("rho", nonnegative(m, "rho"));
}

/// A Gaussian loss is (mu^2/2)-zCDP. Read from the class to the Gaussian in it, of mu^2 = 2 rho, this shows what the
/// class can do, and bounds nothing.
Pair gaussian_is_zcdp(const Json& m) {
  const std::string name = text(m, "mechanism");
  if (name != "zcdp") return known_by("rho", (name == "gdp" ? gdp_pair(m) : gaussian_pair(m)).parameter / 2);
  Pair pair = gaussian(2 * zcdp_pair(m).parameter);
  pair.dominates = false;
  return pair;
}

/// `infinite` is P's mass where Q has none, `reverse_infinite` Q's where P has none: the latter takes no part in delta.
Pair finite(std::vector<Atom> atoms, Rational infinite, Rational reverse_infinite) {
  Pair pair;
  pair.atoms = std::move(atoms);
  pair.infinite = std::move(infinite);
  pair.reverse_infinite = std::move(reverse_infinite);
  return pair;
}

Pair finite_of(const std::vector<Rational>& p, const std::vector<Rational>& q) {
  Pair pair = finite({}, 0, 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (q[i] == 0)
      pair.infinite += p[i];
    else if (p[i] == 0)
      pair.reverse_infinite += q[i];
    else
      pair.atoms.push_back({constant(p[i]), constant(q[i]), {.ratio = p[i] / q[i]}});
  }
  return pair;
}

Pair finite_pair(const Json& m, const std::string& direction) {
  expect(m, "finite", {"p", "q"});
  std::vector<Rational> p = distribution(member(m, "p"), "p"), q = distribution(member(m, "q"), "q");
  need(p.size() == q.size(), "p and q differ in length");
  if (direction == "add" || direction == "replace_reversed") std::swap(p, q);
  Pair pair = finite_of(p, q);
  pair.symmetric = false;
  return pair;
}

Pair randomized_response_pair(const Json& m) {
  expect(m, "randomized_response", {"truth_probability", "epsilon", "gamma", "categories"});
  const std::uint64_t k = m.contains("categories") ? count(m, "categories", 1'000'000'000) : 2;
  need(k >= 2, "fewer than two categories");
  need(m.contains("truth_probability") + m.contains("epsilon") + m.contains("gamma") == 1, "not one parameter");
  if (m.contains("epsilon")) {
    const Rational e = nonnegative(m, "epsilon"), others(k - 1);
    const Enclosure truth = logistic(1, 0, others, -e), other = logistic(1, -e, others, -e),
                    neither = logistic(Rational(k - 2), -e, others, -e);
    std::vector<Atom> atoms = {{other, truth, {-e}}, {truth, other, {e}}};
    if (k > 2) atoms.push_back({neither, neither, {}});
    return finite(std::move(atoms), 0, 0);
  }
  need(k == 2 || !m.contains("gamma"), "gamma with more than two categories");
  const Rational p = m.contains("gamma") ? real(m, "gamma") + Rational(1, 2) : probability(m, "truth_probability");
  need(p * k >= 1 && p <= 1, "the truth is less likely than another answer, or more than certain");
  const Rational other = (1 - p) / (k - 1), neither = other * (k - 2);
  return finite_of({p, other, neither}, {other, p, neither});
}

/// The density falls by E = e^-epsilon at each step of a staircase.
Pair staircase_pair(const Json& m) {
  expect(m, "staircase", {"epsilon", "gamma"});
  const Rational e = positive(m, "epsilon"), g = probability(m, "gamma"), half(1, 2),
                 least = std::min(g, Rational(1 - g));
  const auto ratio = [=](long bits) { return exp(Interval(-e, bits)); };
  const auto height = [=](long bits) {
    return -expm1(Interval(-e, bits)) / ((ratio(bits) * Rational(1 - g) + g) * Rational(2));
  };
  const Enclosure high = [=](long bits) { return height(bits) * least + half; };
  const Enclosure low = [=](long bits) { return high(bits) * ratio(bits); };
  const Enclosure middle = [=](long bits) {
    const Interval mass = height(bits) * Rational(1 - 2 * least);
    return g < half ? mass * ratio(bits) : mass;
  };
  return finite({{high, low, {e}}, {low, high, {-e}}, {middle, middle, {}}}, 0, 0);
}

/// The pair that dominates every (epsilon, delta)-private mechanism.
Pair binary_pair(const Json& m) {
  const bool pure = text(m, "mechanism") == "pure_dp";
  expect(m, pure ? "pure_dp" : "approx_dp", {"epsilon", "delta"});
  need(pure != m.contains("delta"), "delta of a pure_dp, or an approx_dp without one");
  const Rational e = nonnegative(m, "epsilon"), d = pure ? Rational(0) : probability(m, "delta");
  const Enclosure high = logistic(1 - d, 0, 1, -e), low = logistic(1 - d, -e, 1, -e);
  return finite({{low, high, {-e}}, {high, low, {e}}}, d, d);
}

Pair discrete_laplace_pair(const Json& m) {
  expect(m, "discrete_laplace", {"scale", "sensitivity"});
  const Rational rate = 1 / positive(m, "scale"), d = sensitivity(m);
  need(d.get_den() == 1 && d < most_atoms, "the sensitivity is no integer below 4096");
  const long shift = d.get_num().get_si();
  // The mass of x under the noise at 0: of all x <= 0, of x, of all x >= d.
  const auto mass = [&](long x) -> Enclosure {
    const Enclosure from = logistic(1, -rate * x, 1, -rate), beyond = logistic(1, -rate * (x + 1), 1, -rate);
    if (x == 0 || x == shift) return from;
    return [=](long bits) { return from(bits) - beyond(bits); };
  };
  std::vector<Atom> atoms;
  for (long x = shift; x >= 0; --x) atoms.push_back({mass(x), mass(shift - x), {rate * (shift - 2 * x)}});
  return finite(std::move(atoms), 0, 0);
}

/// Masses proportional to e^{-x^2/(2 sigma^2)} on the integers, at 0 against at d.
Pair discrete_gaussian_pair(const Json& m) {
  expect(m, "discrete_gaussian", {"sigma", "sensitivity"});
  const Rational sigma = positive(m, "sigma"), d = sensitivity(m), twice = 2 * sigma * sigma;
  const Integer reach(Rational(20 * sigma + 20));  // what is beyond has masses below e^-200
  need(d.get_den() == 1 && d < most_atoms && reach < most_atoms, "a sensitivity that is no integer, or one too large");
  const long shift = d.get_num().get_si(), last = reach.get_si();
  const auto weight = [=](long x, long bits) { return exp(Interval(Rational(-x) * x / twice, bits)); };
  // The weights beyond `last` fall faster than a geometric series whose ratio is that of the first two.
  const Enclosure beyond = [=](long bits) {
    return weight(last + 1, bits) / -expm1(Interval(Rational(-2 * last - 3) / twice, bits));
  };
  const Enclosure all = remembered([=](long bits) {
    Interval sum(1, bits);
    for (long x = 1; x <= last; ++x) sum = sum + weight(x, bits) * Rational(2);
    return hull(sum, sum + beyond(bits) * Rational(2));
  });
  const auto mass = [=](long x) -> Enclosure { return [=](long bits) { return weight(x, bits) / all(bits); }; };
  Pair pair;
  for (long x = -last; x <= last + shift; ++x)
    pair.atoms.push_back({mass(x), mass(x - shift), {d * (shift - 2 * x) / twice}});
  pair.top = {.infinite = true};
  pair.rest = [=](long bits) { return beyond(bits) * Rational(2) / all(bits); };
  return pair;
}

/// The noise on a count that attains all that t records can do to a mechanism of pure privacy.
Pair pure_group_pair(const Json& m) {
  expect(m, "group", {"size", "base"});
  const Json& base = base_of(m);
  expect(base, "pure_dp", {"epsilon"});
  const std::string scale = text_of(1 / positive(base, "epsilon"));
  const std::uint64_t size = count(m, "size", most_atoms);
  return discrete_laplace_pair(
      {{"mechanism", "discrete_laplace"}, {"scale", scale}, {"sensitivity", std::to_string(size)}});
}

/// (q P + (1-q) Q, Q), or with `add` (Q, q P + (1-q) Q), of a base whose pair (P, Q) is symmetric.
Pair mixed(const Pair& base, const Rational& q, bool add) {
  const Rational b = 1 - q;
  Pair pair = finite({}, add ? Rational(0) : Rational(q * base.infinite), 0);
  pair.symmetric = false;
  pair.rest = base.rest;  // it has the same mass under P and under Q
  const auto put = [&](Enclosure mixture, Enclosure plain) {
    if (add) std::swap(mixture, plain);
    const Enclosure loss = [mixture, plain](long bits) { return log(mixture(bits) / plain(bits)); };
    pair.atoms.push_back({mixture, plain, {.computed = loss}});
  };
  for (const Atom& atom : base.atoms)
    put([q, b, p = atom.p, r = atom.q](long bits) { return p(bits) * q + r(bits) * b; }, atom.q);
  // Where the base's P has no mass the mixture has 1 - q times that of Q.
  if (q < 1 && base.reverse_infinite > 0) put(constant(b * base.reverse_infinite), constant(base.reverse_infinite));
  if (q == 1 && add) pair.infinite = base.reverse_infinite;
  if (base.top) pair.top = add && q < 1 ? Real{.ratio = 1 / b} : *base.top;  // an infinite one
  if (!base.tails) return pair;
  // The mixture's loss is l where the base's is log(1 + (e^l - 1)/q), and is nowhere below log(1-q).
  const Tails removed = [q, b, tails = base.tails](const Interval& loss) {
    const Interval x = expm1(loss) * Rational(1 / q);
    const auto [p, r] = tails(at_most(x, -1) ? log(Interval(0, loss.bits())) : log1p(x));
    return std::pair(p * q + r * b, r);
  };
  pair.tails = !add ? removed : [removed](const Interval& loss) {
    const auto all = removed(log(Interval(0, loss.bits()))), above = removed(-loss);
    return std::pair(all.second - above.second, all.first - above.first);
  };
  return pair;
}

/// A sample taken with probability q of a mechanism whose pair is symmetric, or explicit.
Pair mixed(const Json& base, const Rational& q, bool add) {
  static const std::map<std::string, std::string> theorems = {{"gaussian", "gaussian-pair"},
                                                              {"adaptive_clipping", "adaptive-clipping"},
                                                              {"laplace", "laplace-pair"},
                                                              {"discrete_gaussian", "discrete-gaussian-pair"},
                                                              {"discrete_laplace", "discrete-laplace-pair"},
                                                              {"randomized_response", "randomized-response-pair"},
                                                              {"pure_dp", "kov-binary-pair"},
                                                              {"approx_dp", "kov-binary-pair"},
                                                              {"finite", "finite-pair"}};
  const auto theorem = theorems.find(text(base, "mechanism"));
  need(theorem != theorems.end() && q > 0 && q <= 1, "no theorem about such a sample");
  Pair pair = mixed(pair_by(theorem->second, base, "remove"), q, add);
  pair.also = theorem->second;
  return pair;
}

Pair sampled_pair(const Json& m, const std::string& direction) {
  expect(m, "poisson_sampled", {"rate", "base"});
  need(direction == "remove" || direction == "add", "a sample under another direction than remove and add");
  return mixed(base_of(m), real(m, "rate"), direction == "add");
}

Pair sampled_gaussian_pair(const Json& m, const std::string& direction) {
  need(text(base_of(m), "mechanism") == "gaussian", "a sample of other noise than Gaussian");
  return sampled_pair(m, direction);
}

/// (1-q) N(0) + q N(1) against (1-q) N(0) + q N(-1), of standard deviation s: with y = e^{x/s^2}, c = e^{-1/(2 s^2)}
/// the loss is log((b + q c y)/(b + q c/y)), an odd function of x, and l where q c y is (b (t-1) + sqrt(b^2 (t-1)^2 + 4
/// t q^2 c^2))/2, t = e^l.
Pair sampled_replace_pair(const Json& m, const std::string& direction) {
  expect(m, "poisson_sampled", {"rate", "base"});
  need(direction.starts_with("replace"), "a pair of the direction replace for another");
  const Json& base = base_of(m);
  const Rational mu_squared = gaussian_pair(base).parameter, q = probability(m, "rate"), b = 1 - q;
  need(q > 0, "rate 0 has no part here");
  if (q == 1) return gaussian(4 * mu_squared);
  const Rational s = real(base, "sigma") / sensitivity(base), s2 = s * s;
  Pair pair;
  pair.top = {.infinite = true};
  pair.tails = [=](const Interval& loss) {
    const bool down = sign(loss) < 0;
    const Interval c = exp(Interval(-1 / (2 * s2), loss.bits())), t = exp(down ? -loss : loss);
    const Interval d = (t - Rational(1)) * b;
    const Interval qcy = (d + sqrt(d * d + t * c * c * Rational(4 * q * q))) * Rational(1, 2);
    const Interval up = log(qcy / (c * q)) * s2, x = down ? -up : up;
    const auto tail = [&](int mean) { return normal_tail((x - Rational(mean)) / s); };
    return std::pair(tail(0) * b + tail(1) * q, tail(0) * b + tail(-1) * q);
  };
  return pair;
}

/// A batch of fixed size, one record replaced. The first pair is attained where all other records have the value that
/// one is changed to. What dominates has its law above 0, below 0 that of the second, and the rest at 0.
Pair batch_pair(const Json& m, const std::string& direction) {
  expect(m, "sampled_without_replacement", {"batch", "population", "base"});
  need(direction.starts_with("replace"), "a batch of fixed size under another direction than replace");
  Pair pair = mixed(base_of(m), real(m, "batch") / positive(m, "population"), false);
  pair.dominates = false;
  return pair;
}

using Rule = std::function<Pair(const Json&, const std::string& direction)>;

const std::map<std::string, Rule>& rules() {
  const auto either_way = [](Pair (*pair)(const Json&)) -> Rule {
    return [pair](const Json& m, const std::string&) { return pair(m); };
  };
  static const std::map<std::string, Rule> all = {
      {"gaussian-pair", either_way(gaussian_pair)},
      {"gdp-pair", either_way(gdp_pair)},
      {"laplace-pair", either_way(laplace_pair)},
      {"discrete-laplace-pair", either_way(discrete_laplace_pair)},
      {"discrete-gaussian-pair", either_way(discrete_gaussian_pair)},
      {"randomized-response-pair", either_way(randomized_response_pair)},
      {"kov-binary-pair", either_way(binary_pair)},
      {"group-pure-exact", either_way(pure_group_pair)},
      {"staircase-pair", either_way(staircase_pair)},
      {"adaptive-clipping", adaptive_clipping_pair},
      {"matrix-mechanism", either_way(matrix_pair)},
      {"finite-pair", finite_pair},
      {"zcdp-definition", either_way(zcdp_pair)},
      {"gaussian-is-zcdp", either_way(gaussian_is_zcdp)},
      {"sampling-without-replacement", batch_pair},
      {"poisson-sampling", sampled_pair},
      {"poisson-sampling-gaussian", sampled_gaussian_pair},
      {"poisson-sampling-gaussian-replace", sampled_replace_pair},
  };
  return all;
}

}  // namespace

Pair pair_by(const std::string& theorem, const Json& m, const std::string& direction) {
  const auto rule = rules().find(theorem);
  need(rule != rules().end(), "no theorem " + theorem + " that gives a pair");
  return rule->second(m, direction);
}

}  // namespace assay::checker
