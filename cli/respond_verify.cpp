// The verify kind: verdict, the enclosure it rests on, the tightest claim, the slack; and the reading as printed.
#include "cli/respond_verify.hpp"

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
accounting::Value slack(const core::Rational& claimed, const accounting::Value& tightest) {
  const long bits = tightest.ball.bits();
  if (tightest.exact) return {claimed - *tightest.exact, bits};
  return accounting::Ball(claimed, bits) - tightest.ball;
}

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
    const Result<std::string_view> holds = at_end(question, box.hardest, Verdict::holds);
    if (!holds || *holds == "holds" || literal == Verdict::holds) return holds;
  }
  return at_end(question, box.easiest, Verdict::fails);
}

}  // namespace

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
  outcome.rests_on(verification->delta);
  outcome.rests_on(verification->epsilon);
  outcome.result.emplace_back("delta", enclosure(verification->delta.value, question.digits));
  Json::Object tightest;
  tightest.emplace_back("epsilon", enclosure(verification->epsilon.value, question.digits));
  outcome.result.emplace_back("tightest", std::move(tightest));
  outcome.result.emplace_back(
      "slack",
      Json::Object{{"epsilon", enclosure(slack(*ask.claim.epsilon, verification->epsilon.value), question.digits)}});
  return outcome;
}

}  // namespace assay::cli
