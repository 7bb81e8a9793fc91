#include "accounting/audit/one_run.hpp"

#include <algorithm>

#include "accounting/audit/binomial.hpp"
#include "accounting/audit/confidence.hpp"
#include "accounting/audit/enclose.hpp"
#include "accounting/audit/one_run_tradeoff.hpp"
#include "accounting/numeric/centre.hpp"

namespace assay::accounting {
namespace {

using core::Rational;

Ball times(const Ball& x, std::uint64_t n) {
  Ball r = x;
  arb_mul_ui(r.raw(), r.raw(), n, x.bits());
  return r;
}

Ball over(const Ball& x, std::uint64_t n) {
  Ball r = x;
  arb_div_ui(r.raw(), r.raw(), n, x.bits());
  return r;
}

Ball success_rate(const Ball& epsilon) { return Ball(1, epsilon.bits()) / (exp(-epsilon) + 1); }

/// max over first <= i <= v of P[v - i <= B < v]/i (0 where there is no such i); beyond v the average only falls.
Ball largest_average(const Guesses& g, const Ball& p, std::uint64_t first) {
  const long bits = p.bits();
  const Ball odds = p / (1 - p), one(1, bits);
  Ball best(0, bits), sum(0, bits);
  if (g.correct == 0) return best;
  Ball mass = binomial_mass(g.guesses, g.correct - 1, p);
  for (std::uint64_t i = 1; i <= g.correct; ++i) {
    sum = sum + mass;
    if (i >= first) best = max(best, over(sum, i));
    const std::uint64_t j = g.correct - i;  // the mass of j is the latest in the sum
    if (j == 0) break;
    const Ball ratio = over(times(one, j) / odds, g.guesses - j + 1);
    mass = mass * ratio;
    // From the mode down masses fall: once they are below the average they only pull it down.
    if (i >= first && certainly_less(ratio, one) && certainly_less(mass, best)) break;
  }
  return best;
}

/// 2 m delta.
Rational weight(const Guesses& g, const Rational& delta) { return 2 * Rational(g.canaries) * delta; }

/// p(epsilon) with the maximum over i >= first alone: nondecreasing in epsilon where 2 m delta <= first.
Ball p_value_from(const Guesses& g, const Ball& epsilon, const Rational& weight, std::uint64_t first) {
  const Ball p = success_rate(epsilon);
  Ball tail = binomial_tail(g.guesses, g.correct, p);
  if (weight == 0 || g.correct == 0) return tail;
  return tail + Ball(weight, p.bits()) * largest_average(g, p, first);
}

/// ln(p/(1 - p)) of the p with P[B >= v] = target.
Ball without_delta(const Guesses& g, const Rational& target, long bits) {
  const Ball p = tail_inverse({g.correct, g.guesses}, Ball(target, bits + 64), bits);
  return log(p / (1 - p));
}

/// The supremum of {epsilon >= 0 : p(epsilon) < error}.
Ball supremum(const Guesses& g, const Rational& delta, const Rational& error, long bits) {
  if (g.correct == 0) return Ball(0, bits);
  const Ball most = without_delta(g, error, bits);  // p is at least the tail
  const Rational c = weight(g, delta);
  if (c == 0) return nonnegative(most);
  const core::Integer steps =
      numerator(c) == 0 ? core::Integer(1) : (numerator(c) + denominator(c) - 1) / denominator(c);
  // Averages over at least 2 m delta terms make p monotone; where shorter ones matter the upper end is looser.
  const bool within = steps <= g.correct;
  const std::uint64_t monotone = within ? std::max<std::uint64_t>(1, steps.convert_to<std::uint64_t>()) : 0;
  const Ball target(error, bits);
  const auto above = [&](const Ball& x) {  // certainly: every epsilon from x on has p >= error
    return monotone > 0 && certainly_less(target, p_value_from(g, x, c, monotone));
  };
  const auto below = [&](const Ball& x) { return certainly_less(p_value_from(g, x, c, 1), target); };

  if (certainly_less_equal(most, Ball(0, bits))) return Ball(0, bits);
  Ball high = upper(most).with_bits(bits), low(0, bits);
  if (above(low)) return Ball(0, bits);
  // Bisection to a few digits, then secants on ln p from both sides; only below() and above() prove.
  const auto gap = [&](const Ball& x) { return centre(log(p_value_from(g, x, c, 1)) - log(target)); };
  for (int i = 0; i < 12; ++i) {
    const Ball middle = centre((low + high) / 2);
    if (certainly_negative(gap(middle)))
      low = middle;
    else
      high = middle;
  }
  Ball left = low, right = high, at_left = gap(left), at_right = gap(right), root = left;
  for (int i = 0; i < 40; ++i) {
    const Ball slope = centre((at_right - at_left) / (right - left));
    const Ball next = centre(right - at_right / slope);
    if (!next.is_finite()) break;
    left = right;
    at_left = at_right;
    right = next;
    at_right = gap(right);
    root = right;
    Ball tiny(1, bits);
    arb_mul_2exp_si(tiny.raw(), tiny.raw(), -bits + 24);
    if (certainly_less(abs(at_right), tiny) || !at_right.is_finite()) break;
  }
  Ball lower_end(0, bits), upper_end = upper(most).with_bits(bits);
  bool found_low = false, found_high = false;
  for (long width = -bits + 24; width < 2 && !(found_low && found_high); width += 8) {
    Ball step(1, bits);
    arb_mul_2exp_si(step.raw(), step.raw(), width);
    const Ball under = centre(root - step), over_root = centre(root + step);
    if (!found_low && certainly_positive(under) && below(under)) {
      lower_end = under;
      found_low = true;
    }
    if (!found_high && certainly_less(over_root, upper_end) && above(over_root)) {
      upper_end = over_root;
      found_high = true;
    }
  }
  return nonnegative(hull(lower_end, upper_end));
}

/// Nothing where the time ended before it could be told.
std::optional<bool> refutes(const Guesses& g, const AuditQuestion& question) {
  const AuditClaim& claim = *question.claim;
  const Rational error = 1 - question.confidence, c = weight(g, *claim.delta);
  // p need not be monotone, but refuting a larger epsilon refutes this one: private for less is private for more.
  for (long bits = 128; bits <= 1024; bits *= 2) {
    const Ball bound = supremum(g, *claim.delta, error, bits);
    if (certainly_less(*claim.epsilon, bound)) return true;
    if (certainly_less(bound, *claim.epsilon)) return false;
    const Ball p = p_value_from(g, Ball(*claim.epsilon, bits), c, 1);
    if (certainly_less(p, error)) return true;
    if (certainly_less(error, p) && c <= 1) return false;
    if (question.deadline.passed()) return std::nullopt;
  }
  return false;
}

}  // namespace

Ball one_run_p_value(const Guesses& g, const Ball& epsilon, const Rational& delta) {
  return p_value_from(g, epsilon, weight(g, delta), 1);
}

core::Result<Evidence> audit_one_run(const Guesses& g, const AuditQuestion& question) {
  if (g.canaries > max_trials)
    return core::Error{core::ErrorCode::limit_exceeded, "/canaries",
                       "more than " + std::to_string(max_trials) + " canaries are not computed"};
  const Rational error = 1 - question.confidence;
  const auto epsilon = [&](const Guesses& of) {
    return enclosed(question, "one_run", {"one-run"},
                    [&](long bits) { return supremum(of, question.delta, error, bits); });
  };
  const Guesses perfect{g.canaries, g.canaries, g.canaries};
  Evidence evidence{.epsilon = epsilon(g), .best = epsilon(perfect)};
  if (question.claim && !question.claim->epsilon) {
    // Of mu and rho the whole trade-off function is known: it says more than one epsilon and delta of it.
    const auto judged = judge_by_tradeoff({g}, question);
    if (!judged) return judged.error();
    evidence.verdict = judged->verdict;
    evidence.can_refute = judged->can_refute;
    evidence.epsilon.theorems.insert(evidence.epsilon.theorems.end(), judged->theorems.begin(), judged->theorems.end());
  } else if (question.claim) {
    evidence.verdict = verdict_of(refutes(g, question));
    evidence.can_refute = refutes(perfect, question);
    evidence.p_value = enclosed(question, "one_run", {"one-run"}, [&](long bits) {
      return min(one_run_p_value(g, Ball(*question.claim->epsilon, bits), *question.claim->delta), Ball(1, bits));
    });
  }
  return evidence;
}

}  // namespace assay::accounting
