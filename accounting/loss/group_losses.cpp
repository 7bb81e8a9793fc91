#include "accounting/loss/group_losses.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "accounting/loss/dominating_pairs.hpp"
#include "accounting/loss/finite_loss.hpp"
#include "core/below.hpp"
#include "core/rational_arithmetic.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;

constexpr std::uint64_t max_responses = 1000;      // their product has about twice as many atoms, of as many terms
constexpr std::uint64_t max_periods = 20'000;      // of a staircase, or of geometric noise
constexpr std::uint64_t max_power_bits = 1 << 17;  // of a rational power

Error too_large() {
  return {ErrorCode::limit_exceeded, "/size", "the group is too large for its loss to be enumerated here"};
}

// (low/x + neither + high x)^t with high = low e^loss: coefficients of x^{-t}, ..., x^t. All are sums of positive
// terms.
std::vector<Ball> power(const Ball& low, const Ball& neither, const Ball& high, std::uint64_t t) {
  const long bits = high.bits();
  std::vector<Ball> row{Ball(1, bits)};
  for (std::uint64_t n = 0; n < t; ++n) {
    std::vector<Ball> next(row.size() + 2, Ball(0, bits));
    for (std::size_t i = 0; i < row.size(); ++i) {
      arb_addmul(next[i].raw(), row[i].raw(), low.raw(), bits);
      arb_addmul(next[i + 1].raw(), row[i].raw(), neither.raw(), bits);
      arb_addmul(next[i + 2].raw(), row[i].raw(), high.raw(), bits);
    }
    row = std::move(next);
  }
  return row;
}

}  // namespace

core::Result<DominatingPair> group_of(const RandomizedResponse& base, std::uint64_t t) {
  auto one = finite_pair(base);
  if (!one) return core::below("/base", one.error());
  const std::vector<std::string> theorems{"group-randomized-response", "randomized-response-pair"};
  if (one->loss.infinite_mass == 1) return DominatingPair{loss_of(std::move(*one)), theorems};  // the truth is told
  const FiniteLoss::Atoms atoms = one->loss.atoms(64);
  if (atoms.loss.size() < 2) return DominatingPair{zero_loss(), theorems};
  if (t > max_responses)
    return Error{ErrorCode::limit_exceeded, "/size",
                 "a group of more than " + std::to_string(max_responses) +
                     " respondents is not enumerated here; its loss is that of the base with that count"};
  const bool two = atoms.loss.size() == 2;
  const auto n = static_cast<std::int64_t>(t);
  const FiniteLoss::Lattice& unit = *one->loss.lattice;  // named by the builder: -e, (0,) e
  FiniteLossPair pair;
  FiniteLoss::Lattice lattice{unit.key, {}, unit.unit};
  for (std::int64_t i = -n; i <= n; i += two ? 2 : 1) lattice.index.push_back(i * unit.index.back());
  if (!unit.unit) {
    const Rational ratio = one->loss.exact->mass.back() / one->loss.exact->dual_mass.back();
    if (core::bit_size(ratio) * t > max_power_bits) return too_large();
    Rational top = 1;
    for (std::uint64_t i = 0; i < t; ++i) top *= ratio;
    pair.loss.largest = FiniteLoss::Largest{0, top};
  }
  pair.loss.lattice = std::move(lattice);
  pair.loss.atoms = [base_atoms = one->loss.atoms, two, n, t](long bits) {
    const FiniteLoss::Atoms from = base_atoms(bits + 32);
    const Ball zero(0, bits + 32);
    const std::vector<Ball> mass = power(from.mass.front(), two ? zero : from.mass[1], from.mass.back(), t);
    FiniteLoss::Atoms to;
    for (std::int64_t i = -n; i <= n; i += two ? 2 : 1) {
      to.loss.push_back((from.loss.back() * static_cast<long>(i)).with_bits(bits));
      to.mass.push_back(mass[static_cast<std::size_t>(i + n)].with_bits(bits));
      to.dual_mass.push_back(mass[static_cast<std::size_t>(n - i)].with_bits(bits));  // the mirror image
    }
    return to;
  };
  return DominatingPair{loss_of(std::move(pair)), theorems};
}

