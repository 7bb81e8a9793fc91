// Finite losses with computed masses, atom by atom.
#include "persuasive/two_point/computed_law.hpp"

#include <algorithm>
#include <map>

#include "accounting/loss/binomial_law.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using accounting::Value;
using core::Rational;

constexpr std::size_t max_computed_atoms = 4000;

}  // namespace

std::vector<ComputedAtom> atoms_of(const ComputedLaw& law, long bits) {
  const accounting::FiniteLoss& first = law.parts.front().loss;
  std::vector<ComputedAtom> result;
  if (law.parts.size() == 1 && law.parts.front().count == 1) {
    const accounting::FiniteLoss::Atoms atoms = first.atoms(bits);
    for (std::size_t i = 0; i < atoms.mass.size(); ++i) {
      const bool rational = first.lattice && first.lattice->unit;
      const Real loss = rational ? Real(Rational(*first.lattice->unit * first.lattice->index[i]))
                                 : Real::computed([atoms = first.atoms, i](long b) { return atoms(b).loss[i]; });
      result.emplace_back(loss, atoms.mass[i]);
    }
    return result;
  }
  std::map<Rational, Ball> sums{{Rational(0), Ball(1, bits)}};
  for (const ComputedLaw::Part& part : law.parts) {
    const accounting::FiniteLoss::Atoms atoms = part.loss.atoms(bits);
    if (atoms.mass.size() == 2 && sums.size() == 1) {  // the first part, of two values: binomial
      const Rational unit = *part.loss.lattice->unit, low = unit * part.loss.lattice->index[0],
                     step = unit * part.loss.lattice->index[1] - low;
      sums.clear();
      accounting::binomial_law(low, step, std::pair(atoms.mass[0], atoms.mass[1]), part.count, Ball(1, bits),
                               [&](const Rational& loss, const Ball& mass) {
                                 sums.emplace(loss, mass);
                                 return true;
                               });
      continue;
    }
    for (std::uint64_t step = 0; step < part.count; ++step) {
      std::map<Rational, Ball> next;
      for (const auto& [loss, mass] : sums)
        for (std::size_t i = 0; i < atoms.mass.size(); ++i) {
          const Rational at = loss + *part.loss.lattice->unit * part.loss.lattice->index[i];
          const auto [place, is_new] = next.try_emplace(at, Ball(0, bits));
          place->second = place->second + mass * atoms.mass[i];
        }
      sums = std::move(next);
    }
  }
  for (auto& [loss, mass] : sums) result.emplace_back(Real(loss), std::move(mass));
  return result;
}

Rational infinite_mass(const ComputedLaw& law) {
  Rational finite = 1;
  for (const ComputedLaw::Part& part : law.parts)
    for (std::uint64_t i = 0; i < part.count && part.loss.infinite_mass != 0; ++i)
      finite *= 1 - part.loss.infinite_mass;
  return 1 - finite;
}

Value tail(const ComputedLaw& law, const Real& level, long bits) {
  Ball sum(infinite_mass(law), bits);
  for (const auto& [loss, mass] : atoms_of(law, bits)) {
    const Order order = compare(loss, level);
    if (order == Order::greater) sum = sum + mass;
    if (order == Order::unknown) sum = sum + Ball::zero_to(upper(mass));
  }
  return Value(min(nonnegative(sum), Ball(1, bits)));
}

bool can_write_out(const std::vector<ComputedLaw::Part>& parts) {
  if (parts.size() == 1 && parts.front().count == 1) return true;
  std::size_t atoms = 1;
  for (const ComputedLaw::Part& part : parts) {
    if (!part.loss.lattice || !part.loss.lattice->unit || part.count > max_computed_atoms) return false;
    const auto& index = part.loss.lattice->index;
    const auto [low, high] = std::minmax_element(index.begin(), index.end());
    atoms += static_cast<std::size_t>(*high - *low) * part.count;
    if (atoms > max_computed_atoms) return false;
  }
  return true;
}

Real quantile(const ComputedLaw& law, const Rational& delta) {
  // The order of the atoms is known; only whether a sum of masses passes delta is computed.
  std::vector<ComputedAtom> atoms = atoms_of(law, 192);
  std::stable_sort(atoms.begin(), atoms.end(),
                   [](const auto& a, const auto& b) { return compare(a.first, b.first) == Order::less; });
  Ball above(infinite_mass(law), 192);
  const Ball level(delta, 256);
  if (infinite_mass(law) > delta) return Real::infinite();
  std::optional<Real> upper_end;
  for (std::size_t i = atoms.size(); i-- > 0;) {
    above = above + atoms[i].second;
    const bool surely = certainly_less(level, above);
    if (!surely && certainly_less_equal(above, level)) continue;
    if (!upper_end) upper_end = atoms[i].first;  // it may be this one
    if (!surely) continue;
    const Real low = atoms[i].first, high = *upper_end;
    if (compare(low, high) == Order::equal) return low;
    return Real::computed([low, high](long bits) { return hull(low.enclose(bits), high.enclose(bits)); });
  }
  return atoms.empty() ? Real() : atoms.front().first;
}

}  // namespace assay::persuasive
