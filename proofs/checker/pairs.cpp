#include "proofs/checker/pairs.hpp"

#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

Rational real(const Json& mechanism, const char* name) { return read_rational(text(mechanism, name)); }
Rational real_or(const Json& mechanism, const char* name, int otherwise) {
  return mechanism.contains(name) ? real(mechanism, name) : Rational(otherwise);
}
Rational positive(Rational x, const char* name) {
  need(x > 0, std::string(name) + " is not positive");
  return x;
}
Rational unit(Rational x, const char* name) {
  need(x >= 0 && x <= 1, std::string(name) + " is not in [0, 1]");
  return x;
}
void expect(const Json& mechanism, const std::string& name, std::set<std::string> fields) {
  need(text(mechanism, "mechanism") == name, "the theorem is not about " + text(mechanism, "mechanism"));
  fields.insert({"mechanism", "count"});
  only(mechanism, fields);
}

std::function<Interval(long)> constant(Rational x) {
  return [x = std::move(x)](long bits) { return Interval(x, bits); };
}
/// c e^a / (1 + d e^b).
std::function<Interval(long)> logistic(Rational c, Rational a, Rational d, Rational b) {
  return [=](long bits) { return exp(Interval(a, bits)) * c / (exp(Interval(b, bits)) * d + Rational(1)); };
}
Atom atom_at(Rational loss, std::function<Interval(long)> p, std::function<Interval(long)> q) {
  return {std::move(p), std::move(q), std::move(loss), 0, true};
}

Pair gaussian(Rational mu_squared) {
  Pair pair;
  pair.a = std::move(mu_squared);
  return pair;
}

Pair gaussian_pair(const Json& m) {
  expect(m, "gaussian", {"sigma", "sensitivity"});
  const Rational mu = positive(real_or(m, "sensitivity", 1), "sensitivity") / positive(real(m, "sigma"), "sigma");
  return gaussian(mu * mu);
}

Pair gdp_pair(const Json& m) {
  expect(m, "gdp", {"mu"});
  const Rational mu = real(m, "mu");
  need(mu >= 0, "mu is negative");
  return gaussian(mu * mu);
}

Pair laplace_pair(const Json& m) {
  expect(m, "laplace", {"scale", "sensitivity"});
  Pair pair;
  pair.kind = Pair::Kind::laplace;
  pair.a = positive(real_or(m, "sensitivity", 1), "sensitivity") / positive(real(m, "scale"), "scale");
  return pair;
}

/// `infinite` is P's mass where Q has none, `reverse_infinite` Q's where P has none: the latter takes no part in delta.
Pair finite(std::vector<Atom> atoms, Rational infinite, Rational reverse_infinite) {
  Pair pair;
  pair.kind = Pair::Kind::finite;
  pair.atoms = std::move(atoms);
  pair.infinite = std::move(infinite);
  pair.reverse_infinite = std::move(reverse_infinite);
  return pair;
}

Pair finite_of(const std::vector<Rational>& p, const std::vector<Rational>& q) {
  std::vector<Atom> atoms;
  Rational infinite = 0, reverse_infinite = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (q[i] == 0)
      infinite += p[i];
    else if (p[i] == 0)
      reverse_infinite += q[i];
    else
      atoms.push_back({constant(p[i]), constant(q[i]), 0, p[i] / q[i], true});
  }
  for (Atom& atom : atoms)
    if (atom.log_of == 1) atom.log_of = 0;  // the loss 0, a rational one
  return finite(std::move(atoms), infinite, reverse_infinite);
}

constexpr std::size_t most_atoms = 4096;

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
    const Rational e = real(m, "epsilon");
    need(e >= 0, "epsilon is negative");
    const Rational others(k - 1);
    std::vector<Atom> atoms = {atom_at(-e, logistic(1, -e, others, -e), logistic(1, 0, others, -e)),
                               atom_at(e, logistic(1, 0, others, -e), logistic(1, -e, others, -e))};
    const auto neither = logistic(Rational(k - 2), -e, others, -e);
    if (k > 2) atoms.push_back(atom_at(0, neither, neither));
    return finite(std::move(atoms), 0, 0);
  }
  need(k == 2 || !m.contains("gamma"), "gamma with more than two categories");
  const Rational p =
      unit(m.contains("gamma") ? real(m, "gamma") + Rational(1, 2) : real(m, "truth_probability"), "the probability");
  need(p * k >= 1, "the truth is less likely than another answer");
  const Rational other = (1 - p) / (k - 1), neither = other * (k - 2);
  return finite_of({p, other, neither}, {other, p, neither});
}

