// Two-point classes over named mechanisms.
#include "persuasive/prior_class/named_pairs.hpp"

#include "persuasive/prior_class/adjacent_pairs.hpp"
#include "persuasive/two_point/gain_bound.hpp"
#include "persuasive/two_point/steps.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using accounting::Value;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

long bits_for(const NamedProblem& problem) { return problem.digits * 10 / 3 + 64; }

Real to_real(const NamedLoss& loss, const Real& level) {
  const Value probe = tail(loss, level, 64);
  if (probe.exact) return Real(*probe.exact);
  return Real::computed([loss, level](long bits) { return tail(loss, level, bits).ball; });
}

WorstCase worst_at(std::size_t x, const Real& mass, bool attained) {
  WorstCase worst;
  worst.data = x;
  const LogNumber* exact = mass.exact();
  const Real rest = exact != nullptr ? Real(Rational(1 - exact->shift))
                                     : Real::computed([mass](long bits) { return 1 - mass.enclose(bits); });
  worst.prior = {{x, mass}, {1 - x, rest}};
  worst.attained = attained;
  if (!attained) worst.sequence = "priors whose mass on the truth tends to the mass shown";
  return worst;
}

/// Piecewise constant rules need the atoms themselves.
template <class Routine>
Result<Bracket> by_steps(const NamedProblem& problem, const Score& score, const NamedLoss& loss, std::size_t x,
                         Routine routine) {
  const auto* law = std::get_if<LossLaw>(&loss.law);
  if (law == nullptr)
    return Error{ErrorCode::not_supported, "/scores",
                 score.name +
                     " scores jump, and are answered for kernels and for mechanisms with finitely many rational "
                     "probabilities; ask log, brier or spherical, or write the mechanism as a kernel"};
  for (const LossAtom& atom : law->atoms)
    if (atom.loss.shift != 0)
      return Error{ErrorCode::not_supported, "/scores", score.name + " needs losses that are logarithms of rationals"};
  return routine(StepPair{score, 2, x, 1 - x, problem.truth_mass, *law});
}

template <class AtLoss>
Result<Bracket> over_truths(const NamedProblem& problem, AtLoss at_loss) {
  Bracket best;
  for (const auto& [x, direction] : named_truths(problem.truth)) {
    const Result<NamedLoss> loss = named_loss(problem.composition, direction, problem.deadline);
    if (!loss) return loss.error();
    Result<Bracket> found = at_loss(x, *loss);
    if (!found) return found;
    add_theorems(found->theorems, loss->theorems);
    best = worse(std::move(best), *std::move(found));
  }
  return best;
}

}  // namespace

std::vector<std::pair<std::size_t, accounting::Direction>> named_truths(const std::optional<std::size_t>& truth) {
  std::vector<std::pair<std::size_t, accounting::Direction>> all;
  if (!truth || *truth == 0) all.emplace_back(0, accounting::Direction::remove);
  if (!truth || *truth == 1) all.emplace_back(1, accounting::Direction::add);
  return all;
}

Result<Bracket> named_kappa(const NamedProblem& problem, const Score& score, const Rational& delta) {
  return over_truths(problem, [&](std::size_t x, const NamedLoss& loss) -> Result<Bracket> {
    if (score.is_piecewise_constant())
      return by_steps(problem, score, loss, x,
                      [&](const StepPair& pair) { return step_kappa(pair, delta, problem.deadline); });
    const GainBound bound = gain_bound(score, problem.truth_mass, quantile(loss, delta), 1, problem.deadline);
    return Bracket::exactly(bound.gain, worst_at(x, bound.mass, bound.attained), {"persuasion-is-pdp"});
  });
}

Result<Bracket> named_delta(const NamedProblem& problem, const Score& score, const LogNumber& kappa) {
  return over_truths(problem, [&](std::size_t x, const NamedLoss& loss) -> Result<Bracket> {
    if (score.is_piecewise_constant())
      return by_steps(problem, score, loss, x,
                      [&](const StepPair& pair) { return step_delta(pair, kappa, problem.deadline); });
    const LossLevel level = loss_level(score, problem.truth_mass, 1, kappa, bits_for(problem), problem.deadline);
    Bracket found;
    found.found = true;
    found.theorems = {"persuasion-is-pdp"};
    if (level.always || level.never) {
      found.lower = found.upper = Real(Rational(level.always ? 1 : 0));
      found.worst.data = x;
      found.worst.attained = level.never;
      if (level.always) found.worst = worst_at(x, Real(Rational(1)), false);
      return found;
    }
    // The tail falls: the larger level gives the lower end.
    found.lower = to_real(loss, level.above);
    found.upper = score.rule == Score::Rule::log ? found.lower : to_real(loss, level.below);
    const GainBound bound = gain_bound(score, problem.truth_mass, level.above, 1, problem.deadline);
    found.worst = worst_at(x, bound.mass, false);
    return found;
  });
}

}  // namespace assay::persuasive
