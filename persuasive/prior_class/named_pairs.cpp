// Two-point classes over named mechanisms.
#include "persuasive/prior_class/named_pairs.hpp"

#include "persuasive/prior_class/adjacent_pairs.hpp"
#include "persuasive/two_point/gain_bound.hpp"
#include "persuasive/two_point/partial_score.hpp"
#include "persuasive/two_point/steps.hpp"
#include "proofs/registry/cite.hpp"

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
  if (probe.ball.is_exact_zero()) return Real();
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
    proofs::cite(found->theorems, loss->theorems);
    best = worse(std::move(best), *std::move(found));
  }
  return best;
}

/// A mass of the truth with which every loss gains more than kappa, where the score of belief 0 is finite: the gain is
/// above s(q) - s(0).
std::optional<Rational> mass_beyond_every_loss(const Score& score, const TruthMass& truth, const LogNumber& kappa) {
  constexpr unsigned largest_exponent = 4096;
  constexpr long bits = 128;
  const auto exceeds = [&](const Rational& q) {
    const Ball least = partial_score(score, Ball(q, bits), 1) - partial_score(score, Ball(0, bits), 1);
    return least.is_finite() && certainly_less(enclose(kappa, bits), least);
  };
  if (truth.floor > 0) return exceeds(truth.floor) ? std::optional(truth.floor) : std::nullopt;
  for (unsigned k = 1; k <= largest_exponent; k *= 2) {
    const Rational q(1, core::Integer(1) << k);
    if (q < truth.ceiling && exceeds(q)) return q;
  }
  return std::nullopt;
}

/// The prior whose event {gain > kappa} is the largest, the losses above the level; `level` as loss_level gives it.
WorstCase largest_event(const NamedProblem& problem, const Score& score, const NamedLoss& loss, std::size_t x,
                        const LogNumber& kappa, const LossLevel& level) {
  const TruthMass& truth = problem.truth_mass;
  if (level.always && truth.holds_certainty()) return worst_at(x, Real(Rational(1)), true);
  // A gain above 0 is a loss above 0, whatever the mass.
  if (level.never || sign(kappa) == 0) return worst_at(x, Real(truth.some()), true);
  if (sign(kappa) < 0)
    if (const std::optional<Rational> q = mass_beyond_every_loss(score, truth, kappa))
      return worst_at(x, Real(*q), true);
  if (const std::optional<Real> next = next_loss(loss, level.always ? Real::infinite(-1) : level.above)) {
    if (const std::optional<Real> q = mass_beyond(score, truth, *next, 1, kappa, problem.deadline))
      return worst_at(x, *q, true);
  }
  if (level.always) return worst_at(x, Real(Rational(1)), false);
  // Losses on both sides: it is that of the mass that attains the gain bound at the level itself.
  Real at = level.above;
  if (score.rule != Score::Rule::log && level.below.infinity() == 0 && level.above.infinity() == 0)
    at = Real::computed(
        [low = level.below, high = level.above](long bits) { return hull(low.enclose(bits), high.enclose(bits)); });
  const GainBound bound = gain_bound(score, truth, at, 1, problem.deadline);
  return worst_at(x, bound.mass, bound.attained);
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
      found.worst = largest_event(problem, score, loss, x, kappa, level);
      return found;
    }
    // The tail falls: the larger level gives the lower end.
    found.lower = to_real(loss, level.above);
    found.upper = score.rule == Score::Rule::log || sign(kappa) == 0 ? found.lower : to_real(loss, level.below);
    if (sign(kappa) < 0 && mass_beyond_every_loss(score, problem.truth_mass, kappa))
      found.lower = found.upper = Real(Rational(1));
    const bool nothing = compare(found.upper, Real()) == Order::equal;
    found.worst = nothing ? worst_at(x, Real(problem.truth_mass.some()), true)
                          : largest_event(problem, score, loss, x, kappa, level);
    return found;
  });
}

}  // namespace assay::persuasive
