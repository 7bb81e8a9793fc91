// Two-point classes over kernels.
#include "persuasive/prior_class/adjacent_pairs.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "persuasive/two_point/gain_bound.hpp"
#include "persuasive/two_point/pair_losses.hpp"
#include "persuasive/two_point/steps.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Rational;
using core::Result;

constexpr unsigned largest_exponent = 4096;  // of the powers of two tried as ratios and masses

std::vector<TruthPair> adjacent(const FiniteProblem& problem) {
  const TruthMass truth = std::get<AdjacentPairs>(problem.priors).truth;
  std::vector<TruthPair> pairs;
  for (const std::size_t x : problem.truths())
    for (const std::size_t y : problem.space.neighbours(x)) pairs.push_back({x, y, truth});
  return pairs;
}

/// Pairs with one and the same gain bound.
struct Family {
  Rational floor, ceiling;
  bool certain = false;
  std::size_t distance = 0;
  bool operator<(const Family& o) const {
    return std::tie(floor, ceiling, certain, distance) < std::tie(o.floor, o.ceiling, o.certain, o.distance);
  }
  TruthMass truth() const { return {floor, ceiling, certain}; }
};

/// Rank distance where the rule needs it, 1 elsewhere, 0 where the score does not tell the two data apart.
std::size_t distance(const FiniteProblem& problem, const Score& score, const TruthPair& pair) {
  const std::size_t a = seen(score, problem.space, pair.x), b = seen(score, problem.space, pair.y);
  if (a == b) return 0;
  if (score.rule != Score::Rule::ranked_probability) return 1;
  return a < b ? b - a : a - b;
}

Family family(const FiniteProblem& problem, const Score& score, const TruthPair& pair) {
  return {pair.truth.floor, pair.truth.ceiling, pair.truth.certain, distance(problem, score, pair)};
}

SparsePrior prior_of(const TruthPair& pair, const Real& mass) {
  const LogNumber* exact = mass.exact();
  const Real rest = exact != nullptr ? Real(Rational(1 - exact->shift))
                                     : Real::computed([mass](long bits) { return 1 - mass.enclose(bits); });
  return {{pair.x, mass}, {pair.y, rest}};
}

Bracket nothing_gained(const TruthPair& pair) {
  WorstCase worst;
  worst.data = pair.x;
  worst.attained = true;
  return Bracket::exactly(Real(), std::move(worst), {"persuasion-is-pdp"});
}

/// The outputs of a single kernel that tell x from y by at least this loss (more, where strict).
std::vector<Output> outputs_above(const FiniteProblem& problem, const TruthPair& pair,
                                  const std::function<bool(const Real&)>& counts) {
  if (problem.parts.size() != 1 || problem.parts.front().count != 1) return {};
  const Kernel& kernel = problem.parts.front().kernel;
  std::vector<Output> found;
  for (std::size_t t = 0; t < kernel.columns(); ++t) {
    const Rational &p = kernel.rows[pair.x][t], &q = kernel.rows[pair.y][t];
    if (p == 0) continue;
    if (counts(q == 0 ? Real::infinite() : Real(LogNumber::log(p / q))))
      found.insert(found.end(), kernel.outputs[t].begin(), kernel.outputs[t].end());
  }
  return found;
}

std::string sequence(const Real& mass) {
  const LogNumber* exact = mass.exact();
  if (exact != nullptr && exact->shift == 0) return "priors whose mass on the truth tends to 0";
  if (exact != nullptr && exact->shift == 1) return "priors whose mass on the truth tends to 1";
  return "priors whose mass on the truth tends to the mass shown";
}

using StepRoutine = std::function<Result<Bracket>(const StepPair&)>;

Result<Bracket> steps(const FiniteProblem& problem, const std::vector<TruthPair>& pairs, const Score& score,
                      const StepRoutine& routine, const Real& otherwise) {
  PairLosses losses(problem.parts);
  Bracket best;
  for (const TruthPair& pair : pairs) {
    const std::size_t x = seen(score, problem.space, pair.x), y = seen(score, problem.space, pair.y);
    if (x == y) {
      Bracket same = nothing_gained(pair);
      same.lower = same.upper = otherwise;
      best = worse(std::move(best), std::move(same));
      continue;
    }
    const Result<const LossLaw*> law = losses.law(pair.x, pair.y, problem.deadline);
    if (!law) return law.error();
    Result<Bracket> found = routine({score, seen_size(score, problem.space), x, y, pair.truth, **law});
    if (!found) return found;
    found->worst.data = pair.x;
    if (!found->worst.prior.empty()) {
      found->worst.prior[0].first = pair.x;
      found->worst.prior[1].first = pair.y;
    }
    best = worse(std::move(best), *std::move(found));
  }
  return best;
}

/// The least loss of the law that is above the level, or infinity.
std::optional<Real> least_above(const LossLaw& law, const std::function<Order(const Real&)>& against) {
  for (const LossAtom& atom : law.atoms)
    if (against(Real(atom.loss)) == Order::greater) return Real(atom.loss);
  if (law.infinite != 0 && against(Real::infinite()) == Order::greater) return Real::infinite();
  return std::nullopt;
}

}  // namespace

