#include "accounting/curve/probabilistic.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "accounting/composition/discrete_gaussian_step.hpp"
#include "accounting/composition/refine.hpp"
#include "accounting/loss/binomial_law.hpp"
#include "accounting/loss/discrete_gaussian.hpp"
#include "accounting/numeric/normal_quantile.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;

constexpr std::size_t max_sums = 20'000;
constexpr std::uint64_t max_steps = 1'000'000;  // additions of one atom to one sum
constexpr std::uint64_t max_binary = 1'500;     // of one loss of two values: its fractions grow with every step

struct Kind {
  bool own = true, gaussian = false, explicit_pair = false;
};

struct KindOf {
  Kind operator()(const Gaussian&) const { return {true, true, false}; }
  Kind operator()(const Laplace&) const { return {}; }
  Kind operator()(const DiscreteLaplace&) const { return {}; }
  Kind operator()(const DiscreteGaussian&) const { return {}; }
  Kind operator()(const RandomizedResponse&) const { return {true, false, true}; }
  Kind operator()(const FinitePair&) const { return {true, false, true}; }
  Kind operator()(const Kernel&) const { return {true, false, true}; }
  Kind operator()(const NoisyMax& m) const { return {!m.scores.empty(), false, true}; }
  Kind operator()(const Exponential& m) const { return {!m.scores.empty(), false, true}; }
  template <class Other>
  Kind operator()(const Other&) const {
    return {false, false, false};
  }
};

Value cut(Value value) {
  value.least = 0;
  value.most = 1;
  return value;
}

// The law of a sum of finite losses: exact levels, masses rational or balls.
template <class Mass>
using Sums = std::map<LossLevel, Mass, LossLevel::ByMembers>;

Error too_many() {
  return {ErrorCode::limit_exceeded, "/composition",
          "the loss of this composition takes more than " + std::to_string(max_sums) + " values, or more than " +
              std::to_string(max_steps) +
              " steps: its law is not written out here; ask for delta of the approximate kind"};
}

std::uint64_t distinct(std::vector<LossLevel> levels) {
  std::sort(levels.begin(), levels.end(), LossLevel::ByMembers());
  const auto same = [](const LossLevel& x, const LossLevel& y) { return compare(x, y) == 0; };
  return static_cast<std::uint64_t>(std::unique(levels.begin(), levels.end(), same) - levels.begin());
}

// Sums of m reals with n others take at least m + n - 1 values: what is refused here the loop would refuse later.
bool certainly_too_many(std::uint64_t sums, std::uint64_t levels, std::uint64_t count) {
  if (levels < 2) return false;
  if (count > max_sums) return true;
  const std::uint64_t last = sums + count * (levels - 1);
  return last > max_sums || levels * (count * sums + (levels - 1) * (count * (count - 1) / 2)) > max_steps;
}

template <class Mass, class MassesOf>
core::Result<Sums<Mass>> sums(const std::vector<const LossPart*>& parts, const Mass& one, const Mass& zero,
                              const MassesOf& masses_of) {
  Sums<Mass> all{{LossLevel{}, one}};
  std::uint64_t steps = 0;
  for (const LossPart* part : parts) {
    const auto& loss = std::get<FiniteLoss>(part->loss);
    const std::vector<LossLevel> levels = *exact_losses(loss);
    const std::vector<Mass> masses = masses_of(loss);
    const bool binary = levels.size() == 2 && compare(levels[0], levels[1]) != 0;
    if (binary && all.size() == 1 && part->count > 2) {
      const bool fractions = levels[0].ratio != 1 || levels[1].ratio != 1;
      if (part->count > (fractions ? max_binary : max_sums)) return too_many();
      const LossLevel base = all.begin()->first;
      const Mass mass = all.begin()->second;
      Sums<Mass> next;
      const LossLevel step{levels[1].shift - levels[0].shift, levels[1].ratio / levels[0].ratio};
      binomial_law(levels[0], step, std::pair(masses[0], masses[1]), part->count, one,
                   [&](const LossLevel& level, const Mass& more) {
                     next.emplace(base + level, mass * more);
                     return true;
                   });
      all = std::move(next);
      continue;
    }
    if (certainly_too_many(all.size(), distinct(levels), part->count)) return too_many();
    for (std::uint64_t step = 0; step < part->count; ++step) {
      if ((steps += all.size() * levels.size()) > max_steps) return too_many();
      Sums<Mass> next;
      for (const auto& [level, mass] : all)
        for (std::size_t i = 0; i < levels.size(); ++i) {
          Mass& to = next.try_emplace(level + levels[i], zero).first->second;
          to = to + mass * masses[i];
        }
      if (next.size() > max_sums) return too_many();
      all = std::move(next);
    }
  }
  return all;
}

