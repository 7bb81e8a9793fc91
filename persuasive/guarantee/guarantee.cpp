// Which routine answers which class with which score.
#include "persuasive/guarantee/guarantee.hpp"

#include <algorithm>
#include <utility>

#include "persuasive/prior_class/adjacent_pairs.hpp"
#include "persuasive/prior_class/listed.hpp"
#include "persuasive/prior_class/log_game.hpp"
#include "persuasive/prior_class/product_priors.hpp"
#include "persuasive/prior_class/smooth_search.hpp"
#include "persuasive/prior_class/step_search.hpp"
#include "proofs/registry/cite.hpp"

namespace assay::persuasive {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

/// The range of the truth's mass, where a class restricts nothing else and its truth may be any datum of a support.
const TruthMass* truth_mass(const PriorClass& priors) {
  if (const auto* all = std::get_if<AllPriors>(&priors)) return &all->truth;
  if (const auto* near = std::get_if<Neighbours>(&priors))
    return near->points && *near->points < 2 ? nullptr : &near->truth;
  return nullptr;
}

std::vector<std::size_t> others(const FiniteProblem& problem, std::size_t x) {
  if (std::holds_alternative<Neighbours>(problem.priors)) return problem.space.neighbours(x);
  std::vector<std::size_t> all;
  for (std::size_t y = 0; y < problem.space.size; ++y)
    if (y != x) all.push_back(y);
  return all;
}

/// Every two-point prior of AllPriors or Neighbours.
std::vector<TruthPair> two_point_priors(const FiniteProblem& problem, TruthMass truth) {
  truth.certain = truth.ceiling == 1;
  std::vector<TruthPair> pairs;
  for (const std::size_t x : problem.truths())
    for (const std::size_t y : others(problem, x)) pairs.push_back({x, y, truth});
  return pairs;
}

/// Pairs of different data in one support: the largest ratio among them bounds every gain there.
std::vector<TruthPair> pairs_of_supports(const FiniteProblem& problem, const TruthMass& truth) {
  std::vector<TruthPair> pairs;
  std::vector<bool> seen_pair(problem.space.size * problem.space.size);
  for (const std::size_t x : problem.truths()) {
    std::vector<std::size_t> support = others(problem, x);
    support.push_back(x);
    for (const std::size_t y : support)
      for (const std::size_t z : support) {
        if (y == z || seen_pair[y * problem.space.size + z]) continue;
        seen_pair[y * problem.space.size + z] = true;
        pairs.push_back({y, z, truth});
      }
  }
  return pairs;
}

bool reduces_to_two_points(const Score& score) {
  using enum Score::Rule;
  return score.rule == log || score.rule == brier || score.rule == spherical || score.rule == pseudospherical;
}

Bracket with_theorem(Bracket bracket, const std::string& id) {
  proofs::cite(bracket.theorems, id);
  return bracket;
}

Error no_priors() {
  return {ErrorCode::invalid_parameter, "/priors", "the class has no prior that gives the truth a positive mass"};
}

Result<Bracket> not_empty(Result<Bracket> found) {
  if (found && !found->found) return no_priors();
  return found;
}

/// At delta = 0 over AllPriors and Neighbours: two points are worst for these rules, and where the largest ratio is
/// that of a truth asked about the bounds meet.
Result<std::optional<Bracket>> by_two_points(const FiniteProblem& problem, const Score& score, const TruthMass& truth,
                                             const Rational& delta) {
  if (delta != 0 || !score.coordinates.empty() || !reduces_to_two_points(score)) return std::optional<Bracket>();
  if (score.rule != Score::Rule::log && truth.ceiling != 1) return std::optional<Bracket>();
  Result<Bracket> pairs = pairs_kappa(problem, two_point_priors(problem, truth), score, delta);
  if (!pairs && pairs.error().code == ErrorCode::limit_exceeded) return std::optional<Bracket>();
  if (!pairs) return pairs.error();
  if (!pairs->found) return no_priors();
  if (score.rule == Score::Rule::log) return std::optional(with_theorem(*std::move(pairs), "prior-game"));
  const Result<Bracket> bound = pairs_kappa(problem, pairs_of_supports(problem, truth), score, delta);
  if (!bound && bound.error().code == ErrorCode::limit_exceeded) return std::optional<Bracket>();
  if (!bound) return bound.error();
  if (compare(pairs->lower, bound->upper) == Order::less) pairs->upper = bound->upper;
  return std::optional(with_theorem(*std::move(pairs), "two-points-are-worst"));
}

/// The two-point priors of AllPriors and Neighbours gain no more than the class, and nothing exceeds `most`.
template <class Routine>
Result<std::optional<Bracket>> below_two_points(const FiniteProblem& problem, Routine routine,
                                                const std::optional<Rational>& most) {
  const TruthMass* truth = truth_mass(problem.priors);
  if (truth == nullptr) return std::optional<Bracket>();
  Result<Bracket> pairs = routine(two_point_priors(problem, *truth));
  if (!pairs && pairs.error().code == ErrorCode::limit_exceeded) return std::optional<Bracket>();
  if (!pairs) return pairs.error();
  if (!pairs->found) return std::optional<Bracket>();
  pairs->upper = most ? Real(*most) : Real::infinite();
  return std::optional(*std::move(pairs));
}

/// Two brackets of one number: the larger of the lower ends, the smaller of the upper.
Result<Bracket> both(std::optional<Bracket> known, Result<Bracket> searched) {
  if (!known || !searched) return searched;
  Bracket best = certainly_less(known->lower, searched->lower) ? *searched : *known;
  best.upper = smaller(known->upper, searched->upper);
  proofs::cite(best.theorems, known->theorems);
  proofs::cite(best.theorems, searched->theorems);
  return best;
}

/// Where all rows are alike every posterior is its prior, and every gain of a rule that does not break ties is 0: a
/// prior of the class. Nothing where some rows differ. Source: theorem `gains-by-enumeration`.
Result<std::optional<Bracket>> told_nothing(const FiniteProblem& problem, const Rational& answer) {
  for (const KernelPart& part : problem.parts)
    for (const auto& row : part.kernel.rows)
      if (row != part.kernel.rows.front()) return std::optional<Bracket>();
  for (const std::size_t x : problem.truths()) {
    const Result<std::vector<PriorRegion>> all = regions(problem.priors, problem.space, x);
    if (!all) return all.error();
    for (const PriorRegion& region : *all) {
      LinearProgram program{region.variables, std::vector<Rational>(region.variables), region.constraints};
      program.objective[x] = -1;
      const LinearOptimum most = solve(program, problem.deadline);
      if (most.status != LinearOptimum::Status::optimal || most.value == 0) continue;
      WorstCase worst;
      worst.data = x;
      worst.attained = true;
      for (std::size_t y = 0; y < region.data; ++y)
        if (most.point[y] != 0) worst.prior.emplace_back(y, Real(most.point[y]));
      return std::optional(Bracket::exactly(Real(answer), std::move(worst), {"gains-by-enumeration"}));
    }
  }
  return std::optional<Bracket>();
}

Error no_records(const Score& score) {
  return {ErrorCode::not_supported, "/scores",
          score.name +
              " about single records is answered for adjacent_pairs, list and product classes of one prior; ask "
              "for the whole datum, or list the priors"};
}

}  // namespace

