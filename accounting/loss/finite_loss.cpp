// Builders of FiniteLoss: merging, exact detection of a lattice, the sampling mixture.
#include "accounting/loss/finite_loss.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

// Numbers longer than this are their own primitive root: the key then names the unit just as exactly, only fewer
// lattices are found to be one.
constexpr std::size_t max_root_bits = 4096;

bool exact_root(Integer& n, unsigned long m) {
  Integer root;
  if (mpz_root(root.backend().data(), n.backend().data(), m) == 0) return false;
  n = root;
  return true;
}

bool is_prime(unsigned long n) {
  for (unsigned long d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return true;
}

// ln(p/q), to full relative accuracy also where the ratio is next to 1.
Ball log_ratio(const Rational& p, const Rational& q, long bits) { return log1p(Ball((p - q) / q, bits)); }

std::optional<FiniteLoss::Lattice> detect_lattice(const std::vector<Rational>& mass,
                                                  const std::vector<Rational>& dual) {
  FiniteLoss::Lattice lattice{"1", {}, Rational(1)};
  std::optional<Rational> unit;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const Rational ratio = mass[i] / dual[i];
    if (ratio == 1) {
      lattice.index.push_back(0);
      continue;
    }
    const PrimitiveRoot r = primitive_root(ratio);
    if (unit && *unit != r.root) return std::nullopt;
    unit = r.root;
    lattice.index.push_back(r.exponent);
  }
  if (unit) {
    lattice.key = "ln(" + numerator(*unit).str() + "/" + denominator(*unit).str() + ")";
    lattice.unit = std::nullopt;
  }
  return lattice;
}

}  // namespace

PrimitiveRoot primitive_root(const Rational& r) {
  const bool above = r > 1;
  Integer n = above ? numerator(r) : denominator(r);
  Integer d = above ? denominator(r) : numerator(r);
  const std::size_t bits = mpz_sizeinbase(n.backend().data(), 2);  // n > d
  long exponent = 1;
  if (bits <= max_root_bits)
    for (unsigned long m = 2; m < bits; ++m) {
      if (!is_prime(m)) continue;
      for (Integer a = n, b = d; exact_root(a, m) && exact_root(b, m); n = a, d = b) exponent *= static_cast<long>(m);
    }
  return {Rational(n, d), above ? exponent : -exponent};
}

PrivacyLoss zero_loss() { return GaussianLoss{0}; }

PrivacyLoss loss_of(FiniteLossPair pair) {
  const auto& lattice = pair.loss.lattice;
  if (pair.loss.infinite_mass == 0 && lattice && lattice->index.size() == 1 && lattice->index[0] == 0)
    return zero_loss();
  return std::move(pair.loss);
}

FiniteLossPair finite_loss(const std::vector<Rational>& p, const std::vector<Rational>& q) {
  FiniteLossPair pair;
  std::map<Rational, std::pair<Rational, Rational>> merged;  // by ratio, ascending
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (q[i] == 0) {
      pair.loss.infinite_mass += p[i];
    } else if (p[i] == 0) {
      pair.dual_infinite_mass += q[i];
    } else {
      auto& atom = merged[p[i] / q[i]];
      atom.first += p[i];
      atom.second += q[i];
    }
  }
  FiniteLoss::Exact exact;
  for (const auto& [ratio, atom] : merged) {
    exact.mass.push_back(atom.first);
    exact.dual_mass.push_back(atom.second);
  }
  pair.loss.lattice = detect_lattice(exact.mass, exact.dual_mass);
  const auto shared = std::make_shared<const FiniteLoss::Exact>(exact);
  pair.loss.exact = std::move(exact);
  pair.loss.atoms = [shared](long bits) {
    FiniteLoss::Atoms atoms;
    for (std::size_t i = 0; i < shared->mass.size(); ++i) {
      atoms.loss.push_back(log_ratio(shared->mass[i], shared->dual_mass[i], bits));
      atoms.mass.emplace_back(shared->mass[i], bits);
      atoms.dual_mass.emplace_back(shared->dual_mass[i], bits);
    }
    return atoms;
  };
  return pair;
}