std::optional<Real> mass_beyond(const Score& score, const TruthMass& truth, const Real& loss, std::size_t distance,
                                const LogNumber& kappa, const accounting::Deadline& deadline) {
  if (sign(kappa) == 0 && truth.floor < 1 && compare(loss, Real()) == Order::greater) return Real(truth.some());
  const GainBound bound = gain_bound(score, truth, loss, distance, deadline);
  const auto exceeds = [&](const Rational& q) {
    const GainBound at = gain_bound(score, {q, q}, loss, distance, deadline);
    return compare(at.gain, Real(kappa)) == Order::greater;
  };
  if (bound.attained && compare(bound.gain, Real(kappa)) == Order::greater) return bound.mass;
  if (const LogNumber* exact = bound.mass.exact(); exact != nullptr && exact->shift > 0 && exact->shift < 1)
    if (exceeds(exact->shift)) return bound.mass;
  for (unsigned k = 1; k <= largest_exponent; k *= 2) {
    const Rational small(1, core::Integer(1) << k);
    if (small > truth.floor && small < truth.ceiling && exceeds(small)) return Real(small);
    if (1 - small > truth.floor && 1 - small < truth.ceiling && exceeds(1 - small)) return Real(Rational(1 - small));
  }
  return std::nullopt;
}

LossLevel loss_level(const Score& score, const TruthMass& truth, std::size_t distance, const LogNumber& kappa,
                     long bits, const accounting::Deadline& deadline) {
  const auto beyond = [&](const Real& loss) {
    return compare(gain_bound(score, truth, loss, distance, deadline).gain, Real(kappa));
  };
  LossLevel level{Real::infinite(-1), Real::infinite(), false, false};
  const int side = sign(kappa);
  if (side < 0 && truth.ceiling == 1) {
    level.always = true;
    return level;
  }
  if (side == 0) {
    // A gain above 0 is a loss above 0, whatever the mass.
    level.never = truth.floor == 1;
    if (!level.never) level.below = level.above = Real();
    return level;
  }
  if (const Order at_infinity = beyond(Real::infinite()); at_infinity == Order::less || at_infinity == Order::equal) {
    level.never = true;
    return level;
  }
  if (score.rule == Score::Rule::log) {
    // e^-L < (e^-kappa - q)/(1 - q) with q = floor for kappa >= 0, ceiling below.
    const Rational q = side >= 0 ? truth.floor : truth.ceiling;
    if (q == 0) {
      level.below = level.above = Real(kappa);
    } else if (kappa.shift == 0) {
      level.below = level.above = Real(LogNumber::log((1 - q) / (1 / kappa.ratio - q)));
    } else {
      level.below = level.above = Real::computed(
          [kappa, q](long b) { return accounting::log(Ball(1 - q, b) / (exponential(-kappa, b) - Ball(q, b))); });
    }
    return level;
  }
  // Brackets by powers of two, then halving.
  std::optional<Rational> low, high;
  if (side >= 0)
    low = 1;
  else
    high = 1;
  for (unsigned k = 1; k <= largest_exponent && !(low && high); k *= 2) {
    const Rational step(core::Integer(1) << k);
    const Rational tried = side >= 0 ? step : Rational(1 / step);
    const bool greater = beyond(Real(LogNumber::log(tried))) == Order::greater;
    if (greater)
      high = tried;
    else
      low = tried;
  }
  for (long step = 0; low && high && step < bits + 8; ++step) {
    const Rational middle = (*low + *high) / 2;
    switch (beyond(Real(LogNumber::log(middle)))) {
      case Order::greater: high = middle; break;
      case Order::unknown: step = bits + 8; break;
      case Order::less:
      case Order::equal: low = middle; break;
    }
  }
  if (low) level.below = Real(LogNumber::log(*low));
  if (high) level.above = Real(LogNumber::log(*high));
  return level;
}

