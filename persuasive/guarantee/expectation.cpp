// Which prior of a class is worst in expectation.
#include "persuasive/guarantee/expectation.hpp"

#include <algorithm>
#include <utility>

#include "persuasive/guarantee/guarantee.hpp"
#include "persuasive/prior_class/listed.hpp"
#include "persuasive/prior_class/product_priors.hpp"
#include "persuasive/two_point/mean_gain.hpp"
#include "persuasive/two_point/named_log_mean.hpp"
#include "persuasive/two_point/pair_losses.hpp"
#include "persuasive/two_point/steps.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::persuasive {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using scoring::ExactReal;

constexpr std::size_t most_bases = 200'000, most_exact_terms = 256;

Error no_worst_prior(const Score& score) {
  return {ErrorCode::not_supported, "/criterion",
          "no theorem here says which prior of this class is worst for " + score.name +
              " in expectation; ask the log score, adjacent_pairs, or list the priors"};
}

Error no_order(const Score& score) {
  return {ErrorCode::not_supported, "/scores",
          "exponential_expectation is answered for the log score, where it is a Renyi divergence, and for listed "
          "priors; got " +
              score.name};
}

/// (1 - e^{epsilon - L})_+ in the mean, less the same before: delta of the hockey-stick less (1 - e^epsilon)_+.
Real hinge_mean(const LogNumber& epsilon, const LossLaw& law) {
  if (epsilon.shift == 0) {
    Rational sum = law.infinite;
    for (const LossAtom& atom : law.atoms)
      if (atom.loss.shift == 0 && atom.loss.ratio > epsilon.ratio)
        sum += atom.mass * (1 - epsilon.ratio / atom.loss.ratio);
    if (epsilon.ratio < 1) sum -= 1 - epsilon.ratio;
    return Real(sum);
  }
  return Real::computed([epsilon, law](long bits) {
    Ball sum(law.infinite, bits);
    for (const LossAtom& atom : law.atoms)
      if (compare(atom.loss, epsilon) > 0)
        sum = sum - Ball(atom.mass, bits) * expm1(enclose(epsilon - atom.loss, bits));
    if (sign(epsilon) < 0) sum = sum + expm1(enclose(epsilon, bits));
    return sum;
  });
}

WorstCase two_points(std::size_t x, std::size_t y, const Real& mass, bool attained) {
  WorstCase worst;
  worst.data = x;
  const LogNumber* exact = mass.exact();
  worst.prior = {{x, mass}, {y, exact != nullptr ? Real(Rational(1 - exact->shift)) : Real::computed([mass](long bits) {
                               return 1 - mass.enclose(bits);
                             })}};
  worst.attained = attained;
  if (!attained) worst.sequence = "priors whose mass on the truth tends to the mass shown";
  return worst;
}

Result<Bracket> at_pair(const Score& score, const TruthMass& truth, const LossLaw& law, std::size_t x, std::size_t y,
                        std::size_t distance, const Mean& mean, const accounting::Deadline& deadline) {
  const std::vector<std::string> ids{"persuasion-in-expectation"};
  if (law.infinite == 0 && law.atoms.size() == 1 && law.atoms.front().loss == LogNumber{} &&
      score.rule != Score::Rule::hinge)
    return Bracket::exactly(Real(), two_points(x, y, Real(truth.some()), true), ids);
  if (score.rule == Score::Rule::log)
    return Bracket::exactly(log_mean(truth.floor, weighted(law), mean.order),
                            two_points(x, y, Real(truth.floor), truth.floor > 0), ids);
  if (mean.order) return no_order(score);
  if (score.rule == Score::Rule::hinge)
    return Bracket::exactly(hinge_mean(score.epsilon, law),
                            two_points(x, y, Real(truth.floor > 0 ? truth.floor : Rational(1, 2)), true), ids);
  if (score.rule == Score::Rule::tsallis && score.order < 1 && truth.floor == 0)
    return Error{ErrorCode::not_supported, "/priors",
                 "the Tsallis score of order below 1 is unbounded as the truth's mass tends to 0; give a floor"};
  const GainBound bound = largest_mean(score, truth, weighted(law), distance, deadline);
  return Bracket::exactly(bound.gain, two_points(x, y, bound.mass, bound.attained), ids);
}

