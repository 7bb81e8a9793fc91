// The dominating pair of two-sided geometric noise: the noise at 0 against the noise at `sensitivity`.
#include <string>
#include <utility>
#include <vector>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "core/rational_arithmetic.hpp"

namespace assay::accounting {

namespace {

using core::Rational;

// Rational masses are written out up to this many bits in all.
constexpr std::uint64_t max_exact_bits = 2'000'000;

// As below, every power of a rational.
core::Result<FiniteLossPair> from_ratio(const Rational& a, std::uint64_t d) {
  if (d * d * core::bit_size(a) > max_exact_bits)
    return core::Error{core::ErrorCode::limit_exceeded, "/sensitivity",
                       "discrete Laplace noise of a rational ratio is written out up to " +
                           std::to_string(max_exact_bits) + " bits: give scale for a sensitivity as large as this"};
  std::vector<Rational> p;
  for (std::uint64_t x = 0; x <= d; ++x)
    p.push_back((x == 0 || x == d ? Rational(1) : Rational(1 - a)) * core::power(a, x) / (1 + a));
  return finite_loss(p, std::vector<Rational>(p.rbegin(), p.rend()));
}

}  // namespace

// With a = e^{-1/scale} and shift d the loss at x is (|x - d| - |x|)/scale: (d - 2x)/scale for 0 < x < d, and the
// tails x <= 0 and x >= d fall on +-d/scale with P-masses 1/(1+a) and a^d/(1+a).
core::Result<FiniteLossPair> finite_pair(const DiscreteLaplace& mechanism) {
  const std::uint64_t d = mechanism.sensitivity;
  if (d >= max_atoms)
    return core::Error{core::ErrorCode::limit_exceeded, "/sensitivity",
                       "discrete Laplace noise has at most " + std::to_string(max_atoms) + " values of the loss here"};
  if (mechanism.scale.has_value() == mechanism.ratio.has_value())
    return core::Error{core::ErrorCode::invalid_parameter, "",
                       "discrete Laplace noise takes exactly one of scale and ratio"};
  if (mechanism.ratio) return from_ratio(*mechanism.ratio, d);
  const Rational unit = 1 / *mechanism.scale;
  FiniteLossPair pair;
  FiniteLoss::Lattice lattice{unit.str(), {}, unit};
  for (std::uint64_t j = 0; j <= d; ++j)
    lattice.index.push_back(2 * static_cast<std::int64_t>(j) - static_cast<std::int64_t>(d));
  pair.loss.lattice = std::move(lattice);
  pair.loss.atoms = [unit, d](long bits) {
    const Ball u(unit, bits);
    const Ball a = exp(-u);
    const Ball end = Ball(1, bits) / (a + 1);  // P-mass of the greatest loss
    const Ball inner = -expm1(-u) * end;       // (1 - a)/(1 + a)
    FiniteLoss::Atoms atoms;
    // Ascending loss: x = d, d-1, ..., 0. Each power is one exponential: no error builds up along the atoms.
    for (std::uint64_t j = 0; j <= d; ++j) {
      const long x = static_cast<long>(d - j);
      const Ball power = exp(-u * x);
      atoms.loss.push_back(u * (static_cast<long>(j) - x));
      atoms.mass.push_back((j == 0 || j == d ? end : inner) * power);
    }
    atoms.dual_mass.assign(atoms.mass.rbegin(), atoms.mass.rend());  // Q is P mirrored at d/2
    return atoms;
  };
  return pair;
}

core::Result<DominatingPair> dominating_pair(const DiscreteLaplace& mechanism, Direction) {
  return finite_pair(mechanism).transform([](FiniteLossPair pair) {
    return DominatingPair{loss_of(std::move(pair)), {"discrete-laplace-pair"}};
  });
}

}  // namespace assay::accounting