Result<std::vector<TruthPair>> as_two_point(const FiniteProblem& problem) {
  std::vector<TruthPair> pairs;
  for (const std::size_t x : problem.truths()) {
    const Result<std::vector<PriorRegion>> all = regions(problem.priors, problem.space, x);
    if (!all) return all.error();
    for (const PriorRegion& region : *all) {
      LinearProgram program{region.variables, std::vector<Rational>(region.variables), region.constraints};
      program.objective[x] = 1;
      const LinearOptimum least = solve(program, problem.deadline);
      program.objective[x] = -1;
      const LinearOptimum most = solve(program, problem.deadline);
      if (least.status == LinearOptimum::Status::stopped || most.status == LinearOptimum::Status::stopped)
        return Error{ErrorCode::limit_exceeded, "", "max_seconds ended before the class was measured"};
      if (least.status != LinearOptimum::Status::optimal || most.status != LinearOptimum::Status::optimal) continue;
      if (most.value == 0) continue;
      pairs.push_back({x, 1 - x, {least.value, -most.value, most.value == -1}});
    }
  }
  return pairs;
}

Result<Bracket> kappa_at_delta(const FiniteProblem& problem, const Score& score, const Rational& delta) {
  if (std::holds_alternative<AdjacentPairs>(problem.priors)) return not_empty(pairs_kappa(problem, score, delta));
  if (std::holds_alternative<ListedPriors>(problem.priors)) return not_empty(listed_kappa(problem, score, delta));
  if (std::holds_alternative<ProductPriors>(problem.priors)) return not_empty(product_kappa(problem, score, delta));
  if (!score.coordinates.empty()) return no_records(score);
  if (problem.space.size == 2) {
    const Result<std::vector<TruthPair>> pairs = as_two_point(problem);
    if (!pairs) return pairs.error();
    return not_empty(pairs_kappa(problem, *pairs, score, delta));
  }
  std::optional<Bracket> known;
  if (const TruthMass* truth = truth_mass(problem.priors)) {
    Result<std::optional<Bracket>> found = by_two_points(problem, score, *truth, delta);
    if (!found) return found.error();
    known = *std::move(found);
    if (known && compare(known->lower, known->upper) != Order::less) return *std::move(known);
  }
  if (score.rule == Score::Rule::log) return not_empty(log_game_kappa(problem, delta));
  if (score.is_piecewise_constant()) return not_empty(step_search_kappa(problem, score, delta));
  Result<std::optional<Bracket>> nothing = told_nothing(problem, 0);
  if (!nothing) return nothing.error();
  if (*nothing) return **std::move(nothing);
  if (!known) {
    Result<std::optional<Bracket>> found = below_two_points(
        problem, [&](const auto& pairs) { return pairs_kappa(problem, pairs, score, delta); },
        greatest_gain(score, problem.space.size));
    if (!found) return found.error();
    known = *std::move(found);
  }
  if (known && compare(known->lower, known->upper) == Order::equal) return *std::move(known);
  return both(std::move(known), not_empty(smooth_kappa(problem, score, delta)));
}