Result<Bracket> over_pairs(const FiniteProblem& problem, const std::vector<TruthPair>& pairs, const Score& score,
                           const Mean& mean) {
  PairLosses losses(problem.parts);
  Bracket best;
  for (const TruthPair& pair : pairs) {
    const std::size_t a = seen(score, problem.space, pair.x), b = seen(score, problem.space, pair.y);
    const Result<const LossLaw*> law = losses.law(pair.x, pair.y, problem.deadline);
    if (!law) return law.error();
    Result<Bracket> found = Bracket{};
    if (a == b) {
      found = Bracket::exactly(Real(), two_points(pair.x, pair.y, Real(Rational(1, 2)), true),
                               {"persuasion-in-expectation"});
    } else if (score.is_piecewise_constant()) {
      if (mean.order) return no_order(score);
      found = step_mean({score, seen_size(score, problem.space), a, b, pair.truth, **law}, problem.deadline);
      if (found) {
        found->worst.data = pair.x;
        for (auto& [datum, mass] : found->worst.prior) datum = datum == a ? pair.x : pair.y;
      }
    } else {
      const std::size_t distance = score.rule != Score::Rule::ranked_probability ? 1 : a < b ? b - a : a - b;
      found = at_pair(score, pair.truth, **law, pair.x, pair.y, distance, mean, problem.deadline);
    }
    if (!found) return found;
    best = worse(std::move(best), *std::move(found));
  }
  return best;
}

/// ln E e^{(a-1) gain}/(a-1) of listed gains.
Real exponential_mean(const std::vector<OutputGain>& list, const Rational& order) {
  const auto is_first = [&](const OutputGain& output) { return scoring::compare(output.gain, list.front().gain) == 0; };
  if (std::all_of(list.begin(), list.end(), is_first)) return to_real(list.front().gain);
  if (list.size() <= most_exact_terms) {
    ExactReal sum;
    for (const OutputGain& output : list) {
      const std::optional<Rational> ratio = output.gain.as_log();
      sum = ratio ? sum + ExactReal::radical(output.mass, *ratio, order - 1) : ExactReal::infinity();
    }
    if (const Rational* mean = sum.as_rational()) return Real::of(ExactReal::log(*mean, 1 / (order - 1)));
  }
  return Real::computed([list, order](long bits) {
    Ball sum(0, bits);
    for (const OutputGain& output : list)
      sum = sum + Ball(output.mass, bits) * exp(output.gain.ball(bits) * Ball(order - 1, bits));
    return accounting::log(sum) / Ball(order - 1, bits);
  });
}

Result<Bracket> at_prior(const FiniteProblem& problem, const Kernel& kernel, const Score& score, const Pmf& prior,
                         std::size_t x, const Mean& mean) {
  const Result<std::vector<OutputGain>> list = gains(kernel, problem.space, score, prior, x, problem.deadline);
  if (!list) return list.error();
  WorstCase worst;
  worst.data = x;
  worst.attained = true;
  for (std::size_t y = 0; y < prior.size(); ++y)
    if (prior[y] != 0) worst.prior.emplace_back(y, Real(prior[y]));
  if (mean.order)
    return Bracket::exactly(exponential_mean(*list, *mean.order), std::move(worst), {"gains-by-enumeration"});
  ExactReal sum;
  for (const OutputGain& output : *list) sum = sum + output.gain.times(output.mass);
  return Bracket::exactly(to_real(sum), std::move(worst), {"gains-by-enumeration"});
}

/// The log score: the mean is convex in the prior (the exponential mean moves with a convex or a concave one), so the
/// vertices are worst; at a vertex without the truth the value is the limit.
Result<Bracket> over_vertices(const FiniteProblem& problem, const Score& score, const Mean& mean) {
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  Bracket best;
  for (const std::size_t x : problem.truths()) {
    const Result<std::vector<PriorRegion>> all = regions(problem.priors, problem.space, x);
    if (!all) return all.error();
    for (const PriorRegion& region : *all) {
      if (!may_hold(region, x, problem.deadline)) continue;
      const std::optional<std::vector<Pmf>> corners = vertices(region, most_bases, problem.deadline);
      if (!corners && problem.deadline.passed())
        return Error{ErrorCode::limit_exceeded, "", "max_seconds ended before the vertices of the class were found"};
      if (!corners) return no_worst_prior(score);
      for (const Pmf& q : *corners) {
        std::vector<WeightedLoss> law;  // -ln of the predictive ratio, as a loss at floor 0
        for (std::size_t t = 0; t < kernel->columns(); ++t) {
          if (kernel->rows[x][t] == 0) continue;
          Rational predicted = 0;
          for (std::size_t y = 0; y < q.size(); ++y) predicted += q[y] * kernel->rows[y][t];
          law.push_back({predicted == 0 ? Real::infinite() : Real(LogNumber::log(kernel->rows[x][t] / predicted)),
                         Real(kernel->rows[x][t])});
        }
        WorstCase worst;
        worst.data = x;
        worst.attained = q[x] > 0;
        if (!worst.attained) worst.sequence = "priors of the class that tend to the one shown";
        for (std::size_t y = 0; y < q.size(); ++y)
          if (q[y] != 0) worst.prior.emplace_back(y, Real(q[y]));
        best = worse(std::move(best),
                     Bracket::exactly(log_mean(0, law, mean.order), std::move(worst), {"persuasion-in-expectation"}));
      }
    }
  }
  return best;
}

