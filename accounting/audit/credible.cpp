#include "accounting/audit/credible.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "accounting/audit/binomial.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

constexpr long bits = 96, region_bits = 42;
constexpr int coarsest = 64, finest = 1024, finest_for_rho = 256;  // its regions are slow

/// P[rate <= x] after k successes of n trials and a uniform prior: Beta(k+1, n-k+1).
Ball posterior_cdf(const Count& count, const Ball& x) {
  if (!certainly_positive(x))
    return certainly_positive(-x) || x.is_exact_zero() ? Ball(0, bits) : hull(Ball(0, bits), Ball(1, bits));
  if (!certainly_less(x, Ball(1, bits)))
    return certainly_less_equal(Ball(1, bits), x) ? Ball(1, bits) : hull(Ball(0, bits), Ball(1, bits));
  return binomial_tail(count.trials + 1, count.successes + 1, x);
}

/// The largest T that a guarantee allows beside F = x: nondecreasing in x.
using Power = std::function<Ball(const Rational& x)>;
/// A guarantee with one free parameter, in which its region grows.
using Family = std::function<Guarantee(const Rational& parameter)>;

Power power_of(const Guarantee& guarantee) {
  if (const auto* g = std::get_if<ApproxGuarantee>(&guarantee)) {
    const Ball factor = exp(Ball(g->epsilon, bits)), allowed(g->delta, bits);
    return [factor, allowed](const Rational& x) {
      const Ball f(x, bits), rest = 1 - allowed - f;
      return min(min(factor * f + allowed, 1 - nonnegative(rest) / factor), Ball(1, bits));
    };
  }
  return [guarantee](const Rational& x) {
    const std::optional<Rational> exact = exact_least_false_negative(guarantee, x);
    return 1 - (exact ? Ball(*exact, bits) : least_false_negative(guarantee, x, region_bits));
  };
}

/// Points of [0, 1], dense where the posterior of F lies, with its distribution function at each.
struct Grid {
  std::vector<Rational> points;
  std::vector<Ball> cdf;
};

Grid grid_of(const Count& out, int cells) {
  const Rational n(out.trials + 2), mean = Rational(out.successes + 1) / n;
  // Nine standard deviations each way, by an integer square root: where the points lie is a choice.
  const Integer scale = Integer(1) << 64;
  const Rational variance = mean * (1 - mean) / (n + 1);
  const Rational deviation =
      Rational(sqrt(Integer(numerator(variance) * scale / denominator(variance)) + 1), Integer(1) << 32);
  const Rational low = std::max(Rational(0), Rational(mean - 9 * deviation));
  const Rational high = std::min(Rational(1), Rational(mean + 9 * deviation));
  std::vector<Rational> at{0};
  for (int i = 0; i <= cells; ++i) {
    const Rational x = low + (high - low) * i / cells;
    if (x > at.back()) at.push_back(x);
  }
  if (at.back() < 1) at.emplace_back(1);
  Grid grid{std::move(at), {}};
  for (const Rational& x : grid.points)
    grid.cdf.push_back(x == 0 ? Ball(0, bits) : x == 1 ? Ball(1, bits) : posterior_cdf(out, Ball(x, bits)));
  return grid;
}

/// The sum over cells of P[F in cell] times the distribution function of T, which grows along F, at both ends.
Ball mass(const Grid& grid, const Count& in, const Power& power) {
  Ball least(0, bits), most(0, bits);
  Ball before = posterior_cdf(in, power(grid.points.front()));
  for (std::size_t i = 1; i < grid.points.size(); ++i) {
    const Ball here = posterior_cdf(in, power(grid.points[i]));
    const Ball weight = nonnegative(grid.cdf[i] - grid.cdf[i - 1]);
    least = least + weight * before;
    most = most + weight * here;
    before = here;
  }
  return hull(least, most);
}

/// Masses at growing resolution; grids are kept.
class Posterior {
 public:
  Posterior(const AttackCounts& counts, Family family)
      : counts_(counts),
        family_(std::move(family)),
        finest_(std::holds_alternative<ConcentratedGuarantee>(family_(0)) ? finest_for_rho : finest) {}

  Ball at(const Rational& parameter, int cells) {
    auto known = grids_.find(cells);
    if (known == grids_.end()) known = grids_.emplace(cells, grid_of(counts_.out, cells)).first;
    return mass(known->second, counts_.in, power_of(family_(parameter)));
  }

  void restart() { start_ = coarsest; }

  /// Sign of mass(parameter) - p, where the finest grid or the time lets it be told.
  std::optional<int> compare(const Rational& parameter, const Rational& p, const Deadline& deadline) {
    // A bisection's later questions are the harder ones: start where the last one could be told.
    for (int cells = start_; cells <= finest_ && !deadline.passed(); cells *= 4) {
      start_ = cells;
      const Ball m = at(parameter, cells);
      if (certainly_less(m, p)) return -1;
      if (certainly_less(p, m)) return 1;
    }
    return std::nullopt;
  }

 private:
  AttackCounts counts_;
  Family family_;
  int finest_;
  std::map<int, Grid> grids_;
  int start_ = coarsest;
};

