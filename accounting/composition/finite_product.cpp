// Exact enumeration of joint atoms in balls. Every mass is a sum of products of positive balls: none cancels.
#include "accounting/composition/finite_product.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <arb.h>

#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

// C(n, j) a^{n-j} b^j for j = 0..n.
std::vector<Ball> binomial_masses(const Ball& a, const Ball& b, std::uint64_t n) {
  std::vector<Ball> row{pow(a, n)};
  row.reserve(n + 1);
  const Ball ratio = b / a;
  for (std::uint64_t j = 1; j <= n; ++j)
    row.push_back(row.back() * ratio * static_cast<long>(n - j + 1) / static_cast<long>(j));
  return row;
}

// Term by term: relative accuracy is kept in every coefficient, however small.
std::vector<Ball> convolve(const std::vector<Ball>& x, const std::vector<Ball>& y, long bits) {
  std::vector<Ball> r(x.size() + y.size() - 1, Ball(0, bits));
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) arb_addmul(r[i + j].raw(), x[i].raw(), y[j].raw(), bits);
  return r;
}

std::vector<Ball> power(std::vector<Ball> base, std::uint64_t n, long bits) {
  std::vector<Ball> result{Ball(1, bits)};
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = convolve(result, base, bits);
    if (n > 1) base = convolve(base, base, bits);
  }
  return result;
}

std::vector<Ball> masses(const LatticeTerms& terms, long bits) {
  std::vector<Ball> all{Ball(1, bits)};
  for (const LatticeTerm& term : terms) {
    std::vector<Ball> row;
    if (term.index.size() == 2 && term.index.back() == 1) {
      row = binomial_masses(term.mass[0], term.mass[1], term.count);
    } else {
      row.assign(static_cast<std::size_t>(term.index.back()) + 1, Ball(0, bits));
      for (std::size_t i = 0; i < term.index.size(); ++i) row[static_cast<std::size_t>(term.index[i])] = term.mass[i];
      row = power(std::move(row), term.count, bits);
    }
    all = convolve(all, row, bits);
  }
  return all;
}

bool binary(const LatticeGroup& group) {
  const LatticeTerms terms = group.terms()(64);
  return terms.size() == 1 && terms[0].index.size() <= 2;
}

// The number of ways to spread n over `atoms` kinds, or `limit` + 1 where it is larger.
std::uint64_t multisets(std::uint64_t n, std::uint64_t atoms, std::uint64_t limit) {
  Integer ways = 1;
  for (std::uint64_t i = 1; i < atoms; ++i) {
    ways = ways * (n + i) / i;
    if (ways > limit) return limit + 1;
  }
  return static_cast<std::uint64_t>(ways);
}

}  // namespace

std::optional<FiniteProduct> FiniteProduct::make(std::vector<LatticeGroup> groups, std::vector<FinitePart> loose,
                                                 bool with_gaussian) {
  FiniteProduct product;
  std::sort(groups.begin(), groups.end(),
            [](const LatticeGroup& x, const LatticeGroup& y) { return x.top() < y.top(); });
  if (!groups.empty()) {
    product.inner_ = groups.back();
    groups.pop_back();
  }
  const auto convolvable = [](const LatticeGroup& g, std::uint64_t limit) {
    return static_cast<std::uint64_t>(g.top()) < (binary(g) ? limit : std::min(limit, max_convolved));
  };
  if (product.inner_ && !convolvable(*product.inner_, max_inner)) return std::nullopt;
  std::uint64_t outer = 1;
  const auto grow = [&](std::uint64_t factor) {
    if (factor > max_outer) return false;
    outer *= factor;
    return outer <= max_outer;
  };
  for (const LatticeGroup& group : groups)
    if (!convolvable(group, max_outer) || !grow(static_cast<std::uint64_t>(group.top()) + 1)) return std::nullopt;
  for (const FinitePart& part : loose)
    if (!grow(multisets(part.count, part.loss.atoms(64).loss.size(), max_outer))) return std::nullopt;
  const std::uint64_t inner = product.inner_ ? static_cast<std::uint64_t>(product.inner_->top()) + 1 : 1;
  if (with_gaussian && outer * inner > max_with_gaussian) return std::nullopt;
  product.outer_ = std::move(groups);
  product.loose_ = std::move(loose);
  return product;
}

