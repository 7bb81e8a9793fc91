#include "scoring/propriety.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "scoring/finite.hpp"

namespace assay::scoring {
namespace {

using accounting::Deadline;
using core::Error;
using core::ErrorCode;
using core::Integer;
using core::Rational;
using core::Result;
using Law = std::vector<Rational>;

ExactReal power(const Rational& x, const Rational& e) {
  if (x > 0) return ExactReal::radical(1, x, e);
  return e > 0 ? ExactReal() : e == 0 ? ExactReal(1) : ExactReal::infinity();
}

ExactReal score_of(const Candidate& candidate, const Law& p, std::size_t x) {
  if (const auto* rule = std::get_if<Rule>(&candidate)) return *score(*rule, p, x);
  if (std::holds_alternative<Linear>(candidate)) return Rational(-p[x]);
  const auto& low = std::get<LowOrder>(candidate);
  const Rational a = low.order;
  if (a == 1) return -1;
  ExactReal sum;
  for (const Rational& q : p) sum = sum + (q > 0 ? power(q, a) : ExactReal());
  if (!low.pseudospherical) return sum.times(a - 1) + power(p[x], a - 1).times(-a);
  if (p[x] == 0) return ExactReal::infinity(false);
  const ExactReal own = power(p[x], a - 1);
  const Rational exponent = (1 - a) / a;
  return ExactReal::computed([sum, own, exponent](long bits) {
    return -own.ball(bits) * exp(accounting::Ball(exponent, bits) * log(sum.ball(bits)));
  });
}

ExactReal divergence_of(const Candidate& candidate, const Law& truth, const Law& forecast) {
  ExactReal sum;
  for (std::size_t x = 0; x < truth.size(); ++x)
    if (truth[x] > 0) sum = sum + (score_of(candidate, forecast, x) - score_of(candidate, truth, x)).times(truth[x]);
  return sum;
}

/// The laws on the first two outcomes with that denominator, the first outcome's mass falling.
std::vector<Law> laws_on_two(std::size_t categories, long denominator) {
  std::vector<Law> laws;
  for (long k = denominator; k >= 0; --k) {
    Law p(categories);
    p[0] = Rational(k, denominator);
    p[1] = 1 - p[0];
    laws.push_back(std::move(p));
  }
  return laws;
}

/// Two different laws of which the forecast does better than the truth (sign -1), or as well (sign 0).
std::optional<Witness> search(const Candidate& candidate, std::size_t categories, int sign, long most,
                              const Deadline& deadline) {
  for (long d = 2; d <= most; ++d)
    for (const Law& truth : laws_on_two(categories, d))
      for (const Law& forecast : laws_on_two(categories, d)) {
        if (truth == forecast) continue;
        if (deadline.passed()) return std::nullopt;
        ExactReal divergence = divergence_of(candidate, truth, forecast);
        if (divergence.is_finite() && divergence.sign() == sign) return Witness{truth, forecast, std::move(divergence)};
      }
  return std::nullopt;
}

/// A tie between acts that differ where the truth may lie: with ties against the forecaster another forecast does
/// better.
std::optional<Witness> tie_witness(const Decision& rule, const Deadline& deadline) {
  const std::size_t n = rule.loss.front().size();
  const auto expected = [&](std::size_t act, const Law& p) {
    Rational sum = 0;
    for (std::size_t x = 0; x < n; ++x) sum += p[x] * rule.loss[act][x];
    return sum;
  };
  const auto best = [&](const Law& p) {
    std::size_t act = 0;
    for (std::size_t a = 1; a < rule.loss.size(); ++a)
      if (expected(a, p) < expected(act, p)) act = a;
    return act;
  };
  const auto between = [&](const Law& p, const Law& q, const Rational& t) {
    Law r(n);
    for (std::size_t x = 0; x < n; ++x) r[x] = (1 - t) * p[x] + t * q[x];
    return r;
  };
  // Laws near each corner and on skew lines, so that the best act there is the only one.
  std::vector<Law> tries;
  for (std::size_t x = 0; x < n; ++x) {
    Law p(n);
    Rational sum = 0;
    for (std::size_t y = 0; y < n; ++y) sum += p[y] = Rational(1, 100 + static_cast<long>(3 * x + 7 * y));
    for (Rational& v : p) v /= 2 * sum;
    p[x] += Rational(1, 2);
    tries.push_back(p);
    for (Rational& v : p) v /= 10;
    p[x] += Rational(9, 10);
    tries.push_back(p);
  }
  for (const Law& p : tries)
    for (const Law& q : tries) {
      if (deadline.passed()) return std::nullopt;
      const std::size_t a = best(p);
      std::size_t b = best(q);
      // The first crossing from p: replace b by what is better at the crossing until a alone ties with it.
      for (std::size_t round = 0; round <= rule.loss.size() && rule.loss[a] != rule.loss[b]; ++round) {
        if (deadline.passed()) return std::nullopt;
        const Rational at_p = expected(b, p) - expected(a, p), at_q = expected(a, q) - expected(b, q);
        if (at_p <= 0 || at_q <= 0) break;
        const Law tie = between(p, q, at_p / (at_p + at_q));
        const std::size_t c = best(tie);
        if (expected(c, tie) < expected(a, tie)) {
          b = c;
          continue;
        }
        const ExactReal divergence = divergence_of(Rule(rule), tie, p);
        if (divergence.sign() == -1) return Witness{tie, p, divergence};
        break;
      }
    }
  return std::nullopt;
}

/// An act that is best whatever is believed: then no tie matters.
bool has_dominating_act(const Decision& rule) {
  return std::any_of(rule.loss.begin(), rule.loss.end(), [&](const auto& a) {
    return std::all_of(rule.loss.begin(), rule.loss.end(), [&](const auto& b) {
      return std::equal(a.begin(), a.end(), b.begin(), [](const Rational& x, const Rational& y) { return x <= y; });
    });
  });
}

/// How many of the outcomes lie in the region.
std::size_t inside(const Region& region, std::size_t categories) {
  std::size_t count = 0;
  for (std::size_t x = 0; x < categories; ++x)
    if (region.first <= Integer(x) && Integer(x) <= region.last) ++count;
  return count;
}

Judgement made(Propriety propriety, bool local, ExactReal lower, ExactReal upper) {
  return {propriety, local, std::move(lower), std::move(upper), std::nullopt};
}

struct Known {
  std::size_t n;
  bool two() const { return n <= 2; }  // then the own probability tells the forecast