Real plus(const Real& x, const Real& y) {
  if (x.infinity() != 0) return x;
  if (y.infinity() != 0) return y;
  if (x.exact() != nullptr && y.exact() != nullptr) return Real(*x.exact() + *y.exact());
  const std::optional<ExactReal> a = x.form(), b = y.form();
  if (a && b) return Real::of(*a + *b);
  return Real::computed([x, y](long bits) { return x.enclose(bits) + y.enclose(bits); });
}

}  // namespace

Result<Bracket> expected_gain(const FiniteProblem& problem, const Score& score, const Mean& mean) {
  const auto checked = [](Result<Bracket> found) -> Result<Bracket> {
    if (found && !found->found)
      return Error{ErrorCode::invalid_parameter, "/priors",
                   "the class has no prior that gives the truth a positive mass"};
    return found;
  };
  if (const auto* pairs = std::get_if<AdjacentPairs>(&problem.priors)) {
    std::vector<TruthPair> all;
    for (const std::size_t x : problem.truths())
      for (const std::size_t y : problem.space.neighbours(x)) all.push_back({x, y, pairs->truth});
    return checked(over_pairs(problem, all, score, mean));
  }
  const ListedPriors* listed = std::get_if<ListedPriors>(&problem.priors);
  std::optional<ListedPriors> single;
  if (const auto* product = std::get_if<ProductPriors>(&problem.priors))
    if (std::optional<Pmf> joint = single_product(*product)) {
      single = ListedPriors{{*std::move(joint)}};
      listed = &*single;
    }
  if (listed != nullptr) {
    if (score.rule == Score::Rule::hinge) return no_worst_prior(score);
    const Result<Kernel> kernel = whole(problem);
    if (!kernel) return kernel.error();
    Bracket best;
    for (const Pmf& prior : listed->priors)
      for (const std::size_t x : problem.truths()) {
        if (prior[x] == 0) continue;
        Result<Bracket> found = at_prior(problem, *kernel, score, prior, x, mean);
        if (!found) return found;
        best = worse(std::move(best), *std::move(found));
      }
    return checked(std::move(best));
  }
  if (std::holds_alternative<ProductPriors>(problem.priors) || !score.coordinates.empty()) return no_worst_prior(score);
  if (problem.space.size == 2) {
    const Result<std::vector<TruthPair>> pairs = as_two_point(problem);
    if (!pairs) return pairs.error();
    return checked(over_pairs(problem, *pairs, score, mean));
  }
  if (score.rule != Score::Rule::log) return no_worst_prior(score);
  const TruthMass* truth = nullptr;
  if (const auto* all = std::get_if<AllPriors>(&problem.priors)) truth = &all->truth;
  if (const auto* near = std::get_if<Neighbours>(&problem.priors)) truth = &near->truth;
  if (truth == nullptr) return checked(over_vertices(problem, score, mean));
  // Vertices of the class have two points, and less mass on the truth gains more.
  std::vector<TruthPair> pairs;
  for (const std::size_t x : problem.truths())
    for (std::size_t y = 0; y < problem.space.size; ++y) {
      if (y == x) continue;
      if (std::holds_alternative<Neighbours>(problem.priors)) {
        const std::vector<std::size_t> near = problem.space.neighbours(x);
        if (!std::binary_search(near.begin(), near.end(), y)) continue;
      }
      pairs.push_back({x, y, *truth});
    }
  return checked(over_pairs(problem, pairs, score, mean));
}

