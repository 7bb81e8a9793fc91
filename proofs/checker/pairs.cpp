#include "proofs/checker/pairs.hpp"

#include <map>
#include <utility>

#include "proofs/checker/refused.hpp"

namespace assay::checker {
namespace {

constexpr long most_atoms = 4096;

Rational positive(const Json& mechanism, const char* name) {
  const Rational x = real(mechanism, name);
  need(x > 0, std::string(name) + " is not positive");
  return x;
}
Rational nonnegative(const Json& mechanism, const char* name) {
  const Rational x = real(mechanism, name);
  need(x >= 0, std::string(name) + " is negative");
  return x;
}
Rational probability(const Json& mechanism, const char* name) {
  const Rational x = real(mechanism, name);
  need(x >= 0 && x <= 1, std::string(name) + " is not in [0, 1]");
  return x;
}
Rational sensitivity(const Json& mechanism) {
  return mechanism.contains("sensitivity") ? positive(mechanism, "sensitivity") : Rational(1);
}

void expect(const Json& mechanism, const std::string& name, std::set<std::string> fields) {
  need(text(mechanism, "mechanism") == name, "the theorem is not about " + text(mechanism, "mechanism"));
  fields.insert({"mechanism", "count"});
  only(mechanism, fields);
}
const Json& base_of(const Json& mechanism) {
  const Json& base = member(mechanism, "base");
  need(!base.contains("count"), "a count within another mechanism");
  return base;
}

Enclosure constant(const Rational& x) {
  return [x](long bits) { return Interval(x, bits); };
}
/// c e^a / (1 + d e^b).
Enclosure logistic(const Rational& c, const Rational& a, const Rational& d, const Rational& b) {
  return [=](long bits) { return exp(Interval(a, bits)) * c / (exp(Interval(b, bits)) * d + Rational(1)); };
}

Pair with(Pair::Kind kind, Rational a) {
  Pair pair;
  pair.kind = kind;
  pair.a = std::move(a);
  return pair;
}

Pair gaussian_pair(const Json& m) {
  expect(m, "gaussian", {"sigma", "sensitivity"});
  const Rational mu = sensitivity(m) / positive(m, "sigma");
  return with(Pair::Kind::gaussian, mu * mu);
}

Pair gdp_pair(const Json& m) {
  expect(m, "gdp", {"mu"});
  const Rational mu = nonnegative(m, "mu");
  return with(Pair::Kind::gaussian, mu * mu);
}

Pair laplace_pair(const Json& m) {
  expect(m, "laplace", {"scale", "sensitivity"});
  return with(Pair::Kind::laplace, sensitivity(m) / positive(m, "scale"));
}

Pair zcdp_pair(const Json& m) {
  expect(m, "zcdp", {"rho"});
  return with(Pair::Kind::zcdp, nonnegative(m, "rho"));
}

/// A Gaussian loss is (mu^2/2)-zCDP. Read from the class to the Gaussian in it, of mu^2 = 2 rho, this shows what the
/// class can do, and bounds nothing.
Pair gaussian_is_zcdp(const Json& m) {
  const std::string name = text(m, "mechanism");
  if (name != "zcdp") return with(Pair::Kind::zcdp, (name == "gdp" ? gdp_pair(m) : gaussian_pair(m)).a / 2);
  Pair pair = with(Pair::Kind::gaussian, 2 * zcdp_pair(m).a);
  pair.dominates = false;
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

Pair sampled_gaussian_pair(const Json& m, const std::string& direction) {
  expect(m, "poisson_sampled", {"rate", "base"});
  const Json& base = base_of(m);
  const Rational mu_squared = gaussian_pair(base).a;
  const bool replaces = direction.starts_with("replace");
  const Rational rate = probability(m, "rate");
  need(rate > 0, "rate 0 has no part here");
  if (rate == 1) return with(Pair::Kind::gaussian, replaces ? Rational(4 * mu_squared) : mu_squared);
  Pair pair = with(Pair::Kind::sampled_gaussian, real(base, "sigma") / sensitivity(base));
  pair.rate = rate;
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
                        {"rate", text_of(real(m, "batch") / positive(m, "population"))},
                        {"base", member(m, "base")}};
  Pair pair = sampled_gaussian_pair(sampled, "remove");
  pair.dominates = false;
  return pair;
}

/// (q P + (1-q) Q, Q) for remove, and its reverse for add, from the (symmetric) finite pair of the base.
Pair sampled_finite_pair(const Json& m, const std::string& direction) {
  expect(m, "poisson_sampled", {"rate", "base"});
  need(direction == "remove" || direction == "add", "a sample of this base under replace");
  const Rational q = probability(m, "rate");
  const Json& base = base_of(m);
  const std::string name = text(base, "mechanism");
  const Pair whole = name == "finite"                ? finite_pair(base, "remove")
                     : name == "randomized_response" ? randomized_response_pair(base)
                     : name == "discrete_laplace"    ? discrete_laplace_pair(base)
                                                     : binary_pair(base);
  const bool add = direction == "add";
  Pair pair = finite({}, add ? Rational(0) : Rational(q * whole.infinite), 0);
  const auto put = [&](Enclosure mixed, Enclosure plain) {
    if (add) std::swap(mixed, plain);
    const Enclosure loss = [mixed, plain](long bits) { return log(mixed(bits) / plain(bits)); };
    pair.atoms.push_back({mixed, plain, {.computed = loss}});
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
  if (theorem == "group-pure-exact") return pure_group_pair(m);
  if (theorem == "finite-pair") return finite_pair(m, direction);
  if (theorem == "zcdp-definition") return zcdp_pair(m);
  if (theorem == "gaussian-is-zcdp") return gaussian_is_zcdp(m);
  if (theorem == "sampling-without-replacement") return batch_pair(m, direction);
  if (theorem == "poisson-sampling") return sampled_finite_pair(m, direction);
  if (theorem == (replaces ? "poisson-sampling-gaussian-replace" : "poisson-sampling-gaussian"))
    return sampled_gaussian_pair(m, direction);
  throw Refused("no theorem " + theorem + " that gives a pair in the direction " + direction);
}

Json description(const Pair& pair, const Json& mechanism) {
  const std::string a = text_of(pair.a);
  switch (pair.kind) {
    case Pair::Kind::gaussian: return {{"kind", "gaussian"}, {"mu_squared", a}};
    case Pair::Kind::laplace: return {{"kind", "laplace"}, {"shift", a}};
    case Pair::Kind::zcdp: return {{"kind", "zcdp"}, {"rho", a}};
    case Pair::Kind::sampled_gaussian:
      return {
          {"kind", "sampled_gaussian"}, {"sigma", a}, {"rate", text_of(pair.rate)}, {"orientation", pair.orientation}};
    case Pair::Kind::finite: break;
  }
  Json of = mechanism;
  of.erase("count");
  return {{"kind", "finite"}, {"of", of}, {"atoms", pair.atoms.size()}, {"infinite", text_of(pair.infinite)}};
}

// A group of t records is the same mechanism with one parameter t times as large, or t^2 times.
Json mechanism_by(const std::string& theorem, const Json& group) {
  expect(group, "group", {"size", "base"});
  static const std::map<std::pair<std::string, std::string>, const char*> parameters = {
      {{"group-sensitivity", "gaussian"}, "sensitivity"},
      {{"group-sensitivity", "laplace"}, "sensitivity"},
      {{"group-sensitivity", "discrete_laplace"}, "sensitivity"},
      {{"group-zcdp", "zcdp"}, "rho"},
      {{"group-gdp", "gdp"}, "mu"}};
  Json base = base_of(group);
  const auto found = parameters.find({theorem, text(base, "mechanism")});
  need(found != parameters.end(), "no theorem " + theorem + " about groups of " + text(base, "mechanism"));
  const std::string name = found->second;
  const Rational t(count(group, "size", 1'000'000'000)), by = name == "rho" ? Rational(t * t) : t;
  need(t >= 1, "an empty group");
  base[name] = text_of(by * (name == "sensitivity" ? sensitivity(base) : real(base, name.c_str())));
  return base;
}

}  // namespace assay::checker