// One law of finitely many values, ready to be asked.
struct FiniteLaw {
  std::vector<const LossPart*> parts;
  bool rational = true;

  core::Result<Sums<Rational>> exact() const {
    return sums<Rational>(parts, 1, 0, [](const FiniteLoss& loss) { return loss.exact->mass; });
  }
  core::Result<Sums<Ball>> balls(long bits) const {
    return sums<Ball>(parts, Ball(1, bits), Ball(0, bits),
                      [&](const FiniteLoss& loss) { return loss.atoms(bits).mass; });
  }
  Ball infinite(long bits) const {
    Ball log_finite(0, bits);
    for (const LossPart* part : parts) {
      const Rational& mass = std::get<FiniteLoss>(part->loss).infinite_mass;
      if (mass == 1) return Ball(1, bits);
      log_finite = log_finite + log1p(-Ball(mass, bits)) * Ball(Rational(Integer(part->count)), bits);
    }
    return -expm1(log_finite);
  }
};

Rational total(const Sums<Rational>& sums) {
  Rational all = 0;
  for (const auto& [level, mass] : sums) all += mass;
  return all;
}

core::Result<Value> above(const FiniteLaw& law, const LossLevel& level, const Target& target) {
  if (law.rational) {
    const auto all = law.exact();
    if (!all) return all.error();
    Rational sum = 1 - total(*all);  // the mass at infinity
    for (const auto& [at, mass] : *all)
      if (compare(at, level) > 0) sum += mass;
    return Value(sum, wanted_bits(target) + 64);
  }
  std::optional<Error> fault;
  Value value = cut(refine(wanted_bits(target) + 64, target, [&](long bits) {
    const auto all = law.balls(bits);
    if (!all) {
      fault = all.error();
      return Ball(0, bits);
    }
    Ball sum = law.infinite(bits);
    for (const auto& [at, mass] : *all)
      if (compare(at, level) > 0) sum = sum + mass;
    return probability(sum);
  }));
  if (fault) return *fault;
  return value;
}

// The one finite loss whose values are balls alone: an atom that no precision parts from the level may count or not.
Value above(const FiniteLoss& loss, const LossLevel& level, const Target& target) {
  return cut(refine(wanted_bits(target) + 64, target, [&](long bits) {
    const FiniteLoss::Atoms atoms = loss.atoms(bits);
    const Ball at = enclose(level, bits + 64);
    Ball sum(loss.infinite_mass, bits), open(0, bits);
    for (std::size_t i = 0; i < atoms.loss.size(); ++i) {
      if (certainly_less(at, atoms.loss[i]))
        sum = sum + atoms.mass[i];
      else if (!certainly_less_equal(atoms.loss[i], at))
        open = open + atoms.mass[i];
    }
    return probability(sum + Ball::zero_to(open));
  }));
}

Value value_of(const LossLevel& level, long bits) {
  if (level.ratio == 1) return Value(level.shift, bits);
  return Value(enclose(level, bits));
}

Value infinite(long bits) { return Value(Ball::positive_infinity(bits)); }

// Down the values, until the mass above passes delta.
template <class Level>
Value quantile(std::vector<std::pair<Level, Ball>> descending, const Ball& at_infinity, const Rational& delta,
               long bits, const auto& value) {
  const Ball wanted(delta, 2 * bits);
  Ball mass = at_infinity;
  if (certainly_less(wanted, mass)) return infinite(bits);
  std::optional<Value> upper_end;
  if (!certainly_less_equal(mass, wanted)) upper_end = infinite(bits);
  for (const auto& [level, more] : descending) {
    mass = mass + more;
    if (certainly_less_equal(mass, wanted)) continue;
    if (!upper_end) upper_end = value(level);
    if (certainly_less(wanted, mass)) {
      Value end = value(level);
      return upper_end->exact && end.exact && *upper_end->exact == *end.exact ? end
                                                                              : Value(hull(end.ball, upper_end->ball));
    }
  }
  // Some value carries the last of the mass: delta < 1.
  Value end = value(descending.back().first);
  return Value(hull(end.ball, upper_end ? upper_end->ball : end.ball));
}

