// Gains under one prior, and the worst of a list.
#include "persuasive/prior_class/listed.hpp"

#include <algorithm>

#include "scoring/finite.hpp"

namespace assay::persuasive {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;
using scoring::Belief;
using scoring::ExactReal;

namespace {

Pmf as_seen(const Score& score, const DataSpace& space, const Pmf& belief) {
  if (score.coordinates.empty()) return belief;
  Pmf marginal(seen_size(score, space));
  for (std::size_t y = 0; y < belief.size(); ++y)
    if (belief[y] != 0) marginal[seen(score, space, y)] += belief[y];
  return marginal;
}

Pmf posterior(const Kernel& kernel, const Pmf& prior, std::size_t t) {
  Pmf belief(prior.size());
  Rational total = 0;
  for (std::size_t y = 0; y < prior.size(); ++y) {
    belief[y] = prior[y] * kernel.rows[y][t];
    total += belief[y];
  }
  for (Rational& mass : belief)
    if (mass != 0) mass /= total;
  return belief;
}

Result<ExactReal> scored(const DataSpace& space, const Score& score, const Pmf& belief, std::size_t x, Belief side) {
  return scoring::score(*score.general, as_seen(score, space, belief), seen(score, space, x), side);
}

WorstCase worst_at(const Kernel& kernel, const Pmf& prior, std::size_t x, const std::vector<OutputGain>& outputs) {
  WorstCase worst;
  worst.data = x;
  worst.attained = true;
  for (std::size_t y = 0; y < prior.size(); ++y)
    if (prior[y] != 0) worst.prior.emplace_back(y, Real(prior[y]));
  for (const OutputGain& output : outputs)
    worst.outputs.insert(worst.outputs.end(), kernel.outputs[output.column].begin(),
                         kernel.outputs[output.column].end());
  std::sort(worst.outputs.begin(), worst.outputs.end());
  return worst;
}

/// The order of two gains; `unknown` where a computed part leaves it open.
Order order(const ExactReal& a, const ExactReal& b) {
  const std::optional<int> sign = scoring::compare(a, b);
  if (!sign) return Order::unknown;
  return *sign < 0 ? Order::less : *sign > 0 ? Order::greater : Order::equal;
}

template <class AtPrior>
Result<Bracket> over_list(const FiniteProblem& problem, AtPrior at_prior) {
  const Result<Kernel> kernel = whole(problem);
  if (!kernel) return kernel.error();
  Bracket best;
  for (const Pmf& prior : std::get<ListedPriors>(problem.priors).priors)
    for (const std::size_t x : problem.truths()) {
      if (prior[x] == 0) continue;
      Result<Bracket> found = at_prior(*kernel, prior, x);
      if (!found) return found;
      best = worse(std::move(best), *std::move(found));
    }
  return best;
}

}  // namespace

Real to_real(const ExactReal& x) { return Real::of(x); }

ExactReal to_exact_real(const LogNumber& x) {
  ExactReal sum(x.shift);
  if (x.ratio != 1) sum = sum + ExactReal::log(x.ratio);
  return sum;
}

Result<Kernel> whole(const FiniteProblem& problem) {
  std::optional<Kernel> all;
  for (const KernelPart& part : problem.parts) {
    Result<Kernel> next = power(part.kernel, part.count, problem.deadline);
    if (!next) return next;
    if (all) next = product(*all, *next, problem.deadline);
    if (!next) return next;
    all = std::move(next).value();
  }
  return *std::move(all);
}

Result<ExactReal> gain(const Kernel& kernel, const DataSpace& space, const Score& score, const Pmf& prior,
                       std::size_t x, std::size_t t) {
  const Result<ExactReal> before = scored(space, score, prior, x, Belief::prior);
  if (!before) return before;
  const Result<ExactReal> after = scored(space, score, posterior(kernel, prior, t), x, Belief::posterior);
  if (!after) return after;
  return *before - *after;
}

Result<std::vector<OutputGain>> gains(const Kernel& kernel, const DataSpace& space, const Score& score,
                                      const Pmf& prior, std::size_t x, const accounting::Deadline& deadline) {
  const Result<ExactReal> before = scored(space, score, prior, x, Belief::prior);
  if (!before) return before.error();
  std::vector<OutputGain> list;
  for (std::size_t t = 0; t < kernel.columns(); ++t) {
    if (kernel.rows[x][t] == 0) continue;
    if (deadline.passed())
      return Error{ErrorCode::limit_exceeded, "", "max_seconds ended before every output was scored"};
    const Result<ExactReal> after = scored(space, score, posterior(kernel, prior, t), x, Belief::posterior);
    if (!after) return after.error();
    list.push_back({*before - *after, kernel.rows[x][t], t});
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const OutputGain& a, const OutputGain& b) { return order(a.gain, b.gain) == Order::less; });
  return list;
}

Result<Bracket> prior_kappa(const FiniteProblem& problem, const Kernel& kernel, const Score& score, const Pmf& prior,
                            std::size_t x, const Rational& delta) {
  const Result<std::vector<OutputGain>> list = gains(kernel, problem.space, score, prior, x, problem.deadline);
  if (!list) return list.error();
  Rational above = 0;
  std::vector<OutputGain> event;
  for (auto at = list->rbegin(); at != list->rend(); ++at) {
    above += at->mass;
    event.push_back(*at);
    if (above <= delta) continue;
    // Gains that no precision tells from this one share its place in the order.
    Real lower = to_real(at->gain), upper = lower;
    for (const OutputGain& other : *list)
      if (order(other.gain, at->gain) == Order::unknown) {
        lower = smaller(lower, to_real(other.gain));
        upper = larger(upper, to_real(other.gain));
      }
    for (++at; at != list->rend() && order(at->gain, event.back().gain) == Order::equal; ++at) event.push_back(*at);
    return Bracket{lower, upper, worst_at(kernel, prior, x, event), {"gains-by-enumeration"}, true};
  }
  return Error{ErrorCode::internal, "", "delta reaches the whole mass"};
}

Result<Bracket> prior_delta(const FiniteProblem& problem, const Kernel& kernel, const Score& score, const Pmf& prior,
                            std::size_t x, const LogNumber& kappa) {
  const Result<std::vector<OutputGain>> list = gains(kernel, problem.space, score, prior, x, problem.deadline);
  if (!list) return list.error();
  const ExactReal level = to_exact_real(kappa);
  Rational surely = 0, maybe = 0;
  std::vector<OutputGain> event;
  for (const OutputGain& output : *list) {
    const Order against = order(output.gain, level);
    if (against == Order::greater || against == Order::unknown) maybe += output.mass;
    if (against != Order::greater) continue;
    surely += output.mass;
    event.push_back(output);
  }
  return Bracket{Real(surely), Real(maybe), worst_at(kernel, prior, x, event), {"gains-by-enumeration"}, true};
}

Result<Bracket> listed_kappa(const FiniteProblem& problem, const Score& score, const Rational& delta) {
  return over_list(problem, [&](const Kernel& kernel, const Pmf& prior, std::size_t x) {
    return prior_kappa(problem, kernel, score, prior, x, delta);
  });
}

Result<Bracket> listed_delta(const FiniteProblem& problem, const Score& score, const LogNumber& kappa) {
  return over_list(problem, [&](const Kernel& kernel, const Pmf& prior, std::size_t x) {
    return prior_delta(problem, kernel, score, prior, x, kappa);
  });
}

}  // namespace assay::persuasive