Result<Bracket> average_gain(const FiniteProblem& problem, const Score& score) {
  const auto* listed = std::get_if<ListedPriors>(&problem.priors);
  std::optional<ListedPriors> single;
  if (const auto* product = std::get_if<ProductPriors>(&problem.priors))
    if (std::optional<Pmf> joint = single_product(*product)) {
      single = ListedPriors{{*std::move(joint)}};
      listed = &*single;
    }
  if (listed == nullptr)
    return Error{ErrorCode::not_supported, "/truth",
                 "drawn_from_prior averages over named priors: give a list, or a product of single priors"};
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  Bracket best;
  for (const Pmf& prior : listed->priors) {
    ExactReal sum;
    for (std::size_t x = 0; x < prior.size(); ++x) {
      if (prior[x] == 0) continue;
      const Result<std::vector<OutputGain>> list = gains(*kernel, problem.space, score, prior, x, problem.deadline);
      if (!list) return list.error();
      for (const OutputGain& output : *list) sum = sum + output.gain.times(prior[x] * output.mass);
    }
    WorstCase worst;
    worst.attained = true;
    for (std::size_t y = 0; y < prior.size(); ++y)
      if (prior[y] != 0) worst.prior.emplace_back(y, Real(prior[y]));
    best = worse(std::move(best), Bracket::exactly(to_real(sum), std::move(worst), {"gains-by-enumeration"}));
  }
  return best;
}

Result<Bracket> expected_gain(const NamedProblem& problem, const Score& score, const Mean& mean) {
  Bracket best;
  std::optional<std::pair<Rational, Real>> gaussian;  // noise that is the same in both directions is computed once
  for (const auto& [x, direction] : named_truths(problem.truth)) {
    const Rational& floor = problem.truth_mass.floor;
    const std::vector<std::string> ids{"persuasion-in-expectation"};
    if (score.rule == Score::Rule::log && floor == 0) {
      // Divergences of independent parts add.
      Real sum;
      std::vector<std::string> theorems = ids;
      for (const accounting::Part& part : problem.composition) {
        accounting::Part once = part;
        once.count = 1;
        const Result<NamedLoss> loss = named_loss({once}, direction, problem.deadline);
        if (!loss) return loss.error();
        const std::optional<Real> own = named_log_mean(*loss, 0, mean.order, problem.deadline);
        if (!own) return no_order(score);
        sum = plus(sum, times(*own, part.count));
        proofs::cite(theorems, loss->theorems);
      }
      best = worse(std::move(best), Bracket::exactly(sum, two_points(x, 1 - x, Real(Rational(0)), false), theorems));
      continue;
    }
    const Result<NamedLoss> loss = named_loss(problem.composition, direction, problem.deadline);
    if (!loss) return loss.error();
    if (score.rule == Score::Rule::log) {
      const auto* noise = std::get_if<GaussianLaw>(&loss->law);
      const bool known = noise != nullptr && gaussian && gaussian->first == noise->mu_squared;
      const std::optional<Real> own =
          known ? gaussian->second : named_log_mean(*loss, floor, mean.order, problem.deadline);
      if (noise != nullptr && own) gaussian.emplace(noise->mu_squared, *own);
      if (!own)
        return Error{
            ErrorCode::not_supported, "/priors/floor",
            "with a floor this mean is answered for finite mechanisms, for Gaussian parts and for one Laplace part; "
            "without a floor it is a divergence, which bounds it"};
      best = worse(std::move(best), Bracket::exactly(*own, two_points(x, 1 - x, Real(floor), true), ids));
    } else if (const auto* law = std::get_if<LossLaw>(&loss->law)) {
      Result<Bracket> found = score.is_piecewise_constant()
                                  ? step_mean({score, 2, x, 1 - x, problem.truth_mass, *law}, problem.deadline)
                                  : at_pair(score, problem.truth_mass, *law, x, 1 - x, 1, mean, problem.deadline);
      if (!found) return found;
      best = worse(std::move(best), *std::move(found));
    } else {
      return Error{ErrorCode::not_supported, "/scores",
                   score.name +
                       " in expectation is answered for kernels and mechanisms with finitely many rational "
                       "probabilities; ask the log score"};
    }
    proofs::cite(best.theorems, loss->theorems);
  }
  return best;
}

}  // namespace assay::persuasive