// Against the shift by t periods: on each [k, k + 1) the loss and the height change at m and 1 - m, m = min(gamma, 1 -
// gamma); left of 0 the loss is t epsilon, right of t it is -t epsilon.
core::Result<DominatingPair> group_of(const Staircase& base, std::uint64_t t) {
  if (t > max_periods) return too_large();
  const Rational gamma = base.gamma, edge = std::min(gamma, Rational(1 - gamma));
  struct Piece {
    Rational width;
    std::int64_t step;  // of the density, under P
  };
  std::map<std::int64_t, std::vector<Piece>> pieces;  // by the loss in epsilons
  const auto n = static_cast<std::int64_t>(t);
  for (std::int64_t k = 0; k < n; ++k)
    for (const auto& [start, width] :
         {std::pair{Rational(0), edge}, std::pair{edge, Rational(1 - 2 * edge)}, std::pair{Rational(1 - edge), edge}}) {
      if (width == 0) continue;
      const Rational middle = start + width / 2;
      const std::int64_t step = k + (middle >= gamma ? 1 : 0);
      const std::int64_t mirrored = n - 1 - k + (1 - middle >= gamma ? 1 : 0);
      pieces[mirrored - step].push_back({width, step});
    }
  FiniteLoss exact;
  FiniteLoss::Lattice lattice{base.epsilon.str(), {}, base.epsilon};
  pieces[n];
  pieces[-n];
  for (const auto& [index, all] : pieces) lattice.index.push_back(index);
  exact.lattice = std::move(lattice);
  exact.atoms = [epsilon = base.epsilon, gamma, pieces, n](long bits) {
    const Ball e(epsilon, bits), fall = exp(-e), half(Rational(1, 2), bits);
    const Ball height = -expm1(-e) / ((Ball(gamma, bits) + Ball(1 - gamma, bits) * fall) * 2);
    FiniteLoss::Atoms atoms;
    for (const auto& [index, all] : pieces) {
      Ball mass(0, bits);
      for (const Piece& piece : all)
        mass = mass + height * Ball(piece.width, bits) * exp(-(e * static_cast<long>(piece.step)));
      if (index == n) mass = mass + half;
      if (index == -n) mass = mass + half * exp(-(e * static_cast<long>(n)));
      const Ball loss = e * static_cast<long>(index);
      atoms.loss.push_back(loss);
      atoms.mass.push_back(mass);
      atoms.dual_mass.push_back(mass * exp(-loss));
    }
    return atoms;
  };
  return DominatingPair{BoundedLoss{{std::move(exact)}, binary_loss(base.epsilon * t, 0).loss},
                        {"group-pure-dp", "staircase-pair"}};
}

core::Result<DominatingPair> group_of(const PureDp& base, std::uint64_t t) {
  if (base.epsilon == 0) return DominatingPair{zero_loss(), {"group-pure-dp"}};
  auto noise = finite_pair(DiscreteLaplace{1 / base.epsilon, std::min(t, max_periods)});
  if (!noise) return noise.error();
  if (t <= max_periods)
    return DominatingPair{loss_of(std::move(*noise)), {"group-pure-exact", "discrete-laplace-pair"}};
  return DominatingPair{BoundedLoss{{std::move(noise->loss)}, binary_loss(base.epsilon * t, 0).loss},
                        {"group-pure-exact", "discrete-laplace-pair", "group-pure-dp", "kov-binary-pair"}};
}

core::Result<DominatingPair> group_of(const ApproxDp& base, std::uint64_t t) {
  if (base.delta == 0) return group_of(PureDp{base.epsilon}, t);
  if (base.delta == 1) return DominatingPair{loss_of(binary_loss(0, 1)), {"group-approx-dp"}};
  // delta (e^{t epsilon} - 1)/(e^epsilon - 1), rounded up, and t delta at epsilon 0.
  const long bits = 512;
  const auto growth = [&](std::uint64_t steps) {
    return expm1(Ball(base.epsilon * steps, bits)) / expm1(Ball(base.epsilon, bits)) * Ball(base.delta, bits);
  };
  Rational most = base.delta * t;
  if (base.epsilon > 0) most = certainly_less(growth(t), Ball(1, bits)) ? upper_rational(growth(t)) : Rational(1);
  most = std::min(most, Rational(1));
  if (base.epsilon == 0) return DominatingPair{loss_of(binary_loss(0, most)), {"group-approx-dp", "kov-binary-pair"}};
  auto noise = finite_pair(DiscreteLaplace{1 / base.epsilon, std::min(t, max_periods)});
  if (!noise) return noise.error();
  FiniteLoss some = std::move(noise->loss);
  some.infinite_mass = base.delta;
  some.atoms = [rest = Rational(1 - base.delta), atoms = std::move(some.atoms)](long at) {
    FiniteLoss::Atoms scaled = atoms(at);
    const Ball share(rest, at);
    for (Ball& mass : scaled.mass) mass = mass * share;
    for (Ball& mass : scaled.dual_mass) mass = mass * share;
    return scaled;
  };
  std::vector<FiniteLoss> lower{std::move(some)};
  // The event that has the whole of that sum on one side and nothing on the other, where its complement allows it.
  if (most < 1 &&
      certainly_less(growth(t - 1) * (exp(Ball(base.epsilon, bits)) + 1) + Ball(base.delta, bits), Ball(1, bits))) {
    const Rational told = lower_rational(growth(t));
    auto event = finite_pair(FinitePair{{told, 1 - told}, {0, 1}}, Direction::remove);
    if (!event) return event.error();
    lower.push_back(std::move(event->loss));
  }
  return DominatingPair{BoundedLoss{std::move(lower), binary_loss(base.epsilon * t, most).loss},
                        {"group-approx-dp", "group-pure-exact", "kov-binary-pair"}};
}

core::Result<DominatingPair> group_of(const Leak& base, std::uint64_t t, Direction direction) {
  if (!base.per_record) return dominating_pair(base, direction);
  const Rational rest = 1 - base.delta;
  if (rest == 0) return dominating_pair(base, direction);
  if (core::bit_size(rest) * t > max_power_bits) return too_large();
  Rational silent = 1;
  for (std::uint64_t i = 0; i < t; ++i) silent *= rest;
  auto pair = dominating_pair(Leak{1 - silent, true}, direction);
  if (pair) pair->theorems.insert(pair->theorems.begin(), "group-leak");
  return pair;
}

}  // namespace assay::accounting