Result<Bracket> pairs_kappa(const FiniteProblem& problem, const std::vector<TruthPair>& pairs, const Score& score,
                            const Rational& delta) {
  if (score.is_piecewise_constant())
    return steps(
        problem, pairs, score, [&](const StepPair& pair) { return step_kappa(pair, delta, problem.deadline); }, Real());
  struct Largest {
    Real loss;
    TruthPair pair;
  };
  std::map<Family, Largest> largest;
  PairLosses losses(problem.parts);
  Bracket best;
  for (const TruthPair& pair : pairs) {
    const Family kind = family(problem, score, pair);
    if (kind.distance == 0) {
      best = worse(std::move(best), nothing_gained(pair));
      continue;
    }
    const auto known = largest.find(kind);
    if (known != largest.end()) {
      const Result<bool> exceeds = losses.exceeds(pair.x, pair.y, known->second.loss, delta, problem.deadline);
      if (!exceeds) return exceeds.error();
      if (!*exceeds) continue;
    }
    const Result<Real> own = losses.quantile(pair.x, pair.y, delta, problem.deadline);
    if (!own) return own.error();
    if (known == largest.end())
      largest.emplace(kind, Largest{*own, pair});
    else
      known->second = {*own, pair};
  }
  for (const auto& [kind, found] : largest) {
    const GainBound bound = gain_bound(score, kind.truth(), found.loss, kind.distance, problem.deadline);
    WorstCase worst;
    worst.data = found.pair.x;
    worst.prior = prior_of(found.pair, bound.mass);
    worst.attained = bound.attained;
    if (!bound.attained) worst.sequence = sequence(bound.mass);
    worst.outputs = outputs_above(problem, found.pair, [&, loss = found.loss](const Real& l) {
      const Order order = compare(l, loss);
      return order == Order::greater || order == Order::equal;
    });
    best = worse(std::move(best), Bracket::exactly(bound.gain, std::move(worst), {"persuasion-is-pdp"}));
  }
  return best;
}

Result<Bracket> pairs_delta(const FiniteProblem& problem, const std::vector<TruthPair>& pairs, const Score& score,
                            const LogNumber& kappa) {
  const Real otherwise(Rational(sign(kappa) < 0 ? 1 : 0));
  if (score.is_piecewise_constant())
    return steps(
        problem, pairs, score, [&](const StepPair& pair) { return step_delta(pair, kappa, problem.deadline); },
        otherwise);
  std::map<Family, RatioGate> gates;
  PairLosses losses(problem.parts);
  Bracket best;
  const auto widest = [&](const TruthPair& pair, Mass mass, std::function<Order(const Real&)> against) {
    // Only what is larger than all before is worth a worst case.
    if (best.found && mass.upper <= best.upper.exact()->shift && mass.lower <= best.lower.exact()->shift) return;
    WorstCase worst;
    worst.data = pair.x;
    Bracket own{Real(mass.lower), Real(mass.upper), worst, {"persuasion-is-pdp"}, true};
    const Result<const LossLaw*> law = losses.law(pair.x, pair.y, problem.deadline);
    if (law && against) {
      if (const std::optional<Real> least = least_above(**law, against)) {
        const Family kind = family(problem, score, pair);
        if (const std::optional<Real> q =
                mass_beyond(score, kind.truth(), *least, kind.distance, kappa, problem.deadline)) {
          own.worst.prior = prior_of(pair, *q);
          own.worst.attained = true;
        } else {
          own.worst.sequence = "priors whose mass on the truth tends to 0";
          own.worst.prior = prior_of(pair, Real(Rational(0)));
        }
      } else {
        own.worst.attained = true;
      }
      own.worst.outputs = outputs_above(problem, pair, [&](const Real& l) { return against(l) == Order::greater; });
    }
    best = worse(std::move(best), std::move(own));
  };
  for (const TruthPair& pair : pairs) {
    const Family kind = family(problem, score, pair);
    if (kind.distance == 0) {
      Bracket same = nothing_gained(pair);
      same.lower = same.upper = otherwise;
      best = worse(std::move(best), std::move(same));
      continue;
    }
    auto known = gates.find(kind);
    if (known == gates.end()) {
      const LossLevel level = loss_level(score, kind.truth(), kind.distance, kappa, 64, problem.deadline);
      RatioGate gate;
      if (level.always) gate.against = [](const Real&) { return Order::greater; };
      if (level.never) gate.against = [](const Real&) { return Order::less; };
      if (sign(kappa) == 0 && !gate.against) gate.against = [](const Real& loss) { return compare(loss, Real()); };
      if (!gate.against)
        gate.against = [&score, kind, &kappa, &problem](const Real& loss) {
          return compare(gain_bound(score, kind.truth(), loss, kind.distance, problem.deadline).gain, Real(kappa));
        };
      const auto ratio = [](const Real& loss, bool up) -> std::optional<Rational> {
        if (loss.infinity() != 0) return std::nullopt;
        if (loss.exact() != nullptr && loss.exact()->shift == 0) return loss.exact()->ratio;
        const Ball around = exp(loss.enclose(160));
        return up ? upper_rational(around) : lower_rational(around);
      };
      if (!level.always && !level.never) {
        gate.below = ratio(level.below, false);
        gate.above = ratio(level.above, true);
      }
      known = gates.emplace(kind, std::move(gate)).first;
    }
    const Result<Mass> mass = losses.mass_above(pair.x, pair.y, known->second, problem.deadline);
    if (!mass) return mass.error();
    widest(pair, *mass, known->second.against);
  }
  return best;
}

Result<Bracket> pairs_kappa(const FiniteProblem& problem, const Score& score, const Rational& delta) {
  return pairs_kappa(problem, adjacent(problem), score, delta);
}

Result<Bracket> pairs_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa) {
  return pairs_delta(problem, adjacent(problem), score, kappa);
}

}  // namespace assay::persuasive