  Judgement operator()(const Logarithmic&) const {
    return made(Propriety::strictly_proper, true, 0, ExactReal::infinity());
  }
  Judgement operator()(const Brier&) const { return made(Propriety::strictly_proper, two(), 0, 2); }
  Judgement operator()(const Spherical&) const { return made(Propriety::strictly_proper, two(), -1, 0); }
  Judgement operator()(const Pseudospherical&) const { return made(Propriety::strictly_proper, two(), -1, 0); }
  Judgement operator()(const Power& r) const {
    return made(Propriety::strictly_proper, two(), -1, Rational(r.order - 1));
  }
  Judgement operator()(const Tsallis& r) const {
    return made(Propriety::strictly_proper, two(), 0,
                r.order > 1 ? ExactReal(Rational(r.order / (r.order - 1))) : ExactReal::infinity());
  }
  Judgement operator()(const RankedProbability&) const {
    return made(Propriety::strictly_proper, two(), 0, static_cast<long>(n - 1));
  }
  Judgement operator()(const ZeroOne& r) const {
    const bool choice = r.ties == Ties::uniform || r.ties == Ties::lowest_index;
    return made(choice ? Propriety::proper : Propriety::improper, two(), 0, 1);
  }
  Judgement operator()(const Decision& r) const {
    Judgement j;
    j.propriety = r.ties == Ties::lowest_index || has_dominating_act(r) ? Propriety::proper : Propriety::improper;
    const bool same = std::all_of(r.loss.begin(), r.loss.end(), [&](const auto& row) { return row == r.loss.front(); });
    if (two() || same)
      j.local = true;
    else if (!has_dominating_act(r))
      j.local = false;
    Rational lowest = r.loss[0][0];
    for (const auto& row : r.loss)
      for (const Rational& x : row) lowest = std::min(lowest, x);
    j.lower = lowest;  // the best act for its own outcome
    return j;
  }
  Judgement operator()(const CensoredLikelihood& r) const {
    const std::size_t in = inside(r.region, n), out = n - in;
    if (in == 0) return made(n == 1 ? Propriety::strictly_proper : Propriety::proper, true, 0, 0);
    return made(out <= 1 ? Propriety::strictly_proper : Propriety::proper, two() || out <= 1, 0, ExactReal::infinity());
  }
  Judgement operator()(const ConditionalLikelihood& r) const {
    const std::size_t in = inside(r.region, n);
    if (in == 0) return made(n == 1 ? Propriety::strictly_proper : Propriety::proper, true, 0, 0);
    return made(in == n ? Propriety::strictly_proper : Propriety::proper, two() || in == n || in == 1, 0,
                ExactReal::infinity());
  }
  template <class R>
  Judgement operator()(const R&) const {
    return {};
  }
};

Result<Judgement> judge_table(const ScoreTable& table, const Deadline& deadline) {
  Judgement j;
  j.propriety = Propriety::strictly_proper;
  const std::size_t n = table.forecasts.size(), k = table.forecasts.front().size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t f = 0; f < n; ++f) {
      if (deadline.passed())
        return Error{ErrorCode::limit_exceeded, "", "max_seconds ended before every pair of forecasts was compared"};
      Rational divergence = 0;
      for (std::size_t x = 0; x < k; ++x)
        divergence += table.forecasts[i][x] * (table.scores[f][x] - table.scores[i][x]);
      if (f == i || divergence > 0) continue;
      const Propriety found = divergence < 0 ? Propriety::improper : Propriety::proper;
      if (found == Propriety::proper && j.propriety != Propriety::strictly_proper) continue;
      const bool first = j.propriety != Propriety::improper;
      if (found == Propriety::improper && !first) continue;
      j.propriety = found;
      j.witness = Witness{table.forecasts[i], table.forecasts[f], divergence};
    }
  j.local = true;
  for (std::size_t x = 0; x < k; ++x) {
    std::map<Rational, Rational> of;
    for (std::size_t i = 0; i < n; ++i)
      if (!of.emplace(table.forecasts[i][x], table.scores[i][x]).second &&
          of[table.forecasts[i][x]] != table.scores[i][x])
        j.local = false;
  }
  Rational low = table.scores[0][0], high = low;
  for (const Law& row : table.scores)
    for (const Rational& s : row) {
      low = std::min(low, s);
      high = std::max(high, s);
    }
  j.lower = low;
  j.upper = high;
  return j;
}

}  // namespace