const FiniteProduct::Joint* FiniteProduct::joint(long bits, const Deadline& deadline) {
  if (cache_ && cache_->bits == bits) return cache_.get();
  const auto joint = std::make_shared<Joint>();
  joint->bits = bits;
  joint->outer = {{Ball(0, bits), Ball(1, bits), Ball(1, bits)}};
  const auto multiply = [&](const std::vector<Atom>& by) {
    std::vector<Atom> all;
    all.reserve(joint->outer.size() * by.size());
    for (const Atom& x : joint->outer) {
      if (deadline.passed()) return false;
      for (const Atom& y : by) all.push_back({x.loss + y.loss, x.mass * y.mass, x.dual_mass * y.dual_mass});
    }
    joint->outer = std::move(all);
    return true;
  };
  for (const LatticeGroup& group : outer_) {
    const std::vector<Ball> p = masses(group.terms()(bits), bits), q = masses(group.dual_terms()(bits), bits);
    const Ball offset = group.offset(bits), step = group.step(bits);
    std::vector<Atom> atoms;
    for (std::size_t n = 0; n < p.size(); ++n) atoms.push_back({offset + step * static_cast<long>(n), p[n], q[n]});
    if (!multiply(atoms)) return nullptr;
  }
  for (const FinitePart& part : loose_) {
    // Multinomial masses: atom by atom, j copies of it among those left, C(left, j) times its power.
    const FiniteLoss::Atoms one = part.loss.atoms(bits);
    struct Partial {
      Atom atom;
      std::uint64_t left;
    };
    std::vector<Partial> partial{{{Ball(0, bits), Ball(1, bits), Ball(1, bits)}, part.count}};
    for (std::size_t i = 0; i < one.loss.size(); ++i) {
      std::vector<Partial> next;
      for (const Partial& x : partial) {
        if (deadline.passed()) return nullptr;
        Atom atom = x.atom;
        for (std::uint64_t j = 0;; ++j) {
          if (i + 1 < one.loss.size() || j == x.left) next.push_back({atom, x.left - j});
          if (j == x.left) break;
          const Rational ways(x.left - j, j + 1);
          const Ball w(ways, bits);
          atom = {atom.loss + one.loss[i], atom.mass * one.mass[i] * w, atom.dual_mass * one.dual_mass[i] * w};
        }
      }
      partial = std::move(next);
    }
    std::vector<Atom> atoms;
    for (Partial& x : partial) atoms.push_back(std::move(x.atom));
    if (!multiply(atoms)) return nullptr;
  }
  joint->offset = inner_ ? inner_->offset(bits) : Ball(0, bits);
  joint->step = inner_ ? inner_->step(bits) : Ball(1, bits);
  joint->mass = inner_ ? masses(inner_->terms()(bits), bits) : std::vector<Ball>{Ball(1, bits)};
  joint->dual = inner_ ? masses(inner_->dual_terms()(bits), bits) : std::vector<Ball>{Ball(1, bits)};
  joint->tail.assign(joint->mass.size() + 1, Ball(0, bits));
  joint->dual_tail = joint->tail;
  for (std::size_t n = joint->mass.size(); n-- > 0;) {
    joint->tail[n] = joint->tail[n + 1] + joint->mass[n];
    joint->dual_tail[n] = joint->dual_tail[n + 1] + joint->dual[n];
  }
  cache_ = joint;
  return cache_.get();
}

Ball FiniteProduct::finite_excess(const Rational& epsilon, long bits, const Deadline& deadline) {
  const Joint* found = joint(bits, deadline);
  if (found == nullptr) return hull(Ball(0, bits), Ball(1, bits));
  const Joint& all = *found;
  const Ball e(epsilon, bits), scale = exp(e);
  Ball sum(0, bits);
  std::size_t polled = 0;
  for (const Atom& atom : all.outer) {
    if (++polled % 256 == 0 && deadline.passed()) return hull(Ball(0, bits), Ball(1, bits));
    const Ball rest = e - atom.loss;
    const std::int64_t first = inner_ ? inner_->first_above(rest) : (certainly_nonnegative(rest) ? 1 : 0);
    const auto n = static_cast<std::size_t>(first);
    if (n >= all.mass.size()) continue;
    sum = sum + nonnegative(atom.mass * all.tail[n] - scale * atom.dual_mass * all.dual_tail[n]);
    // The loss at `first` may lie below epsilon by its radius: then its negative term is no part of the excess.
    const Ball gap = all.offset + all.step * static_cast<long>(first) - rest;
    if (!certainly_nonnegative(gap)) {
      const Ball miss = atom.mass * all.mass[n] * upper(abs(expm1(nonnegative(-gap))));
      sum = sum + Ball::plus_minus(miss);
    }
  }
  return sum;
}

Ball FiniteProduct::gaussian_excess(const Rational& epsilon, const Rational& mu_squared, long bits,
                                    const Deadline& deadline) {
  const Joint* found = joint(bits, deadline);
  if (found == nullptr) return hull(Ball(0, bits), Ball(1, bits));
  const Joint& all = *found;
  const Ball e(epsilon, bits), mu = sqrt(Ball(mu_squared, bits));
  Ball sum(0, bits), mass(0, bits);
  for (const Atom& atom : all.outer)
    for (std::size_t n = 0; n < all.mass.size(); ++n) {
      if (deadline.passed()) return hull(Ball(0, bits), Ball(1, bits));
      const Ball loss = atom.loss + all.offset + all.step * static_cast<long>(n);
      sum = sum + atom.mass * all.mass[n] * gaussian_delta(mu, e - loss);
    }
  return sum;
}

Ball FiniteProduct::excess(const Rational& epsilon, const Rational& mu_squared, const Target& target) {
  const long first = 64 * ((wanted_bits(target) + 127) / 64);  // few precisions, so that the cache serves many epsilons
  return refine(first, target, [&](long bits) {
    return mu_squared == 0 ? finite_excess(epsilon, bits, target.deadline)
                           : gaussian_excess(epsilon, mu_squared, bits, target.deadline);
  });
}

}  // namespace assay::accounting