/// The pair that dominates every (epsilon, delta)-private mechanism.
Pair binary_pair(const Json& m) {
  const bool pure = text(m, "mechanism") == "pure_dp";
  expect(m, pure ? "pure_dp" : "approx_dp", {"epsilon", "delta"});
  need(pure != m.contains("delta"), "delta of a pure_dp, or an approx_dp without one");
  const Rational e = real(m, "epsilon"), d = pure ? Rational(0) : unit(real(m, "delta"), "delta");
  need(e >= 0, "epsilon is negative");
  const auto high = logistic(1 - d, 0, 1, -e), low = logistic(1 - d, -e, 1, -e);
  return finite({atom_at(-e, low, high), atom_at(e, high, low)}, d, d);
}

Pair discrete_laplace_pair(const Json& m) {
  expect(m, "discrete_laplace", {"scale", "sensitivity"});
  const Rational rate = 1 / positive(real(m, "scale"), "scale");
  const Rational d = positive(real_or(m, "sensitivity", 1), "sensitivity");
  need(d.get_den() == 1 && d < most_atoms, "the sensitivity is no integer below 4096");
  const long shift = d.get_num().get_si();
  // The mass of x under the noise at 0: of all x <= 0, of x, of all x >= d.
  const auto mass = [rate, shift](long x) -> std::function<Interval(long)> {
    if (x == 0 || x == shift) return logistic(1, -rate * x, 1, -rate);
    const auto from = logistic(1, -rate * x, 1, -rate), beyond = logistic(1, -rate * (x + 1), 1, -rate);
    return [=](long bits) { return from(bits) - beyond(bits); };
  };
  std::vector<Atom> atoms;
  for (long x = shift; x >= 0; --x) atoms.push_back(atom_at(rate * (shift - 2 * x), mass(x), mass(shift - x)));
  return finite(std::move(atoms), 0, 0);
}

Pair zcdp_pair(const Json& m) {
  expect(m, "zcdp", {"rho"});
  Pair pair;
  pair.kind = Pair::Kind::zcdp;
  pair.a = real(m, "rho");
  need(pair.a >= 0, "rho is negative");
  pair.attained = false;
  return pair;
}

/// A Gaussian loss is (mu^2/2)-zCDP. Read from the class to the Gaussian in it, of mu^2 = 2 rho, this shows what the
/// class can do, and bounds nothing.
Pair gaussian_is_zcdp(const Json& m) {
  if (text(m, "mechanism") == "zcdp") {
    Pair pair = gaussian(2 * zcdp_pair(m).a);
    pair.dominates = false;
    return pair;
  }
  Pair pair = text(m, "mechanism") == "gdp" ? gdp_pair(m) : gaussian_pair(m);
  pair.kind = Pair::Kind::zcdp;
  pair.a /= 2;
  pair.attained = false;
  return pair;
}

Pair sampled_gaussian_pair(const Json& m, const std::string& direction) {
  expect(m, "poisson_sampled", {"rate", "base"});
  const Json& base = member(m, "base");
  need(!base.contains("count"), "a count inside a sample");
  const Rational mu_squared = gaussian_pair(base).a;
  Pair pair;
  pair.rate = unit(real(m, "rate"), "rate");
  need(pair.rate > 0, "rate 0 has no part here");
  const bool replaces = direction.starts_with("replace");
  if (pair.rate == 1) return gaussian(replaces ? Rational(4 * mu_squared) : mu_squared);
  pair.kind = Pair::Kind::sampled_gaussian;
  pair.a = real(base, "sigma") / real_or(base, "sensitivity", 1);
  pair.orientation = replaces ? "replace" : direction;
  pair.symmetric = replaces;
  return pair;
}

/// The first pair of a batch of fixed size: it is attained where all other records have the value that one is changed
/// to, and what dominates is another pair.
Pair batch_pair(const Json& m, const std::string& direction) {
  expect(m, "sampled_without_replacement", {"batch", "population", "base"});
  need(direction == "replace", "a batch of fixed size under another direction than replace");
  const Json sampled = {{"mechanism", "poisson_sampled"},
                        {"rate", text_of(real(m, "batch") / positive(real(m, "population"), "population"))},
                        {"base", member(m, "base")}};
  Pair pair = sampled_gaussian_pair(sampled, "remove");
  pair.dominates = false;
  return pair;
}

/// (q P + (1-q) Q, Q) for remove, and its reverse for add, from the (symmetric) finite pair of the base.
Pair sampled_finite_pair(const Json& m, const std::string& direction) {
  expect(m, "poisson_sampled", {"rate", "base"});
  need(direction == "remove" || direction == "add", "a sample of this base under replace");
  const Rational q = unit(real(m, "rate"), "rate");
  const Json& base = member(m, "base");
  need(!base.contains("count"), "a count inside a sample");
  const std::string name = text(base, "mechanism");
  const Pair whole = name == "finite"                ? finite_pair(base, "remove")
                     : name == "randomized_response" ? randomized_response_pair(base)
                     : name == "discrete_laplace"    ? discrete_laplace_pair(base)
                                                     : binary_pair(base);
  const bool add = direction == "add";
  Pair pair = finite({}, add ? Rational(0) : Rational(q * whole.infinite), 0);
  const auto put = [&](std::function<Interval(long)> mixed, std::function<Interval(long)> plain) {
    if (add) std::swap(mixed, plain);
    pair.atoms.push_back({std::move(mixed), std::move(plain), 0, 0, false});
  };
  for (const Atom& atom : whole.atoms)
    put([q, p = atom.p, r = atom.q](long bits) { return p(bits) * q + r(bits) * Rational(1 - q); }, atom.q);
  // Where the base's P has no mass the mixture has 1 - q times that of Q.
  if (q < 1 && whole.reverse_infinite > 0)
    put(constant((1 - q) * whole.reverse_infinite), constant(whole.reverse_infinite));
  if (q == 1 && add) pair.infinite = whole.reverse_infinite;
  pair.symmetric = false;
  return pair;
}

}  // namespace