core::Result<Value> quantile(const FiniteLaw& law, const Rational& delta, const Target& target) {
  const long bits = wanted_bits(target) + 128;
  const auto less = [](const auto& x, const auto& y) { return compare(x.first, y.first) > 0; };
  if (law.rational) {
    const auto all = law.exact();
    if (!all) return all.error();
    std::vector<std::pair<LossLevel, Rational>> list(all->begin(), all->end());
    std::sort(list.begin(), list.end(), less);
    Rational mass = 1 - total(*all);
    if (mass > delta) return infinite(bits);
    for (const auto& [level, more] : list)
      if ((mass += more) > delta) return value_of(level, bits);
    return infinite(bits);  // not reached: the masses sum to 1 > delta
  }
  const auto all = law.balls(bits);
  if (!all) return all.error();
  std::vector<std::pair<LossLevel, Ball>> list(all->begin(), all->end());
  std::sort(list.begin(), list.end(), less);
  return quantile(std::move(list), law.infinite(bits), delta, bits,
                  [&](const LossLevel& level) { return value_of(level, bits); });
}

Value quantile(const FiniteLoss& loss, const Rational& delta, const Target& target) {
  const long bits = wanted_bits(target) + 128;
  const FiniteLoss::Atoms atoms = loss.atoms(bits);
  std::vector<std::pair<Ball, Ball>> descending;  // atoms ascend
  for (std::size_t i = atoms.loss.size(); i-- > 0;) descending.emplace_back(atoms.loss[i], atoms.mass[i]);
  return quantile(std::move(descending), Ball(loss.infinite_mass, bits), delta, bits,
                  [](const Ball& level) { return Value(level); });
}

// The least x whose left tail P[X <= x] passes delta: P[L > L(x)] = P[X < x].
Value quantile(const DiscreteGaussianLoss& loss, const Rational& delta, const Target& target) {
  const long bits = wanted_bits(target) + 256;
  if (delta == 0) return infinite(bits);
  const Ball total = discrete_gaussian_total(loss.sigma, bits), wanted(delta, 2 * bits);
  // Sign of P[X <= -n] - delta: 1, -1, or 0 for too close to tell.
  const auto side = [&](const Integer& n) -> std::optional<int> {
    const auto tail = discrete_gaussian_tail(loss.sigma, n, total, target.deadline);
    if (!tail) return std::nullopt;
    return certainly_less(wanted, *tail) ? 1 : certainly_less_equal(*tail, wanted) ? -1 : 0;
  };
  const auto at = [&](const Integer& n) {
    const Rational d(loss.shift);
    return Rational(d * (d + 2 * Rational(n)) / (2 * loss.sigma * loss.sigma));
  };
  Integer reach = 1;
  const auto grow = [&](int sign) {  // the first n = sign reach on the side wanted
    for (;; reach *= 2) {
      const auto s = side(sign * reach);
      if (!s) return false;
      if (*s == (sign > 0 ? -1 : 1)) return true;
    }
  };
  const Value unknown(hull(-Ball::positive_infinity(bits), Ball::positive_infinity(bits)));
  if (!grow(1)) return unknown;
  Integer high = reach;  // P[X <= -high] <= delta
  reach = 1;
  if (!grow(-1)) return unknown;
  Integer low = -reach;  // P[X <= -low] > delta
  while (high - low > 1) {
    const Integer middle = low + (high - low) / 2;
    const auto s = side(middle);
    if (!s) return unknown;
    if (*s == 0) return Value(hull(Ball(at(middle - 1), bits), Ball(at(middle), bits)));
    (*s > 0 ? low : high) = middle;
  }
  return Value(at(low), bits);
}

// The losses sorted out: one kind alone.
struct Sorted {
  Rational mu_squared = 0;
  FiniteLaw finite;
  bool levels = true;  // every finite loss has exact values
  const LaplaceLoss* laplace = nullptr;
  const DiscreteGaussianLoss* lattice = nullptr;
};

Sorted sort(std::span<const LossPart> parts) {
  Sorted sorted;
  for (const LossPart& part : parts) {
    if (const auto* normal = std::get_if<GaussianLoss>(&part.loss)) {
      sorted.mu_squared += normal->mu_squared * Rational(Integer(part.count));
    } else if (const auto* finite = std::get_if<FiniteLoss>(&part.loss)) {
      sorted.finite.parts.push_back(&part);
      sorted.finite.rational = sorted.finite.rational && finite->exact.has_value();
      sorted.levels = sorted.levels && exact_losses(*finite).has_value();
    } else if (const auto* laplace = std::get_if<LaplaceLoss>(&part.loss)) {
      sorted.laplace = laplace;
    } else if (const auto* lattice = std::get_if<DiscreteGaussianLoss>(&part.loss)) {
      sorted.lattice = lattice;
    }
  }
  return sorted;
}

