#include "accounting/curve/loss_law.hpp"

#include <algorithm>

#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

std::vector<LossAtom> atoms_of(const FiniteLoss& loss, long bits) {
  const FiniteLoss::Atoms atoms = loss.atoms(bits);
  std::vector<LossAtom> list;
  for (std::size_t i = 0; i < atoms.loss.size(); ++i) list.push_back({atoms.loss[i], atoms.mass[i]});
  return list;
}

// Sums of one loss with itself: multisets of its atoms, multinomial masses.
void add_power(std::vector<LossAtom>& out, const std::vector<LossAtom>& one, std::size_t i, std::uint64_t left,
               const Ball& loss, const Ball& mass) {
  if (i + 1 == one.size()) {
    out.push_back(
        {loss + one[i].loss * static_cast<long>(left), mass * pow(one[i].mass, static_cast<unsigned long>(left))});
    return;
  }
  Ball choose(1, mass.bits());
  for (std::uint64_t n = 0; n <= left; ++n) {
    if (n > 0) choose = choose * static_cast<long>(left - n + 1) / static_cast<long>(n);
    add_power(out, one, i + 1, left - n, loss + one[i].loss * static_cast<long>(n),
              mass * choose * pow(one[i].mass, static_cast<unsigned long>(n)));
  }
}

// The number of multisets, or more than the limit.
std::uint64_t multisets(std::uint64_t atoms, std::uint64_t count) {
  if (atoms <= 1) return atoms;
  if (count > max_listed_atoms) return max_listed_atoms + 1;
  std::uint64_t n = 1;
  for (std::uint64_t i = 1; i < atoms; ++i) {
    n = n * (count + i) / i;  // a binomial coefficient at every step
    if (n > max_listed_atoms) return n;
  }
  return n;
}

}  // namespace

std::optional<std::vector<LossAtom>> loss_atoms(std::span<const LossPart> parts, long bits) {
  if (parts.size() == 1 && parts[0].count == 1) {
    if (const auto* laplace = std::get_if<LaplaceLoss>(&parts[0].loss)) {
      const Ball s(laplace->shift, bits);
      return std::vector<LossAtom>{{-s, exp(-s) / 2}, {s, Ball(Rational(1, 2), bits)}};
    }
    if (!std::holds_alternative<FiniteLoss>(parts[0].loss)) {
      if (const auto* gaussian = std::get_if<GaussianLoss>(&parts[0].loss);
          gaussian != nullptr && gaussian->mu_squared == 0)
        return std::vector<LossAtom>{{Ball(0, bits), Ball(1, bits)}};
      return std::vector<LossAtom>{};  // a density alone
    }
  }
  std::vector<LossAtom> all{{Ball(0, bits), Ball(1, bits)}};
  for (const LossPart& part : parts) {
    const auto* finite = std::get_if<FiniteLoss>(&part.loss);
    if (finite == nullptr) return std::nullopt;
    const std::vector<LossAtom> one = atoms_of(*finite, bits);
    const std::uint64_t size = multisets(one.size(), part.count);
    if (size > max_listed_atoms || size * all.size() > max_listed_atoms) return std::nullopt;
    std::vector<LossAtom> power, next;
    if (!one.empty()) add_power(power, one, 0, part.count, Ball(0, bits), Ball(1, bits));
    for (const LossAtom& a : all)
      for (const LossAtom& b : power) next.push_back({a.loss + b.loss, a.mass * b.mass});
    all = std::move(next);
  }
  std::stable_sort(all.begin(), all.end(), [](const LossAtom& a, const LossAtom& b) {
    return arf_cmp(arb_midref(a.loss.raw()), arb_midref(b.loss.raw())) < 0;
  });
  // Sums that coincide as balls are shown as one.
  std::vector<LossAtom> merged;
  for (LossAtom& atom : all) {
    if (!merged.empty() && overlaps(merged.back().loss, atom.loss)) {
      merged.back().loss = hull(merged.back().loss, atom.loss);
      merged.back().mass = merged.back().mass + atom.mass;
    } else {
      merged.push_back(std::move(atom));
    }
  }
  return merged;
}

Value loss_above(ComposedLoss& loss, const Rational& x, const Target& target) {
  const Target fine{2 * target.digits + 10, target.deadline};
  const long bits = 64 + 4 * fine.digits;
  Rational step = 1;
  for (long i = 0; i < target.digits + 4; ++i) step /= 10;
  const auto curve = [&](const Rational& at) { return loss.delta(at, fine).ball.with_bits(bits); };
  const auto odds = [&](const Rational& at) { return exp(Ball(at, bits)); };
  const Ball y = odds(x), h = curve(x);
  // -H' lies between the slopes of the chords: to the right Q(S > x) at most, to the left Q(S >= x) at least.
  const Ball right = (h - curve(x + step)) / (odds(x + step) - y);
  const Ball left = (curve(x - step) - h) / (y - odds(x - step));
  Value value = probability(hull(h + y * right, h + y * left));
  value.least = 0;
  value.most = 1;
  return value;
}

}  // namespace assay::accounting