std::vector<Rational> numbers(const Json& list, const std::string& name) {
  need(list.is_array() && list.size() <= most_atoms, name + " is not a list of at most 4096 numbers");
  std::vector<Rational> all;
  for (const Json& entry : list) {
    need(entry.is_string(), name + " holds something that is no text");
    all.push_back(read_rational(entry.get<std::string>()));
  }
  return all;
}

std::vector<Rational> distribution(const Json& list, const std::string& name) {
  const std::vector<Rational> masses = numbers(list, name);
  Rational sum = 0;
  for (const Rational& mass : masses) kept_small(sum += unit(mass, name.c_str()));
  need(sum == 1, name + " does not sum to 1");
  return masses;
}

Pair pair_by(const std::string& theorem, const Json& m, const std::string& direction) {
  need(direction == "remove" || direction == "add" || direction == "replace" || direction == "replace_reversed",
       "no such direction: " + direction);
  const bool replaces = direction.starts_with("replace");
  if (theorem == "gaussian-pair") return gaussian_pair(m);
  if (theorem == "gdp-pair") return gdp_pair(m);
  if (theorem == "laplace-pair") return laplace_pair(m);
  if (theorem == "discrete-laplace-pair") return discrete_laplace_pair(m);
  if (theorem == "randomized-response-pair") return randomized_response_pair(m);
  if (theorem == "kov-binary-pair") return binary_pair(m);
  if (theorem == "finite-pair") return finite_pair(m, direction);
  if (theorem == "zcdp-definition") return zcdp_pair(m);
  if (theorem == "gaussian-is-zcdp") return gaussian_is_zcdp(m);
  if (theorem == "sampling-without-replacement") return batch_pair(m, direction);
  if (theorem == "poisson-sampling") return sampled_finite_pair(m, direction);
  if (theorem == (replaces ? "poisson-sampling-gaussian-replace" : "poisson-sampling-gaussian"))
    return sampled_gaussian_pair(m, direction);
  throw Refused("no theorem " + theorem + " that gives a pair in the direction " + direction);
}

Json mechanism_by(const std::string& theorem, const Json& group) {
  expect(group, "group", {"size", "base"});
  const Rational t(count(group, "size", 1'000'000'000));
  need(t >= 1, "an empty group");
  Json base = member(group, "base");
  need(!base.contains("count"), "a count inside a group");
  const std::string name = text(base, "mechanism");
  const auto scale = [&](const char* field, const Rational& by) {
    base[field] = text_of(real_or(base, field, 1) * by);
    return base;
  };
  if (theorem == "group-sensitivity" && (name == "gaussian" || name == "laplace" || name == "discrete_laplace"))
    return scale("sensitivity", t);
  const auto given = [&](const char* only_name, const char* field, const Rational& by) {
    need(name == only_name, "the theorem is not about groups of " + name);
    member(base, field);
    return scale(field, by);
  };
  if (theorem == "group-pure-dp") return given("pure_dp", "epsilon", t);
  if (theorem == "group-zcdp") return given("zcdp", "rho", t * t);
  if (theorem == "group-gdp") return given("gdp", "mu", t);
  throw Refused("no theorem " + theorem + " about groups of " + name);
}

Json description(const Pair& pair) {
  switch (pair.kind) {
    case Pair::Kind::gaussian: return {{"kind", "gaussian"}, {"mu_squared", text_of(pair.a)}};
    case Pair::Kind::laplace: return {{"kind", "laplace"}, {"shift", text_of(pair.a)}};
    case Pair::Kind::finite:
      return {{"kind", "finite"}, {"atoms", pair.atoms.size()}, {"infinite", text_of(pair.infinite)}};
    case Pair::Kind::sampled_gaussian:
      return {{"kind", "sampled_gaussian"},
              {"sigma", text_of(pair.a)},
              {"rate", text_of(pair.rate)},
              {"orientation", pair.orientation}};
    case Pair::Kind::zcdp: return {{"kind", "zcdp"}, {"rho", text_of(pair.a)}};
  }
  throw Refused("no such pair");
}

}  // namespace assay::checker
