#include "scoring/finite.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace assay::scoring {
namespace {

using accounting::Ball;
using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;

Rational sum_of_squares(Pmf p) {
  Rational sum = 0;
  for (const Rational& x : p) sum += x * x;
  return sum;
}

/// x^e for x >= 0; 0^e is 0, 1, infinity for e above, at, below 0.
ExactReal power(const Rational& x, const Rational& e, const Rational& coefficient = 1) {
  if (x > 0) return ExactReal::radical(coefficient, x, e);
  if (e > 0 || coefficient == 0) return {};
  return e == 0 ? ExactReal(coefficient) : ExactReal::infinity(coefficient > 0);
}

ExactReal sum_of_powers(Pmf p, const Rational& order) {
  ExactReal sum;
  for (const Rational& x : p) sum = sum + power(x, order);
  return sum;
}

ExactReal minus_log(const Rational& p) { return p > 0 ? ExactReal::log(p, -1) : ExactReal::infinity(); }

bool holds(const Region& region, std::size_t x) { return region.first <= Integer(x) && Integer(x) <= region.last; }

Rational mass(const Region& region, Pmf p) {
  Rational sum = 0;
  for (std::size_t x = 0; x < p.size(); ++x)
    if (holds(region, x)) sum += p[x];
  return sum;
}

ExactReal score_of(const Logarithmic&, Pmf p, std::size_t x, Belief) { return minus_log(p[x]); }

ExactReal score_of(const Brier&, Pmf p, std::size_t x, Belief) { return {Rational(1 - 2 * p[x] + sum_of_squares(p))}; }

ExactReal score_of(const Spherical&, Pmf p, std::size_t x, Belief) {
  return ExactReal::radical(-p[x], sum_of_squares(p), Rational(-1, 2));
}

/// -(p_x / ||p||_a)^(a-1) = -p_x^(a-1) N^(-(a-1)/a) with N the sum of the a-th powers.
ExactReal score_of(const Pseudospherical& rule, Pmf p, std::size_t x, Belief) {
  if (p[x] == 0) return {};
  const Rational rest = rule.order - 1, exponent = -rest / rule.order;
  const ExactReal norm = sum_of_powers(p, rule.order), own = power(p[x], rest);
  if (const Rational* n = norm.as_rational())
    if (const Rational* factor = own.as_rational()) return ExactReal::radical(-*factor, *n, exponent);
  return ExactReal::computed(
      [norm, own, exponent](long bits) { return -own.ball(bits) * exp(Ball(exponent, bits) * log(norm.ball(bits))); });
}

ExactReal score_of(const Power& rule, Pmf p, std::size_t x, Belief) {
  return sum_of_powers(p, rule.order).times(rule.order - 1) + power(p[x], rule.order - 1, -rule.order);
}

ExactReal score_of(const Tsallis& rule, Pmf p, std::size_t x, Belief) {
  const Rational rest = rule.order - 1;
  return sum_of_powers(p, rule.order) + power(p[x], rest, -rule.order / rest) + ExactReal(Rational(1 / rest));
}

ExactReal score_of(const RankedProbability&, Pmf p, std::size_t x, Belief) {
  Rational below = 0, sum = 0;
  for (std::size_t k = 0; k + 1 < p.size(); ++k) {
    below += p[k];
    const Rational miss = x <= k ? Rational(below - 1) : below;
    sum += miss * miss;
  }
  return {sum};
}

ExactReal score_of(const ZeroOne& rule, Pmf p, std::size_t x, Belief belief) {
  const auto top = std::max_element(p.begin(), p.end());  // the first of equals
  const auto modes = std::count(p.begin(), p.end(), *top);
  if (p[x] < *top) return 1;
  switch (rule.ties) {
    case Ties::uniform: return {Rational(1 - Rational(1, modes))};
    case Ties::lowest_index: return top - p.begin() == static_cast<std::ptrdiff_t>(x) ? 0 : 1;
    case Ties::strict: return modes == 1 ? 0 : 1;
    case Ties::adversarial: return modes == 1 || belief == Belief::posterior ? 0 : 1;
  }
  return 1;
}

ExactReal score_of(const Decision& rule, Pmf p, std::size_t x, Belief belief) {
  std::optional<Rational> least, score;
  for (const std::vector<Rational>& loss : rule.loss) {
    Rational expected = 0;
    for (std::size_t j = 0; j < p.size(); ++j) expected += p[j] * loss[j];
    const bool better = !least || expected < *least;
    if (!better && expected > *least) continue;
    if (better) {
      least = expected;
      score = loss[x];
    } else if (rule.ties != Ties::lowest_index) {
      score = belief == Belief::prior ? std::max(*score, loss[x]) : std::min(*score, loss[x]);
    }
  }
  return {*score};
}

ExactReal score_of(const CensoredLikelihood& rule, Pmf p, std::size_t x, Belief) {
  return minus_log(holds(rule.region, x) ? p[x] : Rational(1 - mass(rule.region, p)));
}

ExactReal score_of(const ConditionalLikelihood& rule, Pmf p, std::size_t x, Belief) {
  if (!holds(rule.region, x)) return {};
  return p[x] > 0 ? ExactReal::log(p[x] / mass(rule.region, p), -1) : ExactReal::infinity();
}

template <class R>
concept ScoresPmf = requires(const R& rule, Pmf p) {
  score_of(rule, p, std::size_t{}, Belief::prior);
};

std::optional<Error> refused(const Rule& rule, Pmf p) {
  if (!takes_pmf(rule))
    return Error{ErrorCode::not_supported, "",
                 "the rule " + std::string(name(rule)) +
                     " needs outcomes that are numbers, not categories: give the law as discrete, with points"};
  if (const Decision* decision = std::get_if<Decision>(&rule))
    for (const std::vector<Rational>& row : decision->loss)
      if (row.size() != p.size())
        return Error{
            ErrorCode::invalid_parameter, "",
            "the loss has a row of " + std::to_string(row.size()) + " for " + std::to_string(p.size()) + " outcomes"};
  return std::nullopt;
}

ExactReal unchecked(const Rule& rule, Pmf p, std::size_t x, Belief belief) {
  return std::visit(
      [&]<class R>(const R& r) -> ExactReal {
        if constexpr (ScoresPmf<R>)
          return score_of(r, p, x, belief);
        else
          return {};
      },
      rule);
}

}  // namespace

bool takes_pmf(const Rule& rule) {
  return std::visit([]<class R>(const R&) { return ScoresPmf<R>; }, rule);
}

Result<ExactReal> score(const Rule& rule, Pmf p, std::size_t x, Belief belief) {
  if (std::optional<Error> error = refused(rule, p)) return *std::move(error);
  return unchecked(rule, p, x, belief);
}

Result<ExactReal> entropy(const Rule& rule, Pmf p) {
  if (std::optional<Error> error = refused(rule, p)) return *std::move(error);
  ExactReal sum;
  for (std::size_t x = 0; x < p.size(); ++x)
    if (p[x] > 0) sum = sum + unchecked(rule, p, x, Belief::prior).times(p[x]);
  return sum;
}

Result<ExactReal> divergence(const Rule& rule, Pmf truth, Pmf forecast) {
  if (std::optional<Error> error = refused(rule, truth)) return *std::move(error);
  ExactReal sum;
  for (std::size_t x = 0; x < truth.size(); ++x)
    if (truth[x] > 0)
      sum = sum +
            (unchecked(rule, forecast, x, Belief::prior) - unchecked(rule, truth, x, Belief::prior)).times(truth[x]);
  return sum;
}

}  // namespace assay::scoring
