// The verify kind: verdict, the enclosure it rests on, the tightest claim, the slack; and the reading as printed.
#include "cli/respond_verify.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cli/respond_questions.hpp"

namespace assay::cli {
namespace {

using accounting::Verdict;
using accounting::Verification;
using core::Json;
using core::Result;

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::fails: return "fails";
    case Verdict::undecided: return "undecided";
  }
  return "undecided";
}

/// claimed - tightest, exact where both are.
accounting::Value slack(const accounting::LossLevel& level, const accounting::Value& tightest) {
  const long bits = tightest.ball.bits();
  if (level.ratio != 1) {
    const accounting::Ball ball = enclose(level, bits);
    accounting::Value left = ball - tightest.ball;
    if (tightest.most) left.least = lower_rational(ball) - *tightest.most;
    if (tightest.least) left.most = upper_rational(ball) - *tightest.least;
    return left;
  }
  const core::Rational& claimed = level.shift;
  if (tightest.exact) return {claimed - *tightest.exact, bits};
  accounting::Value left = accounting::Ball(claimed, bits) - tightest.ball;
  if (tightest.most) left.least = claimed - *tightest.most;
  if (tightest.least) left.most = claimed - *tightest.least;
  return left;
}

/// The parameters of a claim that have a tightest value.
struct Parameter {
  std::string_view name;
  std::optional<core::Rational> accounting::Claim::*claimed;
  std::optional<accounting::Answer> Verification::*tightest;
};
constexpr std::array<Parameter, 3> parameters = {{{"epsilon", &accounting::Claim::epsilon, &Verification::epsilon},
                                                  {"rho", &accounting::Claim::rho, &Verification::rho},
                                                  {"mu", &accounting::Claim::mu, &Verification::mu}}};

/// `decided` where that end of the box has that verdict, and so the whole box; else depends.
Result<std::string_view> at_end(const accounting::Question& question, const BoxEnd& end, Verdict decided) {
  if (!end.in_domain) return std::string_view("depends");
  accounting::Question moved = question;
  moved.composition = end.composition;
  const Result<Verification> verification = accounting::verify(moved, end.claim);
  if (!verification) return verification.error();
  return verification->verdict == decided ? name(decided) : std::string_view("depends");
}

/// The literal numbers lie in the box: where they hold the box cannot fail whole, and the reverse.
Result<std::string_view> as_printed(const accounting::Question& question, const VerifyAsk::Box& box, Verdict literal) {
  if (literal != Verdict::fails) {
    Result<std::string_view> holds = at_end(question, box.hardest, Verdict::holds);
    if (!holds || *holds == "holds" || literal == Verdict::holds) return holds;
  }
  return at_end(question, box.easiest, Verdict::fails);
}

}  // namespace

std::string exact_text(const core::Rational& x) {
  constexpr long digits = 60;
  std::string decimal = core::to_decimal(x, digits, core::Rounding::down);
  return decimal == core::to_decimal(x, digits, core::Rounding::up) ? decimal : x.str();
}

Result<Outcome> answer(const VerifyAsk& ask, const accounting::Question& question) {
  const Result<Verification> verification = accounting::verify(question, ask.claim);
  if (!verification) return verification.error();
  Outcome outcome;
  outcome.result.emplace_back("verdict", name(verification->verdict));
  if (ask.as_printed) {
    const Result<std::string_view> printed = as_printed(question, *ask.as_printed, verification->verdict);
    if (!printed) return printed.error();
    outcome.result.emplace_back("verdict_as_printed", *printed);
  }
  if (verification->delta) {
    outcome.rests_on(*verification->delta);
    outcome.result.emplace_back("delta", enclosure(verification->delta->value, question.digits));
  }
  Json::Object tightest, left;
  for (const Parameter& parameter : parameters) {
    const std::optional<accounting::Answer>& least = (*verification).*parameter.tightest;
    const std::optional<core::Rational>& claimed = ask.claim.*parameter.claimed;
    if (!least || !claimed) continue;
    outcome.rests_on(*least);
    tightest.emplace_back(parameter.name, enclosure(least->value, question.digits));
    accounting::Value gap = slack({*claimed, ask.claim.ratio}, least->value);
    // The ends of an irrational claim are rounded: the verdict knows the sign.
    const core::Rational none = 0;
    if (ask.claim.ratio != 1 && verification->verdict == Verdict::holds)
      gap.least = std::max(gap.least.value_or(none), none);
    if (ask.claim.ratio != 1 && verification->verdict == Verdict::fails)
      gap.most = std::min(gap.most.value_or(none), none);
    left.emplace_back(parameter.name, enclosure(gap, question.digits));
  }
  if (ask.claim.delta && !tightest.empty()) tightest.emplace_back("delta", exact_text(*ask.claim.delta));
  outcome.result.emplace_back("tightest", std::move(tightest));
  outcome.result.emplace_back("slack", std::move(left));
  return outcome;
}

}  // namespace assay::cli