Result<Bracket> delta_at_kappa(const FiniteProblem& problem, const Score& score, const LogNumber& kappa) {
  if (std::holds_alternative<AdjacentPairs>(problem.priors)) return not_empty(pairs_delta(problem, score, kappa));
  if (std::holds_alternative<ListedPriors>(problem.priors)) return not_empty(listed_delta(problem, score, kappa));
  if (std::holds_alternative<ProductPriors>(problem.priors)) return not_empty(product_delta(problem, score, kappa));
  if (!score.coordinates.empty()) return no_records(score);
  if (problem.space.size == 2) {
    const Result<std::vector<TruthPair>> pairs = as_two_point(problem);
    if (!pairs) return pairs.error();
    return not_empty(pairs_delta(problem, *pairs, score, kappa));
  }
  if (const TruthMass* truth = truth_mass(problem.priors); truth != nullptr && truth->ceiling == 1 && sign(kappa) < 0) {
    // The certain prior gains nothing, which is more than kappa.
    Bracket all = Bracket::exactly(Real(Rational(1)), {}, {"persuasion-is-pdp"});
    all.worst.data = problem.truths().front();
    all.worst.prior = {{all.worst.data, Real(Rational(1))}};
    all.worst.attained = true;
    return all;
  }
  if (score.rule == Score::Rule::log) return not_empty(log_game_delta(problem, kappa));
  if (score.is_piecewise_constant()) return not_empty(step_search_delta(problem, score, kappa));
  Result<std::optional<Bracket>> nothing = told_nothing(problem, sign(kappa) < 0 ? 1 : 0);
  if (!nothing) return nothing.error();
  if (*nothing) return **std::move(nothing);
  Result<std::optional<Bracket>> known = below_two_points(
      problem, [&](const auto& pairs) { return pairs_delta(problem, pairs, score, kappa); }, Rational(1));
  if (!known) return known.error();
  if (*known && compare((*known)->lower, (*known)->upper) == Order::equal) return **std::move(known);
  return both(*std::move(known), not_empty(smooth_delta(problem, score, kappa)));
}

}  // namespace assay::persuasive