Error no_levels() {
  return {ErrorCode::not_supported, "/composition",
          "the values of the loss are irrational here, and their sums are not written out; ask about one run, or for "
          "delta of the approximate kind"};
}

}  // namespace

core::Result<OwnPair> own_pair(const Composition& composition) {
  bool all_gaussian = true, all_explicit = true;
  for (std::size_t i = 0; i < composition.size(); ++i) {
    const Kind kind = std::visit(KindOf{}, composition[i].mechanism.family);
    if (!kind.own)
      return Error{ErrorCode::not_supported, "/composition/" + std::to_string(i),
                   "a probabilistic delta concerns the outputs themselves: it is answered for gaussian, laplace, "
                   "discrete_laplace, discrete_gaussian, randomized_response, finite, kernel, and noisy_max or "
                   "exponential with scores; ask for delta of the approximate kind instead"};
    all_gaussian = all_gaussian && kind.gaussian;
    all_explicit = all_explicit && kind.explicit_pair;
  }
  if (all_gaussian || (composition.size() == 1 && composition[0].count == 1)) return OwnPair::single;
  if (all_explicit) return OwnPair::joint;
  return Error{ErrorCode::not_supported, "/composition",
               "a probabilistic delta of a composition is answered for gaussian parts, or for explicit pairs (finite, "
               "kernel, randomized_response, noisy_max or exponential with scores); ask about one mechanism run once, "
               "or for delta of the approximate kind"};
}

core::Result<Value> probability_of_loss(std::span<const LossPart> parts, const LossLevel& level, const Target& target) {
  const Sorted sorted = sort(parts);
  const long bits = wanted_bits(target) + 64;
  if (sorted.laplace != nullptr) {
    const Rational& s = sorted.laplace->shift;
    if (compare(level, LossLevel{s, 1}) >= 0) return Value(Rational(0), bits);
    if (compare(level, LossLevel{-s, 1}) < 0) return Value(Rational(1), bits);
    return cut(1 - exp((enclose(level, bits) - Ball(s, bits)) / 2) / 2);
  }
  if (sorted.lattice != nullptr) return discrete_gaussian_above(*sorted.lattice, level, target);
  if (!sorted.finite.parts.empty()) {
    if (sorted.levels) return above(sorted.finite, level, target);
    if (parts.size() == 1 && parts[0].count == 1) return above(std::get<FiniteLoss>(parts[0].loss), level, target);
    return no_levels();
  }
  if (sorted.mu_squared == 0) return Value(Rational(compare(level, LossLevel{}) < 0 ? 1 : 0), 64);
  return cut(refine(bits, target, [&](long b) {
    const Ball mu = sqrt(Ball(sorted.mu_squared, b));
    return normal_tail(enclose(level, b) / mu - mu / 2);
  }));
}

core::Result<Value> loss_quantile(std::span<const LossPart> parts, const Rational& delta, const Target& target) {
  const Sorted sorted = sort(parts);
  const long bits = wanted_bits(target) + 64;
  if (sorted.laplace != nullptr) {
    // 1 - e^{(v - s)/2}/2 = delta, unless that lies beyond an atom.
    const Rational& s = sorted.laplace->shift;
    if (2 * delta < 1) return Value(s, bits);
    const LossLevel inner{s, 4 * (1 - delta) * (1 - delta)};
    return value_of(compare(inner, LossLevel{-s, 1}) > 0 ? inner : LossLevel{-s, 1}, bits);
  }
  if (sorted.lattice != nullptr) return quantile(*sorted.lattice, delta, target);
  if (!sorted.finite.parts.empty()) {
    if (sorted.levels) return quantile(sorted.finite, delta, target);
    if (parts.size() == 1 && parts[0].count == 1) return quantile(std::get<FiniteLoss>(parts[0].loss), delta, target);
    return no_levels();
  }
  if (sorted.mu_squared == 0) return Value(Rational(0), bits);
  if (delta == 0) return infinite(bits);
  return Value(refine(bits, target, [&](long b) {
    const Ball mu = sqrt(Ball(sorted.mu_squared, b));
    return mu * (mu / 2 + normal_upper_quantile(Ball(delta, b)));
  }));
}

}  // namespace assay::accounting