std::optional<ScoreRange> score_range(const Rule& rule, std::size_t categories) {
  const Judgement j = std::visit(Known{categories}, rule);
  if (!j.lower || !j.upper) return std::nullopt;
  return ScoreRange{*j.lower, *j.upper};
}

Result<Judgement> judge(const Candidate& candidate, std::size_t categories, const Deadline& deadline) {
  if (const auto* table = std::get_if<ScoreTable>(&candidate)) return judge_table(*table, deadline);
  Judgement j;
  if (const auto* rule = std::get_if<Rule>(&candidate)) {
    if (!takes_pmf(*rule))
      return Error{ErrorCode::not_supported, "/rule",
                   "the rule " + std::string(name(*rule)) + " is for numbers; propriety is judged on categories"};
    if (const auto* decision = std::get_if<Decision>(rule);
        decision != nullptr && decision->loss.front().size() != categories)
      return Error{ErrorCode::invalid_parameter, "/categories",
                   "the loss has " + std::to_string(decision->loss.front().size()) + " outcomes, got " +
                       std::to_string(categories) + " categories"};
    j = std::visit(Known{categories}, *rule);
  } else if (std::holds_alternative<Linear>(candidate)) {
    j = made(Propriety::improper, true, -1, 0);
  } else {
    const bool constant = std::get<LowOrder>(candidate).order == 1;
    j = made(constant ? Propriety::proper : Propriety::improper, constant || categories <= 2,
             constant ? ExactReal(-1) : ExactReal::infinity(false), -1);
  }
  if (categories == 1) {
    // One law: nothing to confuse it with.
    j.propriety = Propriety::strictly_proper;
    j.lower = j.upper = score_of(candidate, {1}, 0);
    j.local = true;
    return j;
  }
  if (j.propriety == Propriety::strictly_proper) return j;
  const auto* rule = std::get_if<Rule>(&candidate);
  const auto* decision = rule == nullptr ? nullptr : std::get_if<Decision>(rule);
  if (decision != nullptr && j.propriety == Propriety::improper)
    j.witness = tie_witness(*decision, deadline);
  else
    // Among acts + 1 laws of a grid two share their best act; region rules need laws that differ outside the region.
    j.witness = search(
        candidate, categories, j.propriety == Propriety::improper ? -1 : 0,
        decision != nullptr ? static_cast<long>(std::min<std::size_t>(decision->loss.size() + 2, 60)) : 8, deadline);
  if (!j.witness && rule != nullptr && j.propriety == Propriety::proper)
    // Laws on other outcomes than the first two.
    for (std::size_t x = 0; x < categories && !j.witness; ++x)
      for (std::size_t y = 0; y < categories && !j.witness; ++y) {
        Law truth(categories), forecast(categories);
        truth[x] += Rational(1, 2);
        truth[y] += Rational(1, 2);
        forecast[x] += Rational(1, 3);
        forecast[y] += Rational(2, 3);
        if (truth == forecast) continue;
        if (deadline.passed()) return j;
        const ExactReal d = divergence_of(candidate, truth, forecast);
        if (d.sign() == 0) j.witness = Witness{truth, forecast, d};
      }
  return j;
}

}  // namespace assay::scoring
