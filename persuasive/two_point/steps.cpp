// Breakpoints of piecewise constant partial scores.
#include "persuasive/two_point/steps.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "scoring/finite.hpp"

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using scoring::Belief;

/// The beliefs in the truth at which the best act changes.
std::set<Rational> breakpoints(const StepPair& pair) {
  std::set<Rational> points;
  if (pair.score.rule == Score::Rule::zero_one) return {Rational(1, 2)};
  const auto& loss = pair.score.loss;
  for (std::size_t a = 0; a < loss.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      // p (a_x - b_x) + (1-p) (a_y - b_y) = 0
      const Rational at_x = loss[a][pair.x] - loss[b][pair.x], at_y = loss[a][pair.y] - loss[b][pair.y];
      if (at_x == at_y) continue;
      const Rational p = at_y / (at_y - at_x);
      if (p > 0 && p < 1) points.insert(p);
    }
  return points;
}

/// Masses to try: every breakpoint of the prior and of the posteriors in the range, its ends, and points between.
std::vector<Rational> candidates(const StepPair& pair, const std::set<Rational>& points) {
  const TruthMass& truth = pair.truth;
  std::set<Rational> all{truth.floor, truth.ceiling};
  const auto add = [&](const Rational& q) {
    if (truth.floor < q && q < truth.ceiling) all.insert(q);
  };
  for (const Rational& p : points) {
    add(p);
    // r_q = p  <=>  q = p / (p + (1-p) e^L)
    for (const LossAtom& atom : pair.law.atoms) add(p / (p + (1 - p) * atom.loss.ratio));
  }
  std::vector<Rational> tried;
  for (auto at = all.begin(); at != all.end(); ++at) {
    if (*at > 0 && (*at < 1 || truth.floor == 1)) tried.push_back(*at);
    if (const auto next = std::next(at); next != all.end()) tried.push_back((*at + *next) / 2);
  }
  return tried;
}

class Scored {
 public:
  explicit Scored(const StepPair& pair) : pair_(pair), belief_(pair.data) {}

  Result<Rational> operator()(const Rational& p, Belief side) {
    belief_[pair_.x] = p;
    belief_[pair_.y] = 1 - p;
    const Result<scoring::ExactReal> score = scoring::score(*pair_.score.general, belief_, pair_.x, side);
    if (!score) return score.error();
    if (const Rational* exact = score->as_rational()) return *exact;
    return Error{ErrorCode::internal, "", "a step score that is not rational"};
  }

 private:
  const StepPair& pair_;
  std::vector<Rational> belief_;
};

struct Gain {
  Rational gain, mass;
};

/// The gains at one prior mass, ascending.
Result<std::vector<Gain>> gains(const StepPair& pair, Scored& scored, const Rational& q) {
  const Result<Rational> before = scored(q, Belief::prior);
  if (!before) return before.error();
  std::vector<Gain> list;
  const auto add = [&](const Rational& posterior, const Rational& mass) -> std::optional<Error> {
    const Result<Rational> after = scored(posterior, Belief::posterior);
    if (!after) return after.error();
    list.push_back({*before - *after, mass});
    return std::nullopt;
  };
  for (const LossAtom& atom : pair.law.atoms)
    if (auto error = add(q * atom.loss.ratio / (1 - q + q * atom.loss.ratio), atom.mass)) return *error;
  if (pair.law.infinite != 0)
    if (auto error = add(1, pair.law.infinite)) return *error;
  std::sort(list.begin(), list.end(), [](const Gain& a, const Gain& b) { return a.gain < b.gain; });
  return list;
}

/// The largest of `measure` over the candidates.
template <class Measure>
Result<Bracket> largest(const StepPair& pair, const accounting::Deadline& deadline, Measure measure) {
  Scored scored(pair);
  Bracket best;
  for (const Rational& q : candidates(pair, breakpoints(pair))) {
    if (deadline.passed())
      return Error{ErrorCode::limit_exceeded, "", "max_seconds ended before every prior mass was tried"};
    const Result<std::vector<Gain>> list = gains(pair, scored, q);
    if (!list) return list.error();
    WorstCase worst;
    worst.data = pair.x;
    worst.prior = {{pair.x, Real(q)}, {pair.y, Real(Rational(1 - q))}};
    worst.attained = true;
    best = worse(std::move(best), Bracket::exactly(Real(measure(*list)), std::move(worst), {"step-gains"}));
  }
  return best;
}

}  // namespace

Result<Bracket> step_delta(const StepPair& pair, const LogNumber& kappa, const accounting::Deadline& deadline) {
  return largest(pair, deadline, [&](const std::vector<Gain>& list) {
    Rational above = 0;
    for (const Gain& gain : list)
      if (compare(LogNumber::rational(gain.gain), kappa) > 0) above += gain.mass;
    return above;
  });
}

Result<Bracket> step_kappa(const StepPair& pair, const Rational& delta, const accounting::Deadline& deadline) {
  return largest(pair, deadline, [&](const std::vector<Gain>& list) {
    Rational above = 0;
    for (auto gain = list.rbegin(); gain != list.rend(); ++gain) {
      above += gain->mass;
      if (above > delta) return gain->gain;
    }
    return list.front().gain;
  });
}

Result<Bracket> step_mean(const StepPair& pair, const accounting::Deadline& deadline) {
  return largest(pair, deadline, [&](const std::vector<Gain>& list) {
    Rational sum = 0;
    for (const Gain& gain : list) sum += gain.gain * gain.mass;
    return sum;
  });
}

}  // namespace assay::persuasive