/// The least parameter whose region has probability p: a bracket of two certain comparisons.
Answer quantile(Posterior& posterior, const Rational& p, const AuditQuestion& question) {
  Answer answer{Value(Rational(0), bits), "credible", {"credible-region"}, true};
  posterior.restart();
  const auto at_zero = posterior.compare(0, p, question.deadline);
  if (at_zero && *at_zero > 0) return answer;
  Rational low = 0, high = 1;
  const Rational most = 64;  // e^64 runs are never counted
  while (high < most) {
    const auto sign = posterior.compare(high, p, question.deadline);
    if (sign && *sign > 0) break;
    if (sign) low = high;
    high *= 2;
  }
  const bool bounded = high < most;
  for (int i = 0; bounded && i < 16; ++i) {
    const Rational middle = (low + high) / 2;
    const auto sign = posterior.compare(middle, p, question.deadline);
    if (!sign) break;
    (*sign > 0 ? high : low) = middle;
  }
  // Where the middle cannot be told, the quarters may be.
  for (int i = 0; bounded && i < 4; ++i) {
    const Rational step = (high - low) / 8;
    const auto below = posterior.compare(low + step, p, question.deadline);
    const auto above = posterior.compare(high - step, p, question.deadline);
    if (below && *below < 0) low += step;
    if (above && *above > 0) high -= step;
    if (!(below && *below < 0) && !(above && *above > 0)) break;
  }
  answer.value =
      Value(bounded ? hull(Ball(low, bits), Ball(high, bits)) : hull(Ball(low, bits), Ball::positive_infinity(bits)));
  answer.value.least = low;
  if (bounded) answer.value.most = high;
  Rational width = high - low;
  for (long i = 0; i < question.digits; ++i) width *= 10;
  answer.converged = bounded && width <= high;
  return answer;
}

}  // namespace

Ball region_probability(const AttackCounts& counts, const Rational& epsilon, const Rational& delta, int cells) {
  return mass(grid_of(counts.out, cells), counts.in, power_of(ApproxGuarantee{epsilon, delta}));
}

Ball region_probability(const AttackCounts& counts, const Guarantee& guarantee, int cells) {
  return mass(grid_of(counts.out, cells), counts.in, power_of(guarantee));
}

core::Result<Credible> audit_credible(const AttackCounts& counts, const AuditQuestion& question) {
  constexpr std::uint64_t most = 1'000'000;
  if (counts.in.trials > most || counts.out.trials > most)
    return core::Error{core::ErrorCode::limit_exceeded, "",
                       "a credible interval is computed for at most " + std::to_string(most) + " runs a side"};
  const Rational tail = 1 - question.confidence;
  const AttackCounts perfect{{counts.in.trials, counts.in.trials}, {0, counts.out.trials}};
  // The verdict first: it needs little, and the interval may use up the time.
  std::optional<AuditVerdict> verdict;
  std::optional<bool> can_refute;
  std::optional<Value> claim_probability;
  if (const auto& claim = question.claim) {
    const Family family = [&](const Rational& x) -> Guarantee {
      if (claim->mu) return GaussianGuarantee{x};
      if (claim->rho) return ConcentratedGuarantee{x};
      return ApproxGuarantee{x, *claim->delta};
    };
    const Rational parameter = claim->mu ? *claim->mu : claim->rho ? *claim->rho : *claim->epsilon;
    Posterior claimed(counts, family), claimed_best(perfect, family);
    const auto refuted = [&](Posterior& of) -> std::optional<bool> {
      const std::optional<int> sign = of.compare(parameter, tail, question.deadline);
      if (!sign && question.deadline.passed()) return std::nullopt;
      return sign == -1;
    };
    verdict = verdict_of(refuted(claimed));
    can_refute = refuted(claimed_best);
    claim_probability = Value(claimed.at(parameter, claim->rho ? coarsest : finest));
    claim_probability->least = 0;
    claim_probability->most = 1;
  }
  const Family approximate = [&](const Rational& x) { return Guarantee(ApproxGuarantee{x, question.delta}); };
  Posterior posterior(counts, approximate), best(perfect, approximate);
  Credible credible{.evidence = {.epsilon = quantile(posterior, tail, question),
                                 .best = quantile(best, tail, question),
                                 .verdict = verdict,
                                 .can_refute = can_refute},
                    .least = quantile(posterior, tail / 2, question),
                    .most = quantile(posterior, 1 - tail / 2, question),
                    .claim_probability = std::move(claim_probability)};
  // The claim's own parameter last: regions of rho are slow.
  if (question.claim && question.claim->mu) {
    Posterior of(counts, [](const Rational& x) { return Guarantee(GaussianGuarantee{x}); });
    credible.evidence.mu = quantile(of, tail, question);
    credible.evidence.mu->theorems.emplace_back(region_theorem(GaussianGuarantee{}));
  }
  if (question.claim && question.claim->rho) {
    Posterior of(counts, [](const Rational& x) { return Guarantee(ConcentratedGuarantee{x}); });
    credible.evidence.rho = quantile(of, tail, question);
    credible.evidence.rho->theorems.emplace_back(region_theorem(ConcentratedGuarantee{}));
  }
  return credible;
}

}  // namespace assay::accounting