FiniteLossPair binary_loss(const Rational& epsilon, const Rational& delta) {
  if (epsilon == 0) return finite_loss({delta, 1 - delta, 0}, {0, 1 - delta, delta});
  FiniteLossPair pair;
  pair.loss.infinite_mass = delta;
  pair.dual_infinite_mass = delta;
  if (delta == 1) {
    pair.loss.lattice = FiniteLoss::Lattice{"1", {}, Rational(1)};
    pair.loss.exact = FiniteLoss::Exact{};
    pair.loss.atoms = [](long) { return FiniteLoss::Atoms{}; };
    return pair;
  }
  pair.loss.lattice = FiniteLoss::Lattice{epsilon.str(), {-1, 1}, epsilon};
  pair.loss.atoms = [epsilon, delta](long bits) {
    const Ball e(epsilon, bits);
    const Ball small = exp(-e);  // e^-epsilon: no overflow at large epsilon
    const Ball high = Ball(1 - delta, bits) / (small + 1);
    const Ball low = high * small;
    return FiniteLoss::Atoms{{-e, e}, {low, high}, {high, low}};
  };
  return pair;
}

FiniteLossPair poisson_sampled_loss(const FiniteLossPair& base, const Rational& rate, Direction direction) {
  const bool remove = direction == Direction::remove;
  const Rational rest = 1 - rate;
  if (base.loss.exact) {  // rational throughout: mix the distributions and merge again
    std::vector<Rational> p = base.loss.exact->mass, q = base.loss.exact->dual_mass;
    p.insert(p.end(), {base.loss.infinite_mass, 0});
    q.insert(q.end(), {0, base.dual_infinite_mass});
    for (std::size_t i = 0; i < p.size(); ++i)
      (remove ? p : q)[i] = remove ? Rational(rest * q[i] + rate * p[i]) : Rational(rest * p[i] + rate * q[i]);
    return finite_loss(p, q);
  }

  // Where only one side of the base has mass, the mixture has a finite loss +-ln(1 - rate).
  FiniteLossPair pair;
  pair.loss.infinite_mass = remove ? Rational(rate * base.loss.infinite_mass) : Rational(0);
  pair.dual_infinite_mass = remove ? Rational(0) : Rational(rate * base.dual_infinite_mass);
  const Rational one_sided = remove ? base.dual_infinite_mass : base.loss.infinite_mass;
  pair.loss.atoms = [atoms = base.loss.atoms, rate, rest, one_sided, remove](long bits) {
    const FiniteLoss::Atoms from = atoms(bits);
    const Ball q(rate, bits), b(rest, bits);
    FiniteLoss::Atoms to;
    const auto add_one_sided = [&] {
      if (one_sided == 0) return;
      const Ball loss = log1p(-q), m(one_sided, bits);
      to.loss.push_back(remove ? loss : -loss);
      to.mass.push_back(remove ? b * m : m);
      to.dual_mass.push_back(remove ? m : b * m);
    };
    if (remove) add_one_sided();  // the least loss
    for (std::size_t i = 0; i < from.loss.size(); ++i) {
      const Ball mixed =
          b * (remove ? from.dual_mass[i] : from.mass[i]) + q * (remove ? from.mass[i] : from.dual_mass[i]);
      const Ball loss = log1p(q * expm1(remove ? from.loss[i] : -from.loss[i]));
      to.loss.push_back(remove ? loss : -loss);
      to.mass.push_back(remove ? mixed : from.mass[i]);
      to.dual_mass.push_back(remove ? from.dual_mass[i] : mixed);
    }
    if (!remove) add_one_sided();  // the greatest loss
    return to;
  };
  return pair;
}

}  // namespace assay::accounting
